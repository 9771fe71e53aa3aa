// SPDX-License-Identifier: Apache-2.0
//
// Div: the quotient of two tensors, broadcast. Integer division truncates;
// division by zero is undefined but in floating point. In a world of exact
// numbers that carries an integer type nothing truncates, so there the kernel
// refuses.
#include "ops/common_elementwise.h"

namespace rewright::ops {
namespace {

struct Quotient {
  auto operator()(auto world, const auto& a, const auto& b) const {
    return world.div(a, b);
  }
};

bool is_machine_integer(const evaluate::Tensor& x) {
  return evaluate::with_element(
      x, []<class E>(evaluate::Element<E>) { return std::is_integral_v<E>; });
}

std::vector<evaluate::Tensor> kernel(const ir::Call& call,
                                     const Operands& operands,
                                     const std::vector<ir::Shape>& results) {
  if (ir::class_of(call.result_type) == ir::ElementClass::integer &&
      !is_machine_integer(*operands.at(0)))
    throw evaluate::NotInWorld("division of integers truncates");
  return binary_kernel<Quotient>(call, operands, results);
}

}  // namespace

const ir::Operator& div() {
  static const ir::Operator op = {
      .name = "Div",
      .signature = binary_signature(ir::numeric_types),
      .infer = infer_elementwise,
      .meaning = elementwise_meaning<ir::Function::div>,
      .kernel = kernel,
      .rounding = ir::Rounding::rounded,
      .from_onnx = elementwise_from_onnx,
      .onnx_names = {"Div"},
      .to_onnx = elementwise_to_onnx,
  };
  return op;
}

}  // namespace rewright::ops
