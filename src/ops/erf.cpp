// SPDX-License-Identifier: Apache-2.0
//
// Erf: the error function.
#include "ops/common_elementwise.h"

namespace rewright::ops {
namespace {

struct OfElement {
  auto operator()(auto world, const auto& x) const { return world.erf(x); }
};

}  // namespace

const ir::Operator& erf() {
  static const ir::Operator op = {
      .name = "Erf",
      .signature = unary_signature(ir::floating_types),
      .infer = infer_elementwise,
      .meaning = elementwise_meaning<ir::Function::erf>,
      .kernel = unary_kernel<OfElement>,
      .rounding = ir::Rounding::elementary,
      .from_onnx = elementwise_from_onnx,
      .onnx_names = {"Erf"},
      .to_onnx = elementwise_to_onnx,
  };
  return op;
}

}  // namespace rewright::ops
