// SPDX-License-Identifier: Apache-2.0
#include "onnx/pair.h"

#include <numeric>

#include "onnx/constant_pool.h"
#include "onnx/graph_builder.h"
#include "onnx/rule_inputs.h"

namespace rewright::onnx {

namespace {

void build_side(const Model& model, const std::vector<int>& slots,
                const std::vector<std::string>& outputs, Import& into,
                ConstantPool& pool, ir::Graph& side) {
  const std::vector<GraphInput> inputs = graph_inputs(model);
  GraphBuilder builder(model, into, pool, side);
  for (std::size_t k = 0; k < inputs.size(); ++k)
    builder.bind(inputs[k].name, slots[k]);
  builder.build(outputs);
}

}  // namespace

Import pair(const Model& a, const Model& b) {
  Import result;
  ir::Rule& rule = result.rule;
  rule.name = a.stem() + " == " + b.stem();
  rule.source = std::make_shared<const base::Source>(base::Source{a.path, ""});
  declare_inputs(graph_inputs(a), rule);
  const std::vector<int> slots = bind_inputs(a, b);
  const std::vector<std::string> outputs = bind_outputs(a, b);
  ConstantPool pool(result);
  std::vector<int> own(rule.inputs.size());
  std::iota(own.begin(), own.end(), 0);
  build_side(a, own, output_names(a), result, pool, rule.lhs);
  build_side(b, slots, outputs, result, pool, rule.rhs);
  return result;
}

}  // namespace rewright::onnx
