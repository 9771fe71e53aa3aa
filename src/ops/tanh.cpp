// SPDX-License-Identifier: Apache-2.0
//
// Tanh: the hyperbolic tangent.
#include "ops/common_elementwise.h"

namespace rewright::ops {
namespace {

struct OfElement {
  auto operator()(auto world, const auto& x) const { return world.tanh(x); }
};

}  // namespace

const ir::Operator& tanh() {
  static const ir::Operator op = {
      .name = "Tanh",
      .signature = unary_signature(ir::floating_types),
      .infer = infer_elementwise,
      .meaning = elementwise_meaning<ir::Function::tanh>,
      .kernel = unary_kernel<OfElement>,
      .rounding = ir::Rounding::elementary,
      .from_onnx = elementwise_from_onnx,
      .onnx_names = {"Tanh"},
      .to_onnx = elementwise_to_onnx,
  };
  return op;
}

}  // namespace rewright::ops
