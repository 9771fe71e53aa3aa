// SPDX-License-Identifier: Apache-2.0
//
// ReduceProd: the product over the reduced entries; over no elements it is 1.
// Short floats are multiplied in float32 and rounded once, integers wrap
// around.
#include "ops/common_reduce.h"
#include "ops/common_reduce_kernel.h"

namespace rewright::ops {

namespace {

struct Product {
  template <class A>
  static A of(const A& a, const A& b) {
    return evaluate::Arithmetic<A>::mul(a, b);
  }
  template <class A>
  static A empty() {
    return evaluate::Arithmetic<A>::from_integer(1);
  }
  template <class A>
  static A finish(const A& a, std::int64_t) {
    return a;
  }
};

ir::Value meaning(const ir::Call& call, const std::vector<ir::Reader>& operands,
                  int, const ir::Indices& at) {
  return reduce_entries(call, operands.at(0), ir::Monoid::product, at);
}

std::vector<evaluate::Tensor> kernel(
    const ir::Call& call, const std::vector<const evaluate::Tensor*>& operands,
    const std::vector<ir::Shape>& results) {
  return reduce_kernel<Product>(reduced_entries(call), *operands.at(0),
                                results.at(0));
}

}  // namespace

const ir::Operator& reduce_prod() {
  static const ir::Operator op = {
      .name = "ReduceProd",
      .signature = reduce_signature(ir::numeric_types),
      .infer = infer_reduce,
      .meaning = meaning,
      .kernel = kernel,
      .rounding = ir::Rounding::reduction,
      .named_dims = reduce_named_dims,
      .from_onnx = reduce_from_onnx,
      .onnx_names = {"ReduceProd"},
      .to_onnx = reduce_to_onnx,
      .note = "int8 and int16 are accepted as well, wrapping around",
  };
  return op;
}

}  // namespace rewright::ops
