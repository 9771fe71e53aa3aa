// SPDX-License-Identifier: Apache-2.0
//
// Add: the sum of two tensors, broadcast. Integers wrap around.
#include "ops/common_elementwise.h"

namespace rewright::ops {
namespace {

struct Sum {
  auto operator()(auto world, const auto& a, const auto& b) const {
    return world.add(a, b);
  }
};

}  // namespace

const ir::Operator& add() {
  static const ir::Operator op = {
      .name = "Add",
      .signature = binary_signature(ir::numeric_types),
      .infer = infer_elementwise,
      .meaning = elementwise_meaning<ir::Function::add>,
      .kernel = binary_kernel<Sum>,
      .rounding = ir::Rounding::rounded,
      .from_onnx = elementwise_from_onnx,
      .onnx_names = {"Add"},
      .to_onnx = elementwise_to_onnx,
  };
  return op;
}

}  // namespace rewright::ops
