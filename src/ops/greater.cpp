// SPDX-License-Identifier: Apache-2.0
//
// Greater: `a > b`, whose meaning is `b < a`, broadcast.
#include "ops/common_elementwise.h"

namespace rewright::ops {
namespace {

struct Compared {
  auto operator()(auto world, const auto& a, const auto& b) const {
    return world.less(b, a);
  }
};

ir::Value meaning(const ir::Call& call, const std::vector<ir::Reader>& operands,
                  int, const ir::Indices& at) {
  const auto x = elements_at(call, operands, at);
  return ir::apply(ir::Function::less, {x[1], x[0]});
}

}  // namespace

const ir::Operator& greater() {
  static const ir::Operator op = {
      .name = "Greater",
      .signature = comparison_signature(ir::numeric_types),
      .infer = infer_elementwise,
      .meaning = meaning,
      .kernel = binary_kernel<Compared>,
      .rounding = ir::Rounding::exact,
      .from_onnx = elementwise_from_onnx,
      .onnx_names = {"Greater"},
      .to_onnx = elementwise_to_onnx,
  };
  return op;
}

}  // namespace rewright::ops
