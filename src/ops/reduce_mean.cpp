// SPDX-License-Identifier: Apache-2.0
//
// ReduceMean: the sum over the reduced entries divided by their number. ONNX
// leaves open how an integer mean rounds, so only floating types are taken; of
// no elements there is no mean, so a reduced axis must not be empty.
#include "ops/common_reduce.h"
#include "ops/common_reduce_kernel.h"

namespace rewright::ops {

namespace {

ir::Value meaning(const ir::Call& call, const std::vector<ir::Reader>& operands,
                  int, const ir::Indices& at) {
  const ir::Value sum =
      reduce_entries(call, operands.at(0), ir::Monoid::sum, at);
  return sum / ir::size_value(ir::elements(reduced_dims(call)));
}

std::vector<evaluate::Tensor> kernel(
    const ir::Call& call, const std::vector<const evaluate::Tensor*>& operands,
    const std::vector<ir::Shape>& results) {
  return reduce_kernel<Mean>(reduced_entries(call), *operands.at(0),
                             results.at(0));
}

}  // namespace

const ir::Operator& reduce_mean() {
  static const ir::Operator op = {
      .name = "ReduceMean",
      .signature = reduce_signature(ir::floating_types),
      .infer = infer_nonempty_reduce,
      .meaning = meaning,
      .kernel = kernel,
      .rounding = ir::Rounding::reduction,
      .named_dims = reduce_named_dims,
      .from_onnx = reduce_from_onnx,
      .onnx_names = {"ReduceMean"},
      .to_onnx = reduce_to_onnx,
      .note = "floating types only: ONNX does not say how integer means round",
  };
  return op;
}

}  // namespace rewright::ops
