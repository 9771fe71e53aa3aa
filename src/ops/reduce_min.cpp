// SPDX-License-Identifier: Apache-2.0
//
// ReduceMin: the smallest element over the reduced entries. Of no elements
// there is none before opset 18, so a reduced axis must not be empty.
#include "ops/common_reduce.h"
#include "ops/common_reduce_kernel.h"

namespace rewright::ops {

namespace {

struct Minimum {
  template <class A>
  static A of(const A& a, const A& b) {
    return evaluate::Arithmetic<A>::min(a, b);
  }
  template <class A>
  static A empty() {
    throw evaluate::Undefined("the minimum of no elements");
  }
  template <class A>
  static A finish(const A& a, std::int64_t) {
    return a;
  }
};

ir::Value meaning(const ir::Call& call, const std::vector<ir::Reader>& operands,
                  int, const ir::Indices& at) {
  return reduce_entries(call, operands.at(0), ir::Monoid::min, at);
}

std::vector<evaluate::Tensor> kernel(
    const ir::Call& call, const std::vector<const evaluate::Tensor*>& operands,
    const std::vector<ir::Shape>& results) {
  return reduce_kernel<Minimum>(reduced_entries(call), *operands.at(0),
                                results.at(0));
}

}  // namespace

const ir::Operator& reduce_min() {
  static const ir::Operator op = {
      .name = "ReduceMin",
      .signature = reduce_signature(ir::numeric_types),
      .infer = infer_nonempty_reduce,
      .meaning = meaning,
      .kernel = kernel,
      .rounding = ir::Rounding::exact,
      .named_dims = reduce_named_dims,
      .from_onnx = reduce_from_onnx,
      .onnx_names = {"ReduceMin"},
      .to_onnx = reduce_to_onnx,
      .note = "int16 is accepted as well; a reduced axis must not be empty",
  };
  return op;
}

}  // namespace rewright::ops
