// SPDX-License-Identifier: Apache-2.0
//
// Sqrt: the square root; of a negative number it is undefined in the exact
// worlds, NaN in floating point.
#include "ops/common_elementwise.h"

namespace rewright::ops {
namespace {

struct Root {
  auto operator()(auto world, const auto& x) const { return world.sqrt(x); }
};

}  // namespace

const ir::Operator& sqrt() {
  static const ir::Operator op = {
      .name = "Sqrt",
      .signature = unary_signature(ir::floating_types),
      .infer = infer_elementwise,
      .meaning = elementwise_meaning<ir::Function::sqrt>,
      .kernel = unary_kernel<Root>,
      .rounding = ir::Rounding::rounded,
      .from_onnx = elementwise_from_onnx,
      .onnx_names = {"Sqrt"},
      .to_onnx = elementwise_to_onnx,
  };
  return op;
}

}  // namespace rewright::ops
