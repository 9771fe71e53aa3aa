// SPDX-License-Identifier: Apache-2.0
//
// Exp: the natural exponential.
#include "ops/common_elementwise.h"

namespace rewright::ops {
namespace {

struct OfElement {
  auto operator()(auto world, const auto& x) const { return world.exp(x); }
};

}  // namespace

const ir::Operator& exp() {
  static const ir::Operator op = {
      .name = "Exp",
      .signature = unary_signature(ir::floating_types),
      .infer = infer_elementwise,
      .meaning = elementwise_meaning<ir::Function::exp>,
      .kernel = unary_kernel<OfElement>,
      .rounding = ir::Rounding::elementary,
      .from_onnx = elementwise_from_onnx,
      .onnx_names = {"Exp"},
      .to_onnx = elementwise_to_onnx,
  };
  return op;
}

}  // namespace rewright::ops
