// SPDX-License-Identifier: Apache-2.0
//
// Selecting by masks: a tensor of positions is compared with indices that are
// computed, or with positions along another axis, and a sum over what the mask
// lets through picks one element or adds up a run of them. The elements that
// are not selected are replaced by 0, not multiplied by it.
//
// Indices out of range, which ONNX forbids, select nothing.
#include "onnx/decompose_selection.h"

#include <utility>

#include "ir/unsupported.h"
#include "onnx/element.h"

namespace rewright::onnx {

namespace {

using D = const Decomposition&;
using Refs = std::vector<ir::Ref>;
using index::Expr;

std::size_t entry(int axis) { return static_cast<std::size_t>(axis); }

/// 0, 1, ... along `axis` of a tensor like `shape`, to be broadcast over the
/// other axes.
ir::Ref positions_along(D d, const ir::Shape& shape, int axis,
                        ir::ElementType type = ir::ElementType::int64) {
  ir::Shape line(shape.size() - entry(axis), ir::Dim{1});
  line[0] = shape[entry(axis)];
  return d.positions(line, 0, type);
}

ir::Shape with_axis(ir::Shape shape, int at, const ir::Dim& dim) {
  shape.insert(shape.begin() + at, dim);
  return shape;
}

/// Indices that count from the end made to count from the start.
ir::Ref from_start(D d, const ir::Ref& indices, const Expr& extent) {
  const ir::ElementType type = d.type(indices);
  const ir::Ref shifted = d.call("Add", {indices, d.size(extent, type)});
  const ir::Ref is_negative = d.call("Less", {indices, d.number(0, indices)});
  return d.call("Where", {is_negative, shifted, indices});
}

/// The sum over `axis` of the elements that the mask lets through.
ir::Ref sum_selected(D d, const ir::Ref& mask, const ir::Ref& x, int axis) {
  const ir::Ref kept = d.call("Where", {mask, x, d.number(0, x)});
  return d.reduce("ReduceSum", kept, {axis}, false);
}

Refs gather_elements(D d) {
  const ir::Ref x = d.operand(0), given = d.operand(1);
  if (d.rank(x) == 0 || d.rank(x) != d.rank(given))
    throw ir::IllFormed("data and indices have different ranks");
  const int axis = d.axis("axis", 0, x);
  const ir::Shape from = d.shape(x), to = d.shape(given);
  for (std::size_t k = 0; k < from.size(); ++k)
    if (k != entry(axis) &&
        !d.facts().proves_equal(from[k].extent, to[k].extent))
      throw ir::Unsupported("axis " + std::to_string(k) +
                            " of its data is not that of its indices");
  const ir::Ref indices = from_start(d, given, from[entry(axis)].extent);
  const ir::Ref apart = d.reshape(indices, with_axis(to, axis + 1, {1}));
  const ir::Ref mask =
      d.call("Equal", {apart, positions_along(d, from, axis, d.type(given))});
  const ir::Ref spread = d.reshape(x, with_axis(from, axis, {1}));
  return {sum_selected(d, mask, spread, axis + 1)};
}

// --- The largest element -----------------------------------------------------

/// The position of the first, or the last, of the largest or smallest
/// elements; its axis is kept.
ir::Ref position_of(D d, const ir::Ref& x, int axis, const std::string& extreme,
                    bool takes_last) {
  const ir::Ref best = d.reduce(extreme, x, {axis});
  const ir::Ref is_best = d.call("Equal", {x, best});
  const ir::Ref at = positions_along(d, d.shape(x), axis);
  const Expr extent = d.shape(x)[entry(axis)].extent;
  const ir::Ref none = d.size(takes_last ? Expr(-1) : extent, d.type(at));
  return d.reduce(takes_last ? "ReduceMax" : "ReduceMin",
                  d.call("Where", {is_best, at, none}), {axis});
}

Refs position(D d, const std::string& extreme) {
  const ir::Ref x = d.operand(0);
  const int axis = d.axis("axis", 0, x);
  const bool takes_last = d.node().integer("select_last_index", 0) != 0;
  const ir::Ref at = position_of(d, x, axis, extreme, takes_last);
  if (d.node().integer("keepdims", 1) != 0) return {at};
  return {d.call("Squeeze", {at}, {{"axes", ir::Axes{{axis}}}})};
}

/// Before opset 13 the axes from `axis` on were one.
Refs hardmax(D d) {
  const ir::Ref given = d.operand(0);
  const bool is_flattening = d.node().opset < 13;
  int axis = d.axis("axis", is_flattening ? 1 : -1, given);
  const ir::Shape shape = d.shape(given);
  ir::Ref x = given;
  if (is_flattening) {
    const auto middle = shape.begin() + axis;
    const ir::Shape head(shape.begin(), middle), tail(middle, shape.end());
    x = d.reshape(x, {{ir::elements(head)}, {ir::elements(tail)}});
    axis = 1;
  }
  const ir::Ref at = position_of(d, x, axis, "ReduceMax", false);
  const ir::Ref is_first =
      d.call("Equal", {positions_along(d, d.shape(x), axis), at});
  const ir::Ref y = d.call("Where", {is_first, d.number(1, x), d.number(0, x)});
  return {is_flattening ? d.reshape(y, shape) : y};
}

// --- Runs of elements --------------------------------------------------------

Refs cumulative_sum(D d) {
  const ir::Ref x = d.operand(0);
  const auto& axes = d.integers(1);
  if (axes.size() != 1) throw ir::IllFormed("its axis is no scalar");
  const int axis = ir::OnnxNode::normalised(axes, d.shape(x).size()).front();
  const bool is_reverse = d.node().integer("reverse", 0) != 0;
  const bool is_exclusive = d.node().integer("exclusive", 0) != 0;
  const std::string compare = std::string(is_reverse ? "Greater" : "Less") +
                              (is_exclusive ? "" : "OrEqual");
  return {sum_of_run(d, x, axis, [&](const ir::Ref& from, const ir::Ref& to) {
    return d.call(compare, {from, to});
  })};
}

Refs one_hot(D d) {
  const ir::Ref given = d.operand(0), values = d.operand(2);
  if (!d.form(1).sizes || d.form(1).sizes->size() != 1)
    throw ir::Unsupported("its depth does not follow from constants");
  const ir::Dim depth{d.form(1).sizes->front()};
  const auto rank = static_cast<std::size_t>(d.rank(given));
  const int axis =
      ir::OnnxNode::normalised({d.node().integer("axis", -1)}, rank + 1)[0];
  const ir::ElementType type = d.type(given);
  if (class_of(type) != ir::ElementClass::integer)
    throw ir::Unsupported("indices of type " + std::string(ir::name(type)) +
                          " are not supported");
  const ir::Ref indices = from_start(d, given, depth.extent);
  const ir::Ref apart =
      d.reshape(indices, with_axis(d.shape(given), axis, {1}));
  const ir::Shape result = with_axis(d.shape(given), axis, depth);
  const ir::Ref is_on =
      d.call("Equal", {apart, positions_along(d, result, axis, type)});
  const auto value = [&](std::int64_t k) {
    return d.reshape(d.call("Slice", {values},
                            {{"starts", ir::PerAxis{{Expr(k)}}},
                             {"ends", ir::PerAxis{{Expr(k + 1)}}},
                             {"steps", ir::PerAxis{{Expr(1)}}}}),
                     {});
  };
  return {d.call("Where", {is_on, value(1), value(0)})};
}

Refs eye_like(D d) {
  const ir::Ref x = d.operand(0);
  if (d.rank(x) != 2) throw ir::IllFormed("its input is no matrix");
  const auto to = d.node().integer("dtype", data_type(d.type(x)));
  const auto type = element_type(static_cast<int>(to));
  if (!type) throw ir::Unsupported("its type is not supported");
  const ir::Ref row = d.call(
      "Add", {d.positions(d.shape(x), 0),
              d.number(d.node().integer("k", 0), ir::ElementType::int64)});
  const ir::Ref is_on = d.call("Equal", {d.positions(d.shape(x), 1), row});
  return {d.call("Where", {is_on, d.number(1, *type), d.number(0, *type)})};
}

}  // namespace

ir::Ref sum_of_run(
    D d, const ir::Ref& x, int axis,
    const std::function<ir::Ref(const ir::Ref&, const ir::Ref&)>& mask) {
  const ir::Shape shape = d.shape(x);
  ir::Shape square(shape.size() - entry(axis) + 1, ir::Dim{1});
  square[0] = square[1] = shape[entry(axis)];
  const ir::Ref selected = mask(d.positions(square, 1), d.positions(square, 0));
  const ir::Ref spread = d.reshape(x, with_axis(shape, axis, {1}));
  return sum_selected(d, selected, spread, axis + 1);
}

/// [before, indices, after], of the axis in the middle of `x`.
ir::Ref gather_computed(D d, const ir::Ref& x, const ir::Ref& given, int axis) {
  const ir::Shape from = d.shape(x), at = d.shape(given);
  const auto middle = from.begin() + axis;
  ir::Shape apart = at;
  apart.resize(at.size() + static_cast<std::size_t>(from.end() - middle), {1});
  ir::Shape spread(from.begin(), middle);
  spread.insert(spread.end(), at.size(), {1});
  spread.insert(spread.end(), middle, from.end());
  const ir::Ref indices =
      d.reshape(from_start(d, given, from[entry(axis)].extent), apart);
  const ir::Ref mask =
      d.call("Equal", {indices, positions_along(d, from, axis, d.type(given))});
  return sum_selected(d, mask, d.reshape(x, spread),
                      axis + static_cast<int>(at.size()));
}

Decompositions selections() {
  return {
      {"GatherElements", gather_elements},
      {"ArgMax", [](D d) { return position(d, "ReduceMax"); }},
      {"ArgMin", [](D d) { return position(d, "ReduceMin"); }},
      {"Hardmax", hardmax},
      {"CumSum", cumulative_sum},
      {"OneHot", one_hot},
      {"EyeLike", eye_like},
  };
}

}  // namespace rewright::onnx
