// SPDX-License-Identifier: Apache-2.0
//
// Or: of truth values, broadcast.
#include "ops/common_elementwise.h"

namespace rewright::ops {
namespace {

struct Disjunction {
  template <class E>
  bool operator()(auto, const E& a, const E& b) const {
    if constexpr (std::is_same_v<E, evaluate::Boolean>)
      return a.value || b.value;
    else
      throw evaluate::NotInWorld("numbers are no truth values");
  }
};

}  // namespace

const ir::Operator& logical_or() {
  static const ir::Operator op = {
      .name = "Or",
      .signature = binary_signature(ir::boolean_types),
      .infer = infer_elementwise,
      .meaning = elementwise_meaning<ir::Function::logical_or>,
      .kernel = binary_kernel<Disjunction>,
      .rounding = ir::Rounding::exact,
      .from_onnx = elementwise_from_onnx,
      .onnx_names = {"Or"},
      .to_onnx = elementwise_to_onnx,
  };
  return op;
}

}  // namespace rewright::ops
