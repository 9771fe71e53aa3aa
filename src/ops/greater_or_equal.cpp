// SPDX-License-Identifier: Apache-2.0
//
// GreaterOrEqual: `a >= b`, whose meaning is `b <= a`, broadcast.
#include "ops/common_elementwise.h"

namespace rewright::ops {
namespace {

struct Compared {
  auto operator()(auto world, const auto& a, const auto& b) const {
    return world.less_or_equal(b, a);
  }
};

ir::Value meaning(const ir::Call& call, const std::vector<ir::Reader>& operands,
                  int, const ir::Indices& at) {
  const auto x = elements_at(call, operands, at);
  return ir::apply(ir::Function::less_or_equal, {x[1], x[0]});
}

}  // namespace

const ir::Operator& greater_or_equal() {
  static const ir::Operator op = {
      .name = "GreaterOrEqual",
      .signature = comparison_signature(ir::numeric_types),
      .infer = infer_elementwise,
      .meaning = meaning,
      .kernel = binary_kernel<Compared>,
      .rounding = ir::Rounding::exact,
      .from_onnx = elementwise_from_onnx,
      .onnx_names = {"GreaterOrEqual"},
      .to_onnx = elementwise_to_onnx,
  };
  return op;
}

}  // namespace rewright::ops
