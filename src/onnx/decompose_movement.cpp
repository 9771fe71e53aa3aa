// SPDX-License-Identifier: Apache-2.0
//
// Operators that only move elements, and casts that need no rounding.
#include <algorithm>
#include <numeric>

#include "ir/unsupported.h"
#include "onnx/decompose_selection.h"
#include "onnx/element.h"

namespace rewright::onnx {

namespace {

using D = const Decomposition&;
using Refs = std::vector<ir::Ref>;
using index::Expr;

// --- Gather ------------------------------------------------------------------

/// Elements start, start + step, ... of one axis.
ir::Ref sliced(D d, const ir::Ref& x, int axis, std::int64_t start,
               std::int64_t step, std::int64_t count) {
  const auto rank = static_cast<std::size_t>(d.rank(x));
  const auto entry = static_cast<std::size_t>(axis);
  ir::PerAxis starts{{rank, std::nullopt}}, ends = starts, steps = starts;
  const std::int64_t last = start + step * (count - 1);
  const std::int64_t end = last + (step > 0 ? 1 : -1);
  starts.values[entry] = Expr(start);
  // Past either end of an axis that is counted from its other end: no bound.
  const bool is_open = start < 0 ? end == 0 : end == -1;
  if (!is_open) ends.values[entry] = Expr(end);
  steps.values[entry] = Expr(step);
  return d.call("Slice", {x},
                {{"starts", starts}, {"ends", ends}, {"steps", steps}});
}

void require_in_range(D d, const Expr& extent, std::int64_t index) {
  const Expr needed = index < 0 ? Expr(-index) : Expr(index + 1);
  const auto is_inside = index::less_equal(needed, extent);
  if (d.facts().proves(!is_inside))
    throw ir::IllFormed("index " + std::to_string(index) +
                        " is out of range of an axis of extent " +
                        print(extent));
  if (!d.facts().proves(is_inside))
    throw ir::Unsupported("index " + std::to_string(index) +
                          " may be out of range of an axis of extent " +
                          print(extent));
}

/// Whether the indices have one step, which is then in `step`.
bool is_progression(const std::vector<std::int64_t>& indices,
                    std::int64_t& step) {
  step = indices.size() > 1 ? indices[1] - indices[0] : 1;
  for (std::size_t k = 1; k < indices.size(); ++k)
    if (indices[k] - indices[k - 1] != step) return false;
  return step != 0;
}

ir::Ref gathered(D d, const ir::Ref& x, int axis,
                 const std::vector<std::int64_t>& indices) {
  const auto count = static_cast<std::int64_t>(indices.size());
  std::int64_t step = 1;
  if (is_progression(indices, step))
    return sliced(d, x, axis, indices[0], step, count);
  std::vector<ir::Ref> parts;
  for (const std::int64_t index : indices)
    parts.push_back(sliced(d, x, axis, index, 1, 1));
  return d.call("Concat", parts, {{"axis", ir::Axes{{axis}}}});
}

/// With constant indices: slices, put together.
Refs gather(D d) {
  constexpr std::size_t most = 256;
  const ir::Ref x = d.operand(0);
  const int axis = d.axis("axis", 0, x);
  if (!d.form(1).integers) return {gather_computed(d, x, d.operand(1), axis)};
  std::vector<std::int64_t> indices = d.integers(1);
  const auto entry = static_cast<std::size_t>(axis);
  const Expr extent = d.shape(x)[entry].extent;
  for (std::int64_t& index : indices) {
    require_in_range(d, extent, index);
    if (index < 0 && extent.is_constant()) index += extent.constant();
  }
  const bool has_both_signs = std::any_of(indices.begin(), indices.end(),
                                          [](auto i) { return i < 0; }) &&
                              std::any_of(indices.begin(), indices.end(),
                                          [](auto i) { return i >= 0; });
  std::int64_t step = 1;
  if (indices.empty() || has_both_signs ||
      (indices.size() > most && !is_progression(indices, step)))
    return {gather_computed(d, x, d.operand(1), axis)};
  const ir::Ref taken = gathered(d, x, axis, indices);
  const ir::Shape& at = d.form(1).shape;
  if (at.size() == 1) return {taken};
  if (at.empty())
    return {d.call("Squeeze", {taken}, {{"axes", ir::Axes{{axis}}}})};
  ir::Shape shape = d.shape(taken);
  const auto place = shape.begin() + axis;
  shape.insert(shape.erase(place), at.begin(), at.end());
  return {d.reshape(taken, shape)};
}

// --- Blocks ------------------------------------------------------------------

/// extent / by where that is known to be whole.
Expr part(const ir::Shape& shape, std::size_t axis, std::int64_t by) {
  Expr quotient;
  const Expr& extent = shape[axis].extent;
  if (!extent.is_constant() && !index::divide_exactly(extent, by, quotient))
    throw ir::Unsupported("blocks of " + std::to_string(by) +
                          " may not divide an axis of extent " + print(extent));
  if (!index::divide_exactly(extent, by, quotient))
    throw ir::IllFormed("blocks of " + std::to_string(by) +
                        " do not divide an axis of extent " +
                        print(shape[axis].extent));
  return quotient;
}

std::int64_t block_size(D d, const ir::Ref& x) {
  const std::int64_t size = d.node().integer("blocksize", 0);
  if (size <= 0) throw ir::IllFormed("its blocksize is not positive");
  if (d.rank(x) != 4) throw ir::IllFormed("its input is not of rank 4");
  return size;
}

Refs depth_to_space(D d) {
  const ir::Ref x = d.operand(0);
  const std::int64_t b = block_size(d, x);
  const ir::Shape s = d.shape(x);
  const ir::Dim depth{part(s, 1, b * b)}, block{b};
  const bool is_column_first = d.node().text("mode", "DCR") == "CRD";
  const ir::Ref apart =
      is_column_first
          ? d.transpose(d.reshape(x, {s[0], depth, block, block, s[2], s[3]}),
                        {0, 1, 4, 2, 5, 3})
          : d.transpose(d.reshape(x, {s[0], block, block, depth, s[2], s[3]}),
                        {0, 3, 4, 1, 5, 2});
  return {
      d.reshape(apart, {s[0], depth, {s[2].extent * b}, {s[3].extent * b}})};
}

Refs space_to_depth(D d) {
  const ir::Ref x = d.operand(0);
  const std::int64_t b = block_size(d, x);
  const ir::Shape s = d.shape(x);
  const ir::Dim height{part(s, 2, b)}, width{part(s, 3, b)}, block{b};
  const ir::Ref apart =
      d.transpose(d.reshape(x, {s[0], s[1], height, block, width, block}),
                  {0, 3, 5, 1, 2, 4});
  return {d.reshape(apart, {s[0], {s[1].extent * b * b}, height, width})};
}

Refs tile(D d) {
  const ir::Ref x = d.operand(0);
  const auto& repeats = d.integers(1);
  const ir::Shape s = d.shape(x);
  if (repeats.size() != s.size())
    throw ir::IllFormed("it has not one number of repeats for every axis");
  ir::Shape apart, repeated, result;
  for (std::size_t k = 0; k < s.size(); ++k) {
    if (repeats[k] != 1) {
      apart.push_back({1});
      repeated.push_back({repeats[k]});
    }
    apart.push_back(s[k]);
    repeated.push_back(s[k]);
    result.push_back({s[k].extent * repeats[k]});
  }
  if (apart.size() == s.size()) return {d.call("Identity", {x})};
  const ir::Ref expanded =
      d.call("Expand", {d.reshape(x, apart)}, {{"shape", repeated}});
  return {d.reshape(expanded, result)};
}

// --- The rest ----------------------------------------------------------------

/// Keeps the part on one side of a diagonal: column - row >= k, or <= k.
Refs trilu(D d) {
  const ir::Ref x = d.operand(0);
  if (d.rank(x) < 2) throw ir::IllFormed("its input is no matrix");
  const std::int64_t k = d.has(1) ? d.integers(1).at(0) : 0;
  const ir::Shape& s = d.shape(x);
  const ir::Shape matrix(s.end() - 2, s.end());
  const ir::Ref row = d.call(
      "Add", {d.positions(matrix, 0), d.number(k, ir::ElementType::int64)});
  const bool is_upper = d.node().integer("upper", 1) != 0;
  const ir::Ref keeps = d.call(is_upper ? "GreaterOrEqual" : "LessOrEqual",
                               {d.positions(matrix, 1), row});
  return {d.call("Where", {keeps, x, d.number(0, x)})};
}

Refs dropout(D d) {
  if (d.has(2) && (!d.form(2).scalar || d.form(2).scalar->truth))
    throw ir::Unsupported("training_mode is not supported");
  const ir::Ref x = d.operand(0);
  const Refs result = {d.call("Identity", {x})};
  if (d.node().results < 2 || d.node().opset < 10) return result;
  const ir::Ref keeps_all =
      d.call("Expand", {d.number(1, ir::ElementType::boolean)},
             {{"shape", d.shape(x)}});
  return {result[0], keeps_all};
}

/// Between truth values and numbers; other casts round, or change the type
/// of a tensor that is not known.
Refs cast_to(D d, std::optional<ir::ElementType> to) {
  const ir::Ref x = d.operand(0);
  if (!to) throw ir::Unsupported("it casts to a type that is not supported");
  if (*to == d.type(x)) return {d.call("Identity", {x})};
  const bool is_truth = d.type(x) == ir::ElementType::boolean;
  if (*to == ir::ElementType::boolean && !is_truth)
    return {d.call("Not", {d.call("Equal", {x, d.number(0, x)})})};
  if (is_truth && *to != ir::ElementType::boolean)
    return {d.call("Where", {x, d.number(1, *to), d.number(0, *to)})};
  throw ir::Unsupported("casts from " + std::string(ir::name(d.type(x))) +
                        " to " + std::string(ir::name(*to)) +
                        " are not supported");
}

Refs cast(D d) {
  return cast_to(d, element_type(static_cast<int>(d.node().integer("to", 0))));
}

Refs cast_like(D d) { return cast_to(d, d.type(d.operand(1))); }

}  // namespace

Decompositions movements() {
  return {
      {"Gather", gather},
      {"DepthToSpace", depth_to_space},
      {"SpaceToDepth", space_to_depth},
      {"Tile", tile},
      {"Trilu", trilu},
      {"Dropout", dropout},
      {"Cast", cast},
      {"CastLike", cast_like},
  };
}

}  // namespace rewright::onnx
