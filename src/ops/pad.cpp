// SPDX-License-Identifier: Apache-2.0
//
// Pad, constant mode: `low` elements before, `high` after and `interior`
// between the elements of each axis, holding the value: a scalar operand, the
// attribute `value` that it was before opset 11, or zero. Negative low and
// high crop. ONNX has no interior padding; XLA has.
#include "evaluate/arithmetic.h"
#include "ops/common_movement.h"
#include "ops/common_pad_onnx.h"

namespace rewright::ops {
namespace {

using evaluate::Tensor;
using index::Expr;
using ir::Dim;

struct Padding {
  Padding(const ir::Call& call, std::size_t entry)
      : low(call.per_axis("low", entry, 0)),
        high(call.per_axis("high", entry, 0)),
        interior(call.per_axis("interior", entry, 0)) {}

  Expr low, high, interior;
};

ir::Inferred infer(const ir::Call& call) {
  if (call.has(1) && call.rank(1) != 0)
    throw ir::IllFormed("the value must be a scalar, but has shape " +
                        ir::print(call.shape(1)));
  if (call.has(1) && call.has("value"))
    throw ir::IllFormed("the value is given twice");
  ir::Inferred inferred{.results = {{}}};
  for (std::size_t k = 0; k < call.shape(0).size(); ++k) {
    Dim dim = call.shape(0)[k];
    const Padding p(call, k);
    const Expr gaps = call.facts.simplify(max(dim.extent - 1, 0));
    const Expr before = dim.extent;
    dim.extent =
        call.facts.simplify(p.low + p.high + before + p.interior * gaps);
    require(
        inferred.conditions, call.facts,
        every_axis(dim, index::nonnegative(p.interior)),
        "have an interior that is not negative, but got " + print(p.interior));
    require(inferred.conditions, call.facts,
            every_axis(dim, index::nonnegative(dim.extent)),
            "not crop more than there is, but " + print(before) +
                " would become " + print(dim.extent));
    inferred.results[0].push_back(dim);
  }
  return inferred;
}

ir::Value padding_value(const ir::Call& call,
                        const std::vector<ir::Reader>& operands) {
  if (call.has(1)) return operands.at(1)({});
  return call.has("value") ? ir::constant(call.number("value"))
                           : ir::constant(0);
}

// Element j of the spread axis is an element of x when 0 <= j, j <= (d-1)*s
// and s divides j, for s = interior + 1; that is false for every j if d is 0.
ir::Value meaning(const ir::Call& call, const std::vector<ir::Reader>& operands,
                  int, const ir::Indices& at) {
  index::Formula is_inside(true);
  ir::Indices indices;
  for (std::size_t k = 0; k < at.size(); ++k) {
    const Dim& dim = call.shape(0)[k];
    const Padding p(call, k);
    const Expr spread = p.interior + 1, j = at[k] - p.low;
    is_inside = is_inside &&
                every_axis(dim, index::nonnegative(j) &&
                                    less_equal(j, (dim.extent - 1) * spread) &&
                                    equal(mod(j, spread), 0));
    indices.push_back(call.facts.simplify(div(j, spread)));
  }
  is_inside = call.facts.simplify(is_inside);
  if (is_inside.is_true()) return operands.at(0)(indices);
  const ir::Value padding = padding_value(call, operands);
  if (is_inside.is_false()) return padding;
  return ir::select(is_inside, operands.at(0)(indices), padding);
}

std::vector<ir::NamedDim> named_dims(const ir::Call& call,
                                     const ir::Inferred&) {
  return {named_per_axis(call, "low", 0), named_per_axis(call, "high", 0),
          named_per_axis(call, "interior", 0)};
}

Tensor padding_tensor(const ir::Call& call, const Operands& operands) {
  if (call.has(1)) return *operands.at(1);
  const ir::ConstantNumber value =
      call.has("value") ? call.number("value") : ir::ConstantNumber();
  return evaluate::with_element(
      *operands.at(0), [&]<class E>(evaluate::Element<E>) -> Tensor {
        return evaluate::Dense<E>{
            {}, {evaluate::Arithmetic<E>::from_constant(value)}};
      });
}

/// The operand elements [first, first + count) of an axis land inside.
struct Kept {
  std::int64_t first, count;
};

Kept kept(std::int64_t d, std::int64_t low, std::int64_t step,
          std::int64_t size) {
  std::int64_t first = 0;
  while (first < d && low + first * step < 0) ++first;
  std::int64_t end = d;
  while (end > first && low + (end - 1) * step >= size) --end;
  return {first, end - first};
}

std::vector<Tensor> kernel(const ir::Call& call, const Operands& operands,
                           const std::vector<ir::Shape>&) {
  const Tensor& x = *operands.at(0);
  const std::size_t rank = x.shape().size();
  Sizes sizes, copied;
  Walk from{0, evaluate::strides(x.shape())}, to;
  for (std::size_t k = 0; k < rank; ++k) {
    const std::int64_t d = x.shape()[k];
    const std::int64_t step = call.per_axis("interior", k, 0).constant() + 1;
    sizes.push_back(call.per_axis("low", k, 0).constant() +
                    call.per_axis("high", k, 0).constant() +
                    (d == 0 ? 0 : (d - 1) * step + 1));
  }
  const Sizes strides = evaluate::strides(sizes);
  for (std::size_t k = 0; k < rank; ++k) {
    const std::int64_t step = call.per_axis("interior", k, 0).constant() + 1;
    const std::int64_t low = call.per_axis("low", k, 0).constant();
    const Kept part = kept(x.shape()[k], low, step, sizes[k]);
    copied.push_back(part.count);
    from.start += part.first * from.strides[k];
    to.start += (low + part.first * step) * strides[k];
    to.strides.push_back(step * strides[k]);
  }
  Tensor result = filled(padding_tensor(call, operands), sizes);
  copy(x, from, copied, result, to);
  return {result};
}

ir::OnnxCall from_onnx(const ir::OnnxNode& node) {
  if (node.text("mode", "constant") != "constant")
    throw ir::IllFormed("Pad has mode " + node.text("mode", ""));
  const auto pads = node.sizes("pads", 1);
  const auto named = node.attribute_or_operand("axes", 3);
  const std::size_t rank = node.operands.at(0).shape.size();
  std::vector<std::int64_t> axes;
  for (std::size_t k = 0; k < rank; ++k)
    axes.push_back(static_cast<std::int64_t>(k));
  if (named) axes = *named;
  if (!pads || pads->size() != 2 * axes.size())
    throw ir::IllFormed("Pad needs two pads for every axis");
  const std::vector<int> entries = ir::OnnxNode::normalised(axes, rank);
  ir::PerAxis low{{rank, Expr(0)}}, high = low;
  for (std::size_t k = 0; k < entries.size(); ++k) {
    low.values[static_cast<std::size_t>(entries[k])] = (*pads)[k];
    high.values[static_cast<std::size_t>(entries[k])] =
        (*pads)[entries.size() + k];
  }
  ir::OnnxCall call{.operands = {0},
                    .attributes = {{"low", low}, {"high", high}}};
  if (const auto value = node.number("value"))
    call.attributes["value"] = *value;
  if (node.has_operand(2)) {
    if (node.operands[2].scalar)
      call.attributes["value"] = *node.operands[2].scalar;
    else
      call.operands.push_back(2);
  }
  return call;
}

ir::OnnxMade to_onnx(const ir::Call& call, int opset) {
  std::vector<PaddedAxis> axes;
  for (std::size_t k = 0; k < call.shape(0).size(); ++k) {
    const Padding p(call, k);
    axes.push_back({p.low, p.high, p.interior});
  }
  PaddingMade padding;
  if (call.has(1)) padding.operand = 1;
  if (call.has("value")) padding.number = call.number("value");
  ir::OnnxMade made;
  pad_to_onnx(call, opset, axes, padding, made);
  return made;
}

ir::AttributeSpec per_axis(const std::string& name) {
  return {.name = name,
          .kind = ir::AttributeKind::per_axis,
          .frame = ir::Frame::operand};
}

ir::Signature signature() {
  return {.operands = {"T", "T"},
          .required = 1,
          .results = {"T"},
          .types = {{"T", ir::all_types}},
          .attributes = {per_axis("low"),
                         per_axis("high"),
                         per_axis("interior"),
                         {.name = "value", .kind = ir::AttributeKind::number}}};
}

}  // namespace

const ir::Operator& pad() {
  static const ir::Operator op = {
      .name = "Pad",
      .signature = signature(),
      .infer = infer,
      .meaning = meaning,
      .kernel = kernel,
      .named_dims = named_dims,
      .from_onnx = from_onnx,
      .onnx_names = {"Pad"},
      .to_onnx = to_onnx,
      .note = "mode constant only; pads must follow from constants and sizes",
  };
  return op;
}

}  // namespace rewright::ops
