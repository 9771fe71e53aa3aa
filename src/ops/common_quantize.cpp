// SPDX-License-Identifier: Apache-2.0
#include "ops/common_quantize.h"

#include "ops/common_movement.h"

namespace rewright::ops {

namespace {

constexpr std::size_t default_axis = 1;

const ir::Dim& scale_dim(const ir::Call& call) { return call.shape(1)[0]; }

void check_parameters(const ir::Call& call) {
  for (const int k : {1, 2}) {
    if (!call.has(k)) continue;
    const ir::Shape& shape = call.shape(k);
    if (shape.size() > 1 || ir::has_groups(shape))
      throw ir::IllFormed(std::string(k == 1 ? "the scale" : "the zero point") +
                          " must be a scalar or have one axis, but has shape " +
                          ir::print(shape));
  }
  if (call.has(2) && call.rank(2) != call.rank(1))
    throw ir::IllFormed("scale and zero point have different ranks");
}

}  // namespace

ir::AttributeSpec quantize_axis_attribute() {
  return {.name = "axis",
          .kind = ir::AttributeKind::axis,
          .frame = ir::Frame::operand};
}

std::optional<std::size_t> quantized_axis(const ir::Call& call) {
  if (call.rank(1) == 0) return {};
  const std::size_t axis = call.has(std::string("axis"))
                               ? static_cast<std::size_t>(call.axis("axis"))
                               : default_axis;
  const bool is_there = axis < call.shape(0).size();
  if (is_there && !ir::is_group(call.shape(0)[axis])) return axis;
  if (scale_dim(call).extent.is(1)) return {};
  throw ir::IllFormed(is_there ? "the axis of the scale is a group of axes"
                               : "the axis of the scale is out of range");
}

ir::Inferred infer_quantize(const ir::Call& call) {
  check_parameters(call);
  ir::Inferred inferred{.results = {call.shape(0)}};
  if (call.rank(1) == 0) return inferred;
  const index::Expr& count = scale_dim(call).extent;
  if (const auto axis = quantized_axis(call)) {
    const index::Expr& extent = call.shape(0)[*axis].extent;
    require(inferred.conditions, call.facts,
            equal(count, extent) || equal(count, 1),
            "have one scale, or one for each of " + print(extent) +
                " indices, not " + print(count));
  }
  if (call.has(2))
    require(inferred.conditions, call.facts,
            equal(call.shape(2)[0].extent, count),
            "have as many zero points as scales, not " +
                print(call.shape(2)[0].extent));
  return inferred;
}

ir::Indices parameter_indices(const ir::Call& call, const ir::Indices& at) {
  if (call.rank(1) == 0) return {};
  const auto axis = quantized_axis(call);
  if (!axis) return {0};
  return {broadcast_index(scale_dim(call), call.shape(0)[*axis], at.at(*axis),
                          call.facts)};
}

ir::OnnxCall quantize_from_onnx(const ir::OnnxNode& node) {
  if (node.integer("block_size", 0) != 0)
    throw ir::IllFormed("blocked quantisation is not supported");
  if (node.op_type == "DequantizeLinear" &&
      node.integer("output_dtype", 0) != 0)
    throw ir::IllFormed(
        "output_dtype is not supported: it is the scale's type");
  ir::OnnxCall call = elementwise_from_onnx(node);
  const ir::Shape& x = node.operands.at(0).shape;
  const ir::Shape& scale = node.operands.at(1).shape;
  const bool is_per_axis = scale.size() == 1 && !scale[0].extent.is(1);
  if (is_per_axis)
    call.attributes["axis"] =
        ir::Axes{ir::OnnxNode::normalised({node.integer("axis", 1)}, x.size())};
  return call;
}

ir::OnnxMade quantize_to_onnx(const ir::Call& call, int opset) {
  ir::OnnxNodeMade node{.op_type = "", .operands = operands_made(call)};
  const auto axis = quantized_axis(call);
  if (axis && !scale_dim(call).extent.is(1)) {
    ir::require_opset(opset, 13, "a scale for each index of an axis");
    node.attributes["axis"] = static_cast<std::int64_t>(*axis);
  }
  return {.nodes = {node}};
}

}  // namespace rewright::ops
