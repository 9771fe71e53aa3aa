// SPDX-License-Identifier: Apache-2.0
//
// ReduceSum: the sum over the reduced entries; over no elements it is 0. Short
// floats are accumulated in float32 and rounded once, integers wrap around.
#include "ops/common_reduce.h"
#include "ops/common_reduce_kernel.h"

namespace rewright::ops {

namespace {

struct Sum {
  template <class A>
  static A of(const A& a, const A& b) {
    return evaluate::Arithmetic<A>::add(a, b);
  }
  template <class A>
  static A empty() {
    return evaluate::Arithmetic<A>::from_integer(0);
  }
  template <class A>
  static A finish(const A& a, std::int64_t) {
    return a;
  }
};

ir::Value meaning(const ir::Call& call, const std::vector<ir::Reader>& operands,
                  int, const ir::Indices& at) {
  return reduce_entries(call, operands.at(0), ir::Monoid::sum, at);
}

std::vector<evaluate::Tensor> kernel(
    const ir::Call& call, const std::vector<const evaluate::Tensor*>& operands,
    const std::vector<ir::Shape>& results) {
  return reduce_kernel<Sum>(reduced_entries(call), *operands.at(0),
                            results.at(0));
}

ir::OnnxMade to_onnx(const ir::Call& call, int opset) {
  return reduce_to_onnx(call, opset, 13);
}

}  // namespace

const ir::Operator& reduce_sum() {
  static const ir::Operator op = {
      .name = "ReduceSum",
      .signature = reduce_signature(ir::numeric_types),
      .infer = infer_reduce,
      .meaning = meaning,
      .kernel = kernel,
      .rounding = ir::Rounding::reduction,
      .named_dims = reduce_named_dims,
      .from_onnx = reduce_from_onnx,
      .onnx_names = {"ReduceSum"},
      .to_onnx = to_onnx,
      .note = "int8 and int16 are accepted as well, wrapping around",
  };
  return op;
}

}  // namespace rewright::ops
