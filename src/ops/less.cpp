// SPDX-License-Identifier: Apache-2.0
//
// Less: `a < b`, broadcast.
#include "ops/common_elementwise.h"

namespace rewright::ops {
namespace {

struct Compared {
  auto operator()(auto world, const auto& a, const auto& b) const {
    return world.less(a, b);
  }
};

}  // namespace

const ir::Operator& less() {
  static const ir::Operator op = {
      .name = "Less",
      .signature = comparison_signature(ir::numeric_types),
      .infer = infer_elementwise,
      .meaning = elementwise_meaning<ir::Function::less>,
      .kernel = binary_kernel<Compared>,
      .rounding = ir::Rounding::exact,
      .from_onnx = elementwise_from_onnx,
      .onnx_names = {"Less"},
      .to_onnx = elementwise_to_onnx,
  };
  return op;
}

}  // namespace rewright::ops
