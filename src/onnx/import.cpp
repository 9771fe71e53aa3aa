// SPDX-License-Identifier: Apache-2.0
#include "onnx/import.h"

#include "onnx/constant_pool.h"
#include "onnx/graph_builder.h"
#include "onnx/model_constants.h"
#include "onnx/rule_inputs.h"

namespace rewright::onnx {

Import import_model(const Model& model) {
  Import result;
  ir::Rule& rule = result.rule;
  rule.name = model.stem();
  rule.source =
      std::make_shared<const base::Source>(base::Source{model.path, ""});
  const std::vector<GraphInput> inputs = graph_inputs(model);
  declare_inputs(inputs, rule);
  const ModelConstants constants = constants_of(model);
  ConstantPool pool(result, stored_tensors(constants));
  OpaqueTerms opaque(rule);
  GraphBuilder builder(model, constants, result, pool, opaque, rule.lhs);
  for (std::size_t k = 0; k < inputs.size(); ++k)
    builder.bind(inputs[k].name, static_cast<int>(k));
  builder.build(output_names(model));
  result.lhs_names = builder.names();
  return result;
}

}  // namespace rewright::onnx
