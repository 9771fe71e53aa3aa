// SPDX-License-Identifier: Apache-2.0
//
// Identity: its operand.
#include "ops/common_movement.h"

namespace rewright::ops {
namespace {

ir::Inferred infer(const ir::Call& call) {
  return {.results = {call.shape(0)}};
}

ir::Value meaning(const ir::Call&, const std::vector<ir::Reader>& operands, int,
                  const ir::Indices& at) {
  return operands.at(0)(at);
}

std::vector<evaluate::Tensor> kernel(const ir::Call&, const Operands& operands,
                                     const std::vector<ir::Shape>&) {
  return {*operands.at(0)};
}

ir::OnnxCall from_onnx(const ir::OnnxNode&) {
  return {.operands = {0}, .attributes = {}};
}

ir::OnnxMade to_onnx(const ir::Call&, int) {
  return {.nodes = {{.op_type = "", .operands = {ir::of_operand(0)}}}};
}

}  // namespace

const ir::Operator& identity() {
  static const ir::Operator op = {
      .name = "Identity",
      .signature = movement_signature({}),
      .infer = infer,
      .meaning = meaning,
      .kernel = kernel,
      .from_onnx = from_onnx,
      .onnx_names = {"Identity"},
      .to_onnx = to_onnx,
  };
  return op;
}

}  // namespace rewright::ops
