// SPDX-License-Identifier: Apache-2.0
//
// Relu: `max(x, 0)`. NaN stays NaN.
#include "ops/common_elementwise.h"

namespace rewright::ops {
namespace {

struct Rectified {
  auto operator()(auto world, const auto& x) const {
    return world.max(x, world.from_integer(0));
  }
};

ir::Value meaning(const ir::Call& call, const std::vector<ir::Reader>& operands,
                  int, const ir::Indices& at) {
  const auto x = elements_at(call, operands, at);
  return ir::apply(ir::Function::max, {x[0], ir::constant(0)});
}

}  // namespace

const ir::Operator& relu() {
  static const ir::Operator op = {
      .name = "Relu",
      .signature = unary_signature(ir::numeric_types),
      .infer = infer_elementwise,
      .meaning = meaning,
      .kernel = unary_kernel<Rectified>,
      .rounding = ir::Rounding::exact,
      .from_onnx = elementwise_from_onnx,
      .onnx_names = {"Relu"},
      .to_onnx = elementwise_to_onnx,
  };
  return op;
}

}  // namespace rewright::ops
