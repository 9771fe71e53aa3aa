// SPDX-License-Identifier: Apache-2.0
//
// GlobalAveragePool: for each batch and channel the mean over all spatial
// entries, which stay with extent 1. A mean of nothing is undefined, so no
// spatial axis may be empty.
//
// Target files may name N, C, H, W, kernel (one extent per spatial entry),
// and, as for a reduction, reduced and reduced_elements.
#include "ops/common_reduce_kernel.h"
#include "ops/common_window.h"

namespace rewright::ops {

namespace {

ir::Shape spatial_dims(const ir::Call& call) {
  require_batch_and_channels(call);
  return {call.shape(0).begin() + 2, call.shape(0).end()};
}

ir::Inferred infer(const ir::Call& call) {
  ir::Inferred inferred;
  ir::Shape result = {call.shape(0).at(0), call.shape(0).at(1)};
  for (const ir::Dim& dim : spatial_dims(call)) {
    result.push_back({.extent = 1, .group = dim.group});
    inferred.conditions.push_back(
        {on_every_axis(dim, index::less_equal(1, dim.extent)),
         "have spatial axes with at least one element, but one has extent " +
             index::print(dim.extent)});
  }
  inferred.results = {result};
  return inferred;
}

ir::Value meaning(const ir::Call& call, const std::vector<ir::Reader>& operands,
                  int, const ir::Indices& at) {
  const ir::Shape spatial = spatial_dims(call);
  ir::Indices from = {at.at(0), at.at(1)};
  std::vector<ir::BoundVariable> bound;
  for (std::size_t k = 0; k < spatial.size(); ++k) {
    bound.push_back(bind_over("s" + std::to_string(k), spatial[k]));
    from.emplace_back(bound.back().symbol);
  }
  return ir::reduce(ir::Monoid::sum, bound, true, operands.at(0)(from)) /
         ir::size_value(ir::elements(spatial));
}

std::vector<evaluate::Tensor> kernel(
    const ir::Call& call, const std::vector<const evaluate::Tensor*>& operands,
    const std::vector<ir::Shape>& results) {
  std::vector<bool> reduced(call.shape(0).size(), true);
  reduced.at(0) = reduced.at(1) = false;
  return reduce_kernel<Mean>(reduced, *operands.at(0), results.at(0));
}

std::vector<ir::NamedDim> named_dims(const ir::Call& call,
                                     const ir::Inferred&) {
  const ir::Shape spatial = spatial_dims(call);
  return {{"N", {call.shape(0)[0]}},
          {"C", {call.shape(0)[1]}},
          {"H", spatial_dim(spatial, 1)},
          {"W", spatial_dim(spatial, 0)},
          {"kernel", spatial},
          {"reduced", spatial},
          {"reduced_elements", {{.extent = ir::elements(spatial)}}}};
}

ir::OnnxCall from_onnx(const ir::OnnxNode&) {
  return {.operands = {0}, .attributes = {}};
}

ir::OnnxMade to_onnx(const ir::Call&, int) {
  return {.nodes = {{.op_type = "", .operands = {ir::of_operand(0)}}}};
}

}  // namespace

const ir::Operator& global_average_pool() {
  static const ir::Operator op = {
      .name = "GlobalAveragePool",
      .signature = {.operands = {"T"},
                    .results = {"T"},
                    .types = {{"T", ir::floating_types}},
                    .attributes = {}},
      .infer = infer,
      .meaning = meaning,
      .kernel = kernel,
      .rounding = ir::Rounding::reduction,
      .named_dims = named_dims,
      .from_onnx = from_onnx,
      .onnx_names = {"GlobalAveragePool"},
      .to_onnx = to_onnx,
      .note = "no spatial axis may be empty, where ONNX is silent",
  };
  return op;
}

}  // namespace rewright::ops
