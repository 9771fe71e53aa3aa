// SPDX-License-Identifier: Apache-2.0
//
// Min: elementwise, the least of one or more tensors, broadcast. NaN wins, as
// in NumPy, and -0 is less than +0.
#include "ops/common_elementwise.h"

namespace rewright::ops {
namespace {

struct Chosen {
  auto operator()(auto world, const auto& a, const auto& b) const {
    return world.min(a, b);
  }
};

ir::Value meaning(const ir::Call& call, const std::vector<ir::Reader>& operands,
                  int, const ir::Indices& at) {
  const auto x = elements_at(call, operands, at);
  ir::Value result = x[0];
  for (std::size_t k = 1; k < x.size(); ++k)
    result = ir::apply(ir::Function::min, {result, x[k]});
  return result;
}

}  // namespace

const ir::Operator& min() {
  static const ir::Operator op = {
      .name = "Min",
      .signature = variadic_signature(ir::numeric_types),
      .infer = infer_elementwise,
      .meaning = meaning,
      .kernel = variadic_kernel<Chosen>,
      .rounding = ir::Rounding::exact,
      .from_onnx = elementwise_from_onnx,
      .onnx_names = {"Min"},
      .to_onnx = elementwise_to_onnx,
  };
  return op;
}

}  // namespace rewright::ops
