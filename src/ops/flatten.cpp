// SPDX-License-Identifier: Apache-2.0
//
// Flatten: two dimensions, the entries before `axis` and those from it on. A
// negative axis counts from the end, and it may be the rank. Since an axis is
// a number, no group may stand between it and the end it is counted from.
#include "ops/common_movement.h"

namespace rewright::ops {
namespace {

using index::Expr;
using ir::Shape;

/// The number of entries in front.
std::size_t front(const ir::Call& call) {
  const Expr& axis = call.integer("axis");
  if (!axis.is_constant())
    throw ir::IllFormed("the axis must be a number, not " + print(axis));
  const std::int64_t rank = call.rank(0), given = axis.constant();
  const std::int64_t entry = given < 0 ? given + rank : given;
  if (entry < 0 || entry > rank)
    throw ir::IllFormed("axis " + std::to_string(given) + " is out of range");
  const Shape& shape = call.shape(0);
  const auto from = shape.begin() + (given < 0 ? entry : 0);
  const auto to = given < 0 ? shape.end() : shape.begin() + entry;
  if (ir::has_groups(Shape(from, to)))
    throw ir::IllFormed("axis " + std::to_string(given) +
                        " counts an axis group of unknown rank");
  return static_cast<std::size_t>(entry);
}

ir::Inferred infer(const ir::Call& call) {
  const Shape& x = call.shape(0);
  const auto middle = x.begin() + static_cast<std::ptrdiff_t>(front(call));
  return {.results = {{{ir::elements(Shape(x.begin(), middle))},
                       {ir::elements(Shape(middle, x.end()))}}}};
}

ir::Value meaning(const ir::Call& call, const std::vector<ir::Reader>& operands,
                  int, const ir::Indices& at) {
  const Shape to = infer(call).results.at(0);
  return operands.at(0)(reshape_indices(call.shape(0), to, at, call.facts));
}

std::vector<evaluate::Tensor> kernel(const ir::Call& call,
                                     const Operands& operands,
                                     const std::vector<Shape>&) {
  const evaluate::Tensor& x = *operands.at(0);
  const std::int64_t axis = call.integer("axis").constant();
  const auto middle =
      axis < 0 ? x.shape().end() + axis : x.shape().begin() + axis;
  return {reshaped(x, {evaluate::count(Sizes(x.shape().begin(), middle)),
                       evaluate::count(Sizes(middle, x.shape().end()))})};
}

ir::OnnxCall from_onnx(const ir::OnnxNode& node) {
  return {.operands = {0},
          .attributes = {{"axis", Expr(node.integer("axis", 1))}}};
}

ir::OnnxMade to_onnx(const ir::Call& call, int) {
  const std::int64_t axis = ir::number_of(call.integer("axis"), "axis");
  return {.nodes = {{.op_type = "",
                     .attributes = {{"axis", axis}},
                     .operands = {ir::of_operand(0)}}}};
}

}  // namespace

const ir::Operator& flatten() {
  static const ir::Operator op = {
      .name = "Flatten",
      .signature = movement_signature({{.name = "axis",
                                        .kind = ir::AttributeKind::integer,
                                        .fallback = ir::Attribute(Expr(1))}}),
      .infer = infer,
      .meaning = meaning,
      .kernel = kernel,
      .from_onnx = from_onnx,
      .onnx_names = {"Flatten"},
      .to_onnx = to_onnx,
  };
  return op;
}

}  // namespace rewright::ops
