// SPDX-License-Identifier: Apache-2.0
//
// Sub: the difference of two tensors, broadcast; its meaning is `a + -b`, which
// differs from it in no world. Integers wrap around.
#include "ops/common_elementwise.h"

namespace rewright::ops {
namespace {

struct Difference {
  auto operator()(auto world, const auto& a, const auto& b) const {
    return world.sub(a, b);
  }
};

ir::Value meaning(const ir::Call& call, const std::vector<ir::Reader>& operands,
                  int, const ir::Indices& at) {
  const auto x = elements_at(call, operands, at);
  return x[0] - x[1];
}

}  // namespace

const ir::Operator& sub() {
  static const ir::Operator op = {
      .name = "Sub",
      .signature = binary_signature(ir::numeric_types),
      .infer = infer_elementwise,
      .meaning = meaning,
      .kernel = binary_kernel<Difference>,
      .rounding = ir::Rounding::rounded,
      .from_onnx = elementwise_from_onnx,
      .onnx_names = {"Sub"},
      .to_onnx = elementwise_to_onnx,
  };
  return op;
}

}  // namespace rewright::ops
