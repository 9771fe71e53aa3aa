// SPDX-License-Identifier: Apache-2.0
//
// Cos: the cosine of an angle in radians.
#include "ops/common_elementwise.h"

namespace rewright::ops {
namespace {

struct OfElement {
  auto operator()(auto world, const auto& x) const { return world.cos(x); }
};

}  // namespace

const ir::Operator& cos() {
  static const ir::Operator op = {
      .name = "Cos",
      .signature = unary_signature(ir::floating_types),
      .infer = infer_elementwise,
      .meaning = elementwise_meaning<ir::Function::cos>,
      .kernel = unary_kernel<OfElement>,
      .rounding = ir::Rounding::elementary,
      .from_onnx = elementwise_from_onnx,
      .onnx_names = {"Cos"},
      .to_onnx = elementwise_to_onnx,
  };
  return op;
}

}  // namespace rewright::ops
