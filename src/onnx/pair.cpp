// SPDX-License-Identifier: Apache-2.0
#include "onnx/pair.h"

#include <numeric>
#include <utility>

#include "onnx/constant_pool.h"
#include "onnx/graph_builder.h"
#include "onnx/model_constants.h"
#include "onnx/rule_inputs.h"

namespace rewright::onnx {

namespace {

struct Side {
  const Model& model;
  ModelConstants constants;
  std::vector<int> slots;  // the rule's inputs that the model's are
  std::vector<std::string> outputs;
};

ValueNames build(const Side& side, Import& into, ConstantPool& pool,
                 OpaqueTerms& opaque, ir::Graph& graph) {
  const std::vector<GraphInput> inputs = graph_inputs(side.model);
  GraphBuilder builder(side.model, side.constants, into, pool, opaque, graph);
  for (std::size_t k = 0; k < inputs.size(); ++k)
    builder.bind(inputs[k].name, side.slots[k]);
  builder.build(side.outputs);
  return builder.names();
}

}  // namespace

Import pair(const Model& a, const Model& b) {
  Import result;
  ir::Rule& rule = result.rule;
  rule.name = a.stem() + " == " + b.stem();
  rule.source = std::make_shared<const base::Source>(base::Source{a.path, ""});
  declare_inputs(graph_inputs(a), rule);
  std::vector<int> own(rule.inputs.size());
  std::iota(own.begin(), own.end(), 0);
  const Side first{a, constants_of(a), own, output_names(a)};
  const Side second{b, constants_of(b), bind_inputs(a, b), bind_outputs(a, b)};
  std::vector<NamedTensor> tensors = stored_tensors(first.constants);
  for (NamedTensor& tensor : stored_tensors(second.constants))
    tensors.push_back(std::move(tensor));
  ConstantPool pool(result, std::move(tensors));
  OpaqueTerms opaque(rule);
  result.lhs_names = build(first, result, pool, opaque, rule.lhs);
  result.rhs_names = build(second, result, pool, opaque, rule.rhs);
  return result;
}

}  // namespace rewright::onnx
