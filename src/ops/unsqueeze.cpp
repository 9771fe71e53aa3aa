// SPDX-License-Identifier: Apache-2.0
//
// Unsqueeze: new axes of extent 1, at the positions they have in the result.
#include <algorithm>

#include "ops/common_movement.h"

namespace rewright::ops {
namespace {

/// For each entry of the result whether it is new.
std::vector<bool> inserted(const ir::Call& call) {
  const std::vector<int>& axes = call.axes("axes");
  const std::size_t rank = call.shape(0).size() + axes.size();
  for (const int axis : axes)
    if (axis < 0 || static_cast<std::size_t>(axis) >= rank)
      throw ir::IllFormed("axis " + std::to_string(axis) + " is out of range");
  std::vector<bool> marks = marked(axes, rank);
  std::size_t count = 0;
  for (const bool is_new : marks) count += is_new;
  if (count != axes.size()) throw ir::IllFormed("an axis is named twice");
  return marks;
}

ir::Inferred infer(const ir::Call& call) {
  ir::Shape result;
  std::size_t next = 0;
  for (const bool is_new : inserted(call))
    result.push_back(is_new ? ir::Dim{1} : call.shape(0).at(next++));
  return {.results = {result}};
}

ir::Value meaning(const ir::Call& call, const std::vector<ir::Reader>& operands,
                  int, const ir::Indices& at) {
  const std::vector<bool> is_new = inserted(call);
  ir::Indices indices;
  for (std::size_t k = 0; k < is_new.size(); ++k)
    if (!is_new[k]) indices.push_back(at.at(k));
  return operands.at(0)(indices);
}

std::vector<evaluate::Tensor> kernel(const ir::Call& call,
                                     const Operands& operands,
                                     const std::vector<ir::Shape>&) {
  const evaluate::Tensor& x = *operands.at(0);
  std::vector<int> axes = call.axes("axes");
  std::ranges::sort(axes);
  Sizes sizes = x.shape();
  for (const int axis : axes) sizes.insert(sizes.begin() + axis, 1);
  return {reshaped(x, sizes)};
}

ir::OnnxCall from_onnx(const ir::OnnxNode& node) {
  const auto axes = node.attribute_or_operand("axes", 1);
  if (!axes) throw ir::IllFormed("Unsqueeze has no axes");
  const std::size_t rank = node.operands.at(0).shape.size() + axes->size();
  return {.operands = {0},
          .attributes = {
              {"axes", ir::Axes{ir::OnnxNode::normalised(*axes, rank)}}}};
}

}  // namespace

const ir::Operator& unsqueeze() {
  static const ir::Operator op = {
      .name = "Unsqueeze",
      .signature = movement_signature({{.name = "axes",
                                        .kind = ir::AttributeKind::axes,
                                        .frame = ir::Frame::result,
                                        .required = true}}),
      .infer = infer,
      .meaning = meaning,
      .kernel = kernel,
      .from_onnx = from_onnx,
      .onnx_names = {"Unsqueeze"},
      .to_onnx = with_axes_to_onnx,
  };
  return op;
}

}  // namespace rewright::ops
