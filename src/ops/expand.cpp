// SPDX-License-Identifier: Apache-2.0
//
// Expand: the operand broadcast together with a shape, both ways as in ONNX:
// an extent of 1 in the shape leaves the operand's axis as it is.
#include "ops/common_broadcast.h"
#include "ops/common_movement.h"

namespace rewright::ops {
namespace {

ir::Inferred infer(const ir::Call& call) {
  ir::Inferred inferred;
  for (const ir::Dim& dim : call.target_shape("shape"))
    require(
        inferred.conditions, call.facts,
        every_axis(dim, index::nonnegative(dim.extent)),
        "take an extent that is not negative, but got " + print(dim.extent));
  inferred.results = {broadcast(call.shape(0), call.target_shape("shape"),
                                call.facts, inferred.conditions)};
  return inferred;
}

ir::Value meaning(const ir::Call& call, const std::vector<ir::Reader>& operands,
                  int, const ir::Indices& at) {
  const ir::Shape result = infer(call).results.at(0);
  return operands.at(0)(
      broadcast_indices(call.shape(0), result, at, call.facts));
}

std::vector<evaluate::Tensor> kernel(const ir::Call& call,
                                     const Operands& operands,
                                     const std::vector<ir::Shape>&) {
  const evaluate::Tensor& x = *operands.at(0);
  const Sizes sizes =
      broadcast_sizes(x.shape(), ir::concrete(call.target_shape("shape")));
  return {gathered(x, sizes, {0, broadcast_strides(x.shape(), sizes)})};
}

ir::OnnxCall from_onnx(const ir::OnnxNode& node) {
  const auto sizes = node.sizes("shape", 1);
  if (!sizes) throw ir::IllFormed("Expand has no shape");
  return {.operands = {0},
          .attributes = {{"shape", ir::Shape(sizes->begin(), sizes->end())}}};
}

ir::OnnxMade to_onnx(const ir::Call& call, int) {
  std::vector<index::Expr> sizes;
  for (const ir::Dim& dim : call.target_shape("shape"))
    sizes.push_back(dim.extent);
  return {.nodes = {{.op_type = "",
                     .operands = {ir::of_operand(0), ir::of_integers(sizes)}}}};
}

}  // namespace

const ir::Operator& expand() {
  static const ir::Operator op = {
      .name = "Expand",
      .signature = movement_signature({{.name = "shape",
                                        .kind = ir::AttributeKind::shape,
                                        .required = true}}),
      .infer = infer,
      .meaning = meaning,
      .kernel = kernel,
      .from_onnx = from_onnx,
      .onnx_names = {"Expand"},
      .to_onnx = to_onnx,
      .note = "the shape must follow from constants and sizes",
  };
  return op;
}

}  // namespace rewright::ops
