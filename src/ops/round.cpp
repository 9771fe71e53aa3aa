// SPDX-License-Identifier: Apache-2.0
//
// Round: the nearest integer; what lies in the middle goes to the even one.
#include "evaluate/rounding.h"
#include "ops/common_elementwise.h"

namespace rewright::ops {
namespace {

struct Nearest {
  template <class E>
  E operator()(auto, const E& x) const {
    return evaluate::rounded_in_world(x);
  }
};

}  // namespace

const ir::Operator& round() {
  static const ir::Operator op = {
      .name = "Round",
      .signature = unary_signature(ir::floating_types),
      .infer = infer_elementwise,
      .meaning = elementwise_meaning<ir::Function::round>,
      .kernel = unary_kernel<Nearest>,
      .rounding = ir::Rounding::exact,
      .from_onnx = elementwise_from_onnx,
      .onnx_names = {"Round"},
      .to_onnx = elementwise_to_onnx,
  };
  return op;
}

}  // namespace rewright::ops
