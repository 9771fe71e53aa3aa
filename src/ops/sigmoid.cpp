// SPDX-License-Identifier: Apache-2.0
//
// Sigmoid: `1 / (1 + exp(-x))`.
#include "ops/common_elementwise.h"

namespace rewright::ops {
namespace {

struct OfElement {
  auto operator()(auto world, const auto& x) const { return world.sigmoid(x); }
};

}  // namespace

const ir::Operator& sigmoid() {
  static const ir::Operator op = {
      .name = "Sigmoid",
      .signature = unary_signature(ir::floating_types),
      .infer = infer_elementwise,
      .meaning = elementwise_meaning<ir::Function::sigmoid>,
      .kernel = unary_kernel<OfElement>,
      .rounding = ir::Rounding::elementary,
      .from_onnx = elementwise_from_onnx,
      .onnx_names = {"Sigmoid"},
      .to_onnx = elementwise_to_onnx,
  };
  return op;
}

}  // namespace rewright::ops
