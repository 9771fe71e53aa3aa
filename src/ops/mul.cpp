// SPDX-License-Identifier: Apache-2.0
//
// Mul: the product of two tensors, broadcast. Integers wrap around.
#include "ops/common_elementwise.h"

namespace rewright::ops {
namespace {

struct Product {
  auto operator()(auto world, const auto& a, const auto& b) const {
    return world.mul(a, b);
  }
};

}  // namespace

const ir::Operator& mul() {
  static const ir::Operator op = {
      .name = "Mul",
      .signature = binary_signature(ir::numeric_types),
      .infer = infer_elementwise,
      .meaning = elementwise_meaning<ir::Function::mul>,
      .kernel = binary_kernel<Product>,
      .rounding = ir::Rounding::rounded,
      .from_onnx = elementwise_from_onnx,
      .onnx_names = {"Mul"},
      .to_onnx = elementwise_to_onnx,
  };
  return op;
}

}  // namespace rewright::ops
