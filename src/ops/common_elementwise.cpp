// SPDX-License-Identifier: Apache-2.0
#include "ops/common_elementwise.h"

namespace rewright::ops {

ir::Signature unary_signature(ir::TypeSet types) {
  return {.operands = {"T"}, .results = {"T"}, .types = {{"T", types}}};
}

ir::Signature binary_signature(ir::TypeSet types) {
  return {.operands = {"T", "T"}, .results = {"T"}, .types = {{"T", types}}};
}

ir::Signature variadic_signature(ir::TypeSet types) {
  return {.operands = {"T"},
          .required = 1,
          .variadic = true,
          .results = {"T"},
          .types = {{"T", types}}};
}

ir::Signature comparison_signature(ir::TypeSet types) {
  return {.operands = {"T", "T"},
          .results = {"B"},
          .types = {{"T", types}, {"B", ir::boolean_types}}};
}

ir::Inferred infer_elementwise(const ir::Call& call) {
  ir::Inferred inferred;
  ir::Shape result = call.shape(0);
  for (std::size_t k = 1; k < call.operands.size(); ++k)
    result =
        broadcast(result, call.operands[k], call.facts, inferred.conditions);
  inferred.results = {result};
  return inferred;
}

std::vector<ir::Value> elements_at(const ir::Call& call,
                                   const std::vector<ir::Reader>& operands,
                                   const ir::Indices& at) {
  const ir::Shape result = infer_elementwise(call).results.at(0);
  std::vector<ir::Value> elements;
  for (std::size_t k = 0; k < call.operands.size(); ++k)
    elements.push_back(operands.at(k)(
        broadcast_indices(call.operands[k], result, at, call.facts)));
  return elements;
}

ir::OnnxCall elementwise_from_onnx(const ir::OnnxNode& node) {
  ir::OnnxCall call;
  for (std::size_t k = 0; k < node.operands.size(); ++k)
    call.operands.push_back(node.operands[k].given ? static_cast<int>(k) : -1);
  return call;
}

std::vector<ir::OnnxOperandMade> operands_made(const ir::Call& call) {
  std::vector<ir::OnnxOperandMade> made(call.operands.size());
  for (std::size_t k = 0; k < made.size(); ++k)
    if (call.given[k]) made[k] = ir::of_operand(static_cast<int>(k));
  return made;
}

ir::OnnxMade elementwise_to_onnx(const ir::Call& call, int) {
  return {.nodes = {{.op_type = "", .operands = operands_made(call)}}};
}

}  // namespace rewright::ops
