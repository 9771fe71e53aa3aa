// SPDX-License-Identifier: Apache-2.0
//
// Abs: the absolute value. Integers wrap around: that of the least one is
// itself, as in ONNX Runtime.
#include "ops/common_elementwise.h"

namespace rewright::ops {
namespace {

struct Magnitude {
  auto operator()(auto world, const auto& x) const { return world.abs(x); }
};

}  // namespace

const ir::Operator& abs() {
  static const ir::Operator op = {
      .name = "Abs",
      .signature = unary_signature(ir::numeric_types),
      .infer = infer_elementwise,
      .meaning = elementwise_meaning<ir::Function::abs>,
      .kernel = unary_kernel<Magnitude>,
      .rounding = ir::Rounding::exact,
      .from_onnx = elementwise_from_onnx,
      .onnx_names = {"Abs"},
      .to_onnx = elementwise_to_onnx,
  };
  return op;
}

}  // namespace rewright::ops
