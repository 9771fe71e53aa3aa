// SPDX-License-Identifier: Apache-2.0
//
// Slice, to the letter of ONNX: a negative start or end counts from the end
// of the axis, then both are clamped, to [0, d] for a positive step and to
// [0, d-1] and [-1, d-1] for a negative one. Entries that are not given keep
// the axis whole. Where the sign of a step is not known, both cases stand in
// the result; facts make clamps vanish that `when` decides.
#include <algorithm>
#include <limits>

#include "ops/common_movement.h"

namespace rewright::ops {
namespace {

using index::Expr;
using index::Facts;
using ir::Dim;

/// Result element i is operand element start + i * step, for i < count.
struct Progression {
  Expr start, step, count;
};

std::optional<Expr> given(const ir::Call& call, const std::string& name,
                          std::size_t entry) {
  if (!call.has(name)) return {};
  const auto& values = std::get<ir::PerAxis>(call.attributes.at(name)).values;
  return entry < values.size() ? values[entry] : std::nullopt;
}

Expr from_front(const Expr& position, const Expr& extent) {
  return ite(index::less(position, 0), position + extent, position);
}

class Axis {
 public:
  Axis(const ir::Call& call, std::size_t entry)
      : facts_(call.facts),
        extent_(call.shape(0).at(entry).extent),
        start_(given(call, "starts", entry)),
        end_(given(call, "ends", entry)),
        step_(call.per_axis("steps", entry, 1)) {}

  Progression progression() const {
    if (facts_.proves(index::less(0, step_))) return ascending(step_);
    if (facts_.proves(index::less(step_, 0))) return descending(-step_);
    const Progression up = ascending(max(step_, 1));
    const Progression down = descending(max(-step_, 1));
    const index::Formula is_up = index::less(0, step_);
    return {facts_.simplify(ite(is_up, up.start, down.start)), step_,
            facts_.simplify(ite(is_up, up.count, down.count))};
  }

  const Expr& step() const { return step_; }

 private:
  Progression ascending(const Expr& stride) const {
    const Expr start = start_ ? clamped(*start_, 0, extent_) : Expr(0);
    const Expr end = end_ ? clamped(*end_, 0, extent_) : extent_;
    return {start, step_, counted(end - start, stride)};
  }

  Progression descending(const Expr& stride) const {
    const Expr last = extent_ - 1;
    const Expr start = start_ ? clamped(*start_, 0, last) : last;
    const Expr end = end_ ? clamped(*end_, -1, last) : Expr(-1);
    return {start, step_, counted(start - end, stride)};
  }

  /// The upper end wins: on an empty axis nothing is left in any case.
  Expr clamped(const Expr& position, const Expr& low, const Expr& high) const {
    const Expr front = facts_.simplify(from_front(position, extent_));
    return facts_.simplify(min(facts_.simplify(max(front, low)), high));
  }

  Expr counted(const Expr& distance, const Expr& stride) const {
    const Expr steps = facts_.simplify(ceildiv(distance, stride));
    return facts_.simplify(max(steps, 0));
  }

