// SPDX-License-Identifier: Apache-2.0
//
// DynamicUpdateSlice, of XLA: operand 0 with the elements from `starts` on
// replaced by those of operand 1, which has as many axes.
#include "ops/common_dynamic.h"

namespace rewright::ops {
namespace {

using index::Expr;

ir::Inferred infer(const ir::Call& call) {
  const ir::Shape& x = call.shape(0);
  const ir::Shape& update = call.shape(1);
  bool is_aligned = x.size() == update.size();
  for (std::size_t k = 0; is_aligned && k < x.size(); ++k)
    is_aligned = x[k].group == update[k].group;
  if (!is_aligned)
    throw ir::IllFormed("axes do not line up: " + ir::print(x) + " faces " +
                        ir::print(update));
  ir::Inferred inferred{.results = {x}};
  for (std::size_t k = 0; k < x.size(); ++k)
    require_window(call, k, update[k].extent, inferred.conditions);
  return inferred;
}

ir::Value meaning(const ir::Call& call, const std::vector<ir::Reader>& operands,
                  int, const ir::Indices& at) {
  index::Formula is_replaced(true);
  ir::Indices indices;
  for (std::size_t k = 0; k < at.size(); ++k) {
    const ir::Dim& window = call.shape(1)[k];
    const Expr j = at[k] - window_start(call, k, window.extent);
    is_replaced =
        is_replaced && every_axis(window, index::nonnegative(j) &&
                                              index::less(j, window.extent));
    indices.push_back(j);
  }
  is_replaced = call.facts.simplify(is_replaced);
  if (is_replaced.is_true()) return operands.at(1)(indices);
  if (is_replaced.is_false()) return operands.at(0)(at);
  return ir::select(is_replaced, operands.at(1)(indices), operands.at(0)(at));
}

std::vector<evaluate::Tensor> kernel(const ir::Call& call,
                                     const Operands& operands,
                                     const std::vector<ir::Shape>&) {
  evaluate::Tensor result = *operands.at(0);
  const evaluate::Tensor& update = *operands.at(1);
  const Sizes& sizes = update.shape();
  Walk to{0, evaluate::strides(result.shape())};
  for (std::size_t k = 0; k < sizes.size(); ++k)
    to.start +=
        concrete_start(call, k, result.shape()[k], sizes[k]) * to.strides[k];
  copy(update, {0, evaluate::strides(sizes)}, sizes, result, to);
  return {result};
}

/// Writes the nodes: along each axis what stands before the window, the window
/// itself, and what stands behind it are joined.
class Writer {
 public:
  explicit Writer(const ir::Call& call) : call_(call) {}

  ir::OnnxMade made() {
    if (call_.shape(0).empty())
      add({.op_type = "Identity", .operands = {ir::of_operand(1)}});
    else
      replaced(ir::of_operand(0), 0);
    return std::move(made_);
  }

 private:
  ir::OnnxOperandMade add(ir::OnnxNodeMade node) {
    made_.nodes.push_back(std::move(node));
    return ir::of_node(static_cast<int>(made_.nodes.size()) - 1);
  }

  ir::OnnxOperandMade slice(const ir::OnnxOperandMade& x, std::size_t k,
                            const Expr& start, const Expr& end) {
    return add(
        {.op_type = "Slice",
         .operands = {x, ir::of_integers(std::vector<Expr>{start}),
                      ir::of_integers(std::vector<Expr>{end}),
                      ir::of_integers(std::vector<int>{static_cast<int>(k)})}});
  }

  /// `x`, which is the window along the axes before k, with the update.
  ir::OnnxOperandMade replaced(const ir::OnnxOperandMade& x, std::size_t k) {
    if (k == call_.shape(0).size()) return ir::of_operand(1);
    const Expr& extent = call_.shape(0)[k].extent;
    const Expr& length = call_.shape(1)[k].extent;
    const Expr start = window_start(call_, k, length);
    const Expr end = call_.facts.simplify(start + length);
    const bool is_last = k + 1 == call_.shape(0).size();
    std::vector<ir::OnnxOperandMade> parts;
    if (!start.is_zero()) parts.push_back(slice(x, k, 0, start));
    parts.push_back(is_last ? ir::of_operand(1)
                            : replaced(slice(x, k, start, end), k + 1));
    if (end != extent) parts.push_back(slice(x, k, end, extent));
    return add({.op_type = "Concat",
                .attributes = {{"axis", static_cast<std::int64_t>(k)}},
                .operands = parts});
  }

  const ir::Call& call_;
  ir::OnnxMade made_;
};

ir::OnnxMade to_onnx(const ir::Call& call, int opset) {
  ir::require_opset(opset, 10, "a Slice of computed bounds");
  return Writer(call).made();
}

}  // namespace

const ir::Operator& dynamic_update_slice() {
  static const ir::Operator op = {
      .name = "DynamicUpdateSlice",
      .signature = {.operands = {"T", "T"},
                    .results = {"T"},
                    .types = {{"T", ir::all_types}},
                    .attributes = {starts_attribute(), clamp_attribute()}},
      .infer = infer,
      .meaning = meaning,
      .kernel = kernel,
      .to_onnx = to_onnx,
      .note = dynamic_note,
  };
  return op;
}

}  // namespace rewright::ops
