// SPDX-License-Identifier: Apache-2.0
//
// DynamicSlice, of XLA: `slice_sizes` elements of each axis from `starts` on;
// an axis without a size is kept whole.
#include "ops/common_dynamic.h"

namespace rewright::ops {
namespace {

using index::Expr;

Expr length_of(const ir::Call& call, std::size_t k) {
  return call.per_axis("slice_sizes", k, call.shape(0).at(k).extent);
}

ir::Inferred infer(const ir::Call& call) {
  ir::Inferred inferred{.results = {{}}};
  for (std::size_t k = 0; k < call.shape(0).size(); ++k) {
    require_window(call, k, length_of(call, k), inferred.conditions);
    ir::Dim dim = call.shape(0)[k];
    dim.extent = length_of(call, k);
    inferred.results[0].push_back(dim);
  }
  return inferred;
}

ir::Value meaning(const ir::Call& call, const std::vector<ir::Reader>& operands,
                  int, const ir::Indices& at) {
  ir::Indices indices;
  for (std::size_t k = 0; k < at.size(); ++k)
    indices.push_back(window_start(call, k, length_of(call, k)) + at[k]);
  return operands.at(0)(indices);
}

std::vector<evaluate::Tensor> kernel(const ir::Call& call,
                                     const Operands& operands,
                                     const std::vector<ir::Shape>& results) {
  const evaluate::Tensor& x = *operands.at(0);
  const Sizes sizes = ir::concrete(results.at(0));
  Walk walk{0, evaluate::strides(x.shape())};
  for (std::size_t k = 0; k < sizes.size(); ++k)
    walk.start +=
        concrete_start(call, k, x.shape()[k], sizes[k]) * walk.strides[k];
  return {gathered(x, sizes, walk)};
}

/// A Slice: its bounds are computed where they depend on sizes.
ir::OnnxMade to_onnx(const ir::Call& call, int opset) {
  ir::require_opset(opset, 10, "a Slice of computed bounds");
  std::vector<int> axes;
  std::vector<Expr> starts, ends;
  for (std::size_t k = 0; k < call.shape(0).size(); ++k) {
    axes.push_back(static_cast<int>(k));
    starts.push_back(window_start(call, k, length_of(call, k)));
    ends.push_back(call.facts.simplify(starts[k] + length_of(call, k)));
  }
  if (axes.empty()) return {};
  return {
      .nodes = {{.op_type = "Slice",
                 .operands = {ir::of_operand(0), ir::of_integers(starts),
                              ir::of_integers(ends), ir::of_integers(axes)}}}};
}

}  // namespace

const ir::Operator& dynamic_slice() {
  static const ir::Operator op = {
      .name = "DynamicSlice",
      .signature = movement_signature({starts_attribute(),
                                       {.name = "slice_sizes",
                                        .kind = ir::AttributeKind::per_axis,
                                        .frame = ir::Frame::operand},
                                       clamp_attribute()}),
      .infer = infer,
      .meaning = meaning,
      .kernel = kernel,
      .to_onnx = to_onnx,
      .note = dynamic_note,
  };
  return op;
}

}  // namespace rewright::ops
