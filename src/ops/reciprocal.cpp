// SPDX-License-Identifier: Apache-2.0
//
// Reciprocal: `1 / x`; of zero it is undefined in the exact worlds.
#include "ops/common_elementwise.h"

namespace rewright::ops {
namespace {

struct Inverse {
  auto operator()(auto world, const auto& x) const {
    return world.div(world.from_integer(1), x);
  }
};

ir::Value meaning(const ir::Call& call, const std::vector<ir::Reader>& operands,
                  int, const ir::Indices& at) {
  const auto x = elements_at(call, operands, at);
  return ir::constant(1) / x[0];
}

}  // namespace

const ir::Operator& reciprocal() {
  static const ir::Operator op = {
      .name = "Reciprocal",
      .signature = unary_signature(ir::floating_types),
      .infer = infer_elementwise,
      .meaning = meaning,
      .kernel = unary_kernel<Inverse>,
      .rounding = ir::Rounding::rounded,
      .from_onnx = elementwise_from_onnx,
      .onnx_names = {"Reciprocal"},
      .to_onnx = elementwise_to_onnx,
  };
  return op;
}

}  // namespace rewright::ops
