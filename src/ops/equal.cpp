// SPDX-License-Identifier: Apache-2.0
//
// Equal: whether elements are equal. NaN equals nothing, -0 equals +0,
// broadcast.
#include "ops/common_elementwise.h"

namespace rewright::ops {
namespace {

struct Compared {
  auto operator()(auto world, const auto& a, const auto& b) const {
    return world.equal(a, b);
  }
};

}  // namespace

const ir::Operator& equal() {
  static const ir::Operator op = {
      .name = "Equal",
      .signature = comparison_signature(ir::all_types),
      .infer = infer_elementwise,
      .meaning = elementwise_meaning<ir::Function::equal>,
      .kernel = binary_kernel<Compared>,
      .rounding = ir::Rounding::exact,
      .from_onnx = elementwise_from_onnx,
      .onnx_names = {"Equal"},
      .to_onnx = elementwise_to_onnx,
  };
  return op;
}

}  // namespace rewright::ops
