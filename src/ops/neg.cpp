// SPDX-License-Identifier: Apache-2.0
//
// Neg: the additive inverse. Integers wrap around: the negative of the least
// one is itself.
#include "ops/common_elementwise.h"

namespace rewright::ops {
namespace {

struct Negative {
  auto operator()(auto world, const auto& x) const { return world.neg(x); }
};

}  // namespace

const ir::Operator& neg() {
  static const ir::Operator op = {
      .name = "Neg",
      .signature = unary_signature(ir::numeric_types),
      .infer = infer_elementwise,
      .meaning = elementwise_meaning<ir::Function::neg>,
      .kernel = unary_kernel<Negative>,
      .rounding = ir::Rounding::exact,
      .from_onnx = elementwise_from_onnx,
      .onnx_names = {"Neg"},
      .to_onnx = elementwise_to_onnx,
  };
  return op;
}

}  // namespace rewright::ops
