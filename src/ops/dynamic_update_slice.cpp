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
      .note = dynamic_note,
  };
  return op;
}

}  // namespace rewright::ops
