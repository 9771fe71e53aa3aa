// SPDX-License-Identifier: Apache-2.0
//
// Not: of truth values.
#include "ops/common_elementwise.h"

namespace rewright::ops {
namespace {

struct Negation {
  template <class E>
  E operator()(auto, const E& x) const {
    if constexpr (std::is_same_v<E, evaluate::Boolean>)
      return {!x.value};
    else
      throw evaluate::NotInWorld("numbers are no truth values");
  }
};

}  // namespace

const ir::Operator& logical_not() {
  static const ir::Operator op = {
      .name = "Not",
      .signature = unary_signature(ir::boolean_types),
      .infer = infer_elementwise,
      .meaning = elementwise_meaning<ir::Function::logical_not>,
      .kernel = unary_kernel<Negation>,
      .rounding = ir::Rounding::exact,
      .from_onnx = elementwise_from_onnx,
      .onnx_names = {"Not"},
      .to_onnx = elementwise_to_onnx,
  };
  return op;
}

}  // namespace rewright::ops
