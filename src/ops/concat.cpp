// SPDX-License-Identifier: Apache-2.0
//
// Concat: operands one after the other along one axis; the other entries must
// be equal. The axis may not be a group: the pieces would meet at corners.
#include "ops/common_movement.h"

namespace rewright::ops {
namespace {

using index::Expr;
using ir::Dim;
using ir::Shape;

void check_aligned(const Shape& first, const Shape& other, std::size_t axis) {
  bool is_aligned = first.size() == other.size();
  for (std::size_t k = 0; is_aligned && k < first.size(); ++k)
    is_aligned = first[k].group == other[k].group;
  if (!is_aligned)
    throw ir::IllFormed("axes do not line up: " + ir::print(first) + " faces " +
                        ir::print(other));
  if (axis >= first.size()) throw ir::IllFormed("the axis is out of range");
  if (ir::is_group(first[axis]))
    throw ir::IllFormed("the axis is a group of axes");
}

ir::Inferred infer(const ir::Call& call) {
  const auto axis = static_cast<std::size_t>(call.axis("axis"));
  ir::Inferred inferred{.results = {call.shape(0)}};
  Shape& result = inferred.results[0];
  for (const Shape& other : call.operands)
    check_aligned(call.shape(0), other, axis);
  for (std::size_t n = 1; n < call.operands.size(); ++n) {
    for (std::size_t k = 0; k < result.size(); ++k) {
      const Dim& dim = call.operands[n][k];
      if (k != axis)
        require(inferred.conditions, call.facts,
                every_axis(dim, equal(result[k].extent, dim.extent)),
                "have equal sizes beside the axis, but " +
                    print(result[k].extent) + " faces " + print(dim.extent));
      else
        result[k].extent = result[k].extent + dim.extent;
    }
  }
  return inferred;
}

ir::Value meaning(const ir::Call& call, const std::vector<ir::Reader>& operands,
                  int, const ir::Indices& at) {
  const auto axis = static_cast<std::size_t>(call.axis("axis"));
  std::vector<Expr> starts = {0};
  for (const Shape& shape : call.operands)
    starts.push_back(starts.back() + shape.at(axis).extent);
  const std::size_t last = call.operands.size() - 1;
  ir::Value value;
  for (std::size_t n = last + 1; n-- > 0;) {
    ir::Indices indices = at;
    indices.at(axis) = at.at(axis) - starts[n];
    const ir::Value piece = operands.at(n)(indices);
    value = n == last ? piece
                      : ir::select(call.facts.simplify(
                                       index::less(at.at(axis), starts[n + 1])),
                                   piece, value);
  }
  return value;
}

/// inputs: how many tensors are joined; joined: the axis of the result.
std::vector<ir::NamedDim> named_dims(const ir::Call& call,
                                     const ir::Inferred& inferred) {
  const auto axis = static_cast<std::size_t>(call.axis("axis"));
  const auto count = static_cast<std::int64_t>(call.operands.size());
  return {{"inputs", {{count}}}, {"joined", {inferred.results.at(0).at(axis)}}};
}

std::vector<evaluate::Tensor> kernel(const ir::Call& call,
                                     const Operands& operands,
                                     const std::vector<ir::Shape>&) {
  const auto axis = static_cast<std::size_t>(call.axis("axis"));
  Sizes sizes = operands.at(0)->shape();
  sizes.at(axis) = 0;
  for (const evaluate::Tensor* x : operands) sizes[axis] += x->shape()[axis];
  Walk to{0, evaluate::strides(sizes)};
  evaluate::Tensor result = blank(*operands.at(0), sizes);
  for (const evaluate::Tensor* x : operands) {
    copy(*x, {0, evaluate::strides(x->shape())}, x->shape(), result, to);
    to.start += x->shape()[axis] * to.strides[axis];
  }
  return {result};
}

ir::OnnxCall from_onnx(const ir::OnnxNode& node) {
  ir::OnnxCall call;
  for (std::size_t k = 0; k < node.operands.size(); ++k)
    call.operands.push_back(static_cast<int>(k));
  const std::size_t rank = node.operands.at(0).shape.size();
  call.attributes["axis"] =
      ir::Axes{ir::OnnxNode::normalised({node.integer("axis", 1)}, rank)};
  return call;
}

ir::OnnxMade to_onnx(const ir::Call& call, int) {
  ir::OnnxNodeMade node{
      .op_type = "",
      .attributes = {{"axis", static_cast<std::int64_t>(call.axis("axis"))}}};
  for (std::size_t n = 0; n < call.operands.size(); ++n)
    node.operands.push_back(ir::of_operand(static_cast<int>(n)));
  return {.nodes = {node}};
}

ir::Signature signature() {
  return {.operands = {"T"},
          .required = 1,
          .variadic = true,
          .results = {"T"},
          .types = {{"T", ir::all_types}},
          .attributes = {{.name = "axis",
                          .kind = ir::AttributeKind::axis,
                          .frame = ir::Frame::operand,
                          .required = true}}};
}

}  // namespace

const ir::Operator& concat() {
  static const ir::Operator op = {
      .name = "Concat",
      .signature = signature(),
      .infer = infer,
      .meaning = meaning,
      .kernel = kernel,
      .named_dims = named_dims,
      .from_onnx = from_onnx,
      .onnx_names = {"Concat"},
      .to_onnx = to_onnx,
  };
  return op;
}

}  // namespace rewright::ops