  const Facts& facts_;
  Expr extent_;
  std::optional<Expr> start_, end_;
  Expr step_;
};

ir::Inferred infer(const ir::Call& call) {
  ir::Inferred inferred{.results = {{}}};
  for (std::size_t k = 0; k < call.shape(0).size(); ++k) {
    const Axis axis(call, k);
    Dim dim = call.shape(0)[k];
    require(inferred.conditions, call.facts,
            every_axis(dim, not_equal(axis.step(), 0)),
            "have a step that is not 0, but got " + print(axis.step()));
    dim.extent = axis.progression().count;
    inferred.results[0].push_back(dim);
  }
  return inferred;
}

ir::Value meaning(const ir::Call& call, const std::vector<ir::Reader>& operands,
                  int, const ir::Indices& at) {
  ir::Indices indices;
  for (std::size_t k = 0; k < at.size(); ++k) {
    const Progression p = Axis(call, k).progression();
    indices.push_back(p.start + at[k] * p.step);
  }
  return operands.at(0)(indices);
}

std::vector<ir::NamedDim> named_dims(const ir::Call& call,
                                     const ir::Inferred&) {
  return {named_per_axis(call, "steps", 1)};
}

std::int64_t number(const std::optional<Expr>& given, std::int64_t extent,
                    std::int64_t low, std::int64_t high,
                    std::int64_t fallback) {
  if (!given) return fallback;
  std::int64_t position = given->constant();
  if (position < 0) position += extent;
  return std::min(std::max(position, low), high);
}

/// Walks along entry k: start and number of elements.
std::pair<std::int64_t, std::int64_t> bounds(const ir::Call& call,
                                             std::size_t k, std::int64_t d,
                                             std::int64_t step) {
  const auto start = given(call, "starts", k), end = given(call, "ends", k);
  const std::int64_t top = step > 0 ? d : d - 1, bottom = step > 0 ? 0 : -1;
  const std::int64_t first = number(start, d, 0, top, step > 0 ? 0 : d - 1);
  const std::int64_t stop = number(end, d, bottom, top, step > 0 ? d : -1);
  const std::int64_t distance = step > 0 ? stop - first : first - stop;
  const auto stride = step > 0 ? static_cast<std::uint64_t>(step)
                               : 0 - static_cast<std::uint64_t>(step);
  const std::uint64_t length =
      distance > 0 ? static_cast<std::uint64_t>(distance - 1) / stride + 1 : 0;
  return {first, static_cast<std::int64_t>(length)};
}

std::vector<evaluate::Tensor> kernel(const ir::Call& call,
                                     const Operands& operands,
                                     const std::vector<ir::Shape>&) {
  const evaluate::Tensor& x = *operands.at(0);
  const Sizes strides = evaluate::strides(x.shape());
  Sizes sizes;
  Walk walk;
  for (std::size_t k = 0; k < strides.size(); ++k) {
    const std::int64_t step = call.per_axis("steps", k, 1).constant();
    const auto [start, length] = bounds(call, k, x.shape()[k], step);
    sizes.push_back(length);
    walk.start += start * strides[k];
    walk.strides.push_back(length > 1 ? step * strides[k] : 0);
  }
  return {gathered(x, sizes, walk)};
}

/// Exporters write the largest numbers for "up to the end".
bool is_beyond(const Expr& position, bool above) {
  constexpr std::int64_t far = std::numeric_limits<std::int32_t>::max();
  if (!position.is_constant()) return false;
  return above ? position.constant() >= far : position.constant() <= -far;
}

ir::OnnxCall from_onnx(const ir::OnnxNode& node) {
  const auto starts = node.sizes("starts", 1);
  const auto ends = node.sizes("ends", 2);
  const auto axes = node.attribute_or_operand("axes", 3);
  const auto steps = node.attribute_or_operand("steps", 4);
  if (!starts || !ends || starts->size() != ends->size() ||
      (axes && axes->size() != starts->size()) ||
      (steps && steps->size() != starts->size()))
    throw ir::IllFormed("Slice has lists of different lengths");
  const std::size_t rank = node.operands.at(0).shape.size();
  std::vector<std::int64_t> named;
  for (std::size_t k = 0; k < starts->size(); ++k)
    named.push_back(axes ? (*axes)[k] : static_cast<std::int64_t>(k));
  const std::vector<int> entries = ir::OnnxNode::normalised(named, rank);
  ir::PerAxis start{{rank, std::nullopt}}, end = start, step = start;
  for (std::size_t k = 0; k < entries.size(); ++k) {
    const auto entry = static_cast<std::size_t>(entries[k]);
    const std::int64_t by = steps ? (*steps)[k] : 1;
    step.values[entry] = by;
    if (!is_beyond((*starts)[k], by < 0)) start.values[entry] = (*starts)[k];
    if (!is_beyond((*ends)[k], by > 0)) end.values[entry] = (*ends)[k];
  }
  return {.operands = {0},
          .attributes = {{"starts", start}, {"ends", end}, {"steps", step}}};
}

/// What is given, by entry; before opset 10 attributes, without steps.
struct Written {
  std::vector<int> axes;
  std::vector<Expr> starts, ends, steps;
  bool has_steps = false;
};

/// As far as positions go: before the first element or behind the last.
constexpr std::int64_t beyond = std::numeric_limits<std::int64_t>::max();

Written written(const ir::Call& call) {
  Written list;
  for (std::size_t k = 0; k < call.shape(0).size(); ++k) {
    const auto start = given(call, "starts", k), end = given(call, "ends", k);
    const std::int64_t step =
        ir::number_of(call.per_axis("steps", k, 1), "the step of Slice");
    if (!start && !end && step == 1) continue;
    list.axes.push_back(static_cast<int>(k));
    list.starts.push_back(start.value_or(step > 0 ? 0 : beyond));
    list.ends.push_back(end.value_or(step > 0 ? beyond : -beyond));
    list.steps.emplace_back(step);
    list.has_steps = list.has_steps || step != 1;
  }
  return list;
}

std::vector<std::int64_t> numbers(const std::vector<Expr>& list) {
  std::vector<std::int64_t> result;
  for (const Expr& e : list)
    result.push_back(ir::number_of(e, "a bound of Slice"));
  return result;
}

ir::OnnxMade to_onnx(const ir::Call& call, int opset) {
  const Written list = written(call);
  if (list.axes.empty()) return {};
  ir::OnnxNodeMade node{.op_type = "", .operands = {ir::of_operand(0)}};
  if (opset < 10) {
    if (list.has_steps) ir::require_opset(opset, 10, "a step of Slice");
    node.attributes = {{"starts", numbers(list.starts)},
                       {"ends", numbers(list.ends)},
                       {"axes", ir::integers_of(list.axes)}};
    return {.nodes = {node}};
  }
  node.operands.push_back(ir::of_integers(list.starts));
  node.operands.push_back(ir::of_integers(list.ends));
  node.operands.push_back(ir::of_integers(list.axes));
  if (list.has_steps) node.operands.push_back(ir::of_integers(list.steps));
  return {.nodes = {node}};
}

ir::AttributeSpec per_axis(const std::string& name) {
  return {.name = name,
          .kind = ir::AttributeKind::per_axis,
          .frame = ir::Frame::operand};
}

}  // namespace

const ir::Operator& slice() {
  static const ir::Operator op = {
      .name = "Slice",
      .signature = movement_signature(
          {per_axis("starts"), per_axis("ends"), per_axis("steps")}),
      .infer = infer,
      .meaning = meaning,
      .kernel = kernel,
      .named_dims = named_dims,
      .from_onnx = from_onnx,
      .onnx_names = {"Slice"},
      .to_onnx = to_onnx,
      .note =
          "axes and steps must be constants, starts and ends follow from "
          "constants and sizes",
  };
  return op;
}

}  // namespace rewright::ops
