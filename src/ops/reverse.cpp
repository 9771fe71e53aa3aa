// SPDX-License-Identifier: Apache-2.0
//
// Reverse: the named entries run backwards; a group does on each of its axes.
#include <limits>

#include "ops/common_movement.h"

namespace rewright::ops {
namespace {

ir::Inferred infer(const ir::Call& call) {
  marked(call.axes("axes"), call.shape(0).size());
  return {.results = {call.shape(0)}};
}

ir::Value meaning(const ir::Call& call, const std::vector<ir::Reader>& operands,
                  int, const ir::Indices& at) {
  ir::Indices indices = at;
  for (const int entry : call.axes("axes")) {
    const auto k = static_cast<std::size_t>(entry);
    indices.at(k) = call.shape(0).at(k).extent - 1 - at.at(k);
  }
  return operands.at(0)(indices);
}

std::vector<evaluate::Tensor> kernel(const ir::Call& call,
                                     const Operands& operands,
                                     const std::vector<ir::Shape>&) {
  const evaluate::Tensor& x = *operands.at(0);
  Walk walk{0, evaluate::strides(x.shape())};
  for (const int entry : call.axes("axes")) {
    const auto k = static_cast<std::size_t>(entry);
    walk.start += walk.strides.at(k) * (x.shape()[k] - 1);
    walk.strides.at(k) *= -1;
  }
  return {gathered(x, x.shape(), walk)};
}

/// A Slice from the last element of each axis to the first.
ir::OnnxMade to_onnx(const ir::Call& call, int opset) {
  ir::require_opset(opset, 10, "a step of Slice");
  const std::vector<int>& axes = call.axes("axes");
  if (axes.empty()) return {};
  const std::vector<index::Expr> back(axes.size(), -1);
  const std::vector<index::Expr> before(
      axes.size(), -std::numeric_limits<std::int64_t>::max());
  return {
      .nodes = {{.op_type = "Slice",
                 .operands = {ir::of_operand(0), ir::of_integers(back),
                              ir::of_integers(before), ir::of_integers(axes),
                              ir::of_integers(back)}}}};
}

}  // namespace

const ir::Operator& reverse() {
  static const ir::Operator op = {
      .name = "Reverse",
      .signature = movement_signature({{.name = "axes",
                                        .kind = ir::AttributeKind::axes,
                                        .frame = ir::Frame::operand,
                                        .required = true}}),
      .infer = infer,
      .meaning = meaning,
      .kernel = kernel,
      .to_onnx = to_onnx,
      .note = "no ONNX form; written there as a Slice with step -1",
  };
  return op;
}

}  // namespace rewright::ops
