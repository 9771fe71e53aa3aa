// SPDX-License-Identifier: Apache-2.0
//
// Log: the natural logarithm; of zero or less it is undefined in the exact
// worlds, -inf or NaN in floating point.
#include "ops/common_elementwise.h"

namespace rewright::ops {
namespace {

struct OfElement {
  auto operator()(auto world, const auto& x) const { return world.log(x); }
};

}  // namespace

const ir::Operator& log() {
  static const ir::Operator op = {
      .name = "Log",
      .signature = unary_signature(ir::floating_types),
      .infer = infer_elementwise,
      .meaning = elementwise_meaning<ir::Function::log>,
      .kernel = unary_kernel<OfElement>,
      .rounding = ir::Rounding::elementary,
      .from_onnx = elementwise_from_onnx,
      .onnx_names = {"Log"},
      .to_onnx = elementwise_to_onnx,
  };
  return op;
}

}  // namespace rewright::ops
