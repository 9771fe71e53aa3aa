// SPDX-License-Identifier: Apache-2.0
//
// LessOrEqual: `a <= b`; not the negation of `b < a` where NaN occurs,
// broadcast.
#include "ops/common_elementwise.h"

namespace rewright::ops {
namespace {

struct Compared {
  auto operator()(auto world, const auto& a, const auto& b) const {
    return world.less_or_equal(a, b);
  }
};

}  // namespace

const ir::Operator& less_or_equal() {
  static const ir::Operator op = {
      .name = "LessOrEqual",
      .signature = comparison_signature(ir::numeric_types),
      .infer = infer_elementwise,
      .meaning = elementwise_meaning<ir::Function::less_or_equal>,
      .kernel = binary_kernel<Compared>,
      .rounding = ir::Rounding::exact,
      .from_onnx = elementwise_from_onnx,
      .onnx_names = {"LessOrEqual"},
      .to_onnx = elementwise_to_onnx,
  };
  return op;
}

}  // namespace rewright::ops
