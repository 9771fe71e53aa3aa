// SPDX-License-Identifier: Apache-2.0
//
// Where: elements of `a` where the condition holds, of `b` elsewhere; all three
// are broadcast together.
#include "ops/common_elementwise.h"

namespace rewright::ops {
namespace {

evaluate::Tensor chosen(const evaluate::Tensor& condition,
                        const evaluate::Tensor& a, const evaluate::Tensor& b,
                        const std::vector<std::int64_t>& sizes) {
  return evaluate::with_element(
      a, [&]<class E>(evaluate::Element<E>) -> evaluate::Tensor {
        const auto* c = condition.as<evaluate::Boolean>().data.data();
        const E* x = a.as<E>().data.data();
        const E* y = b.as<E>().data.data();
        evaluate::Dense<E> into{sizes, {}};
        into.data.reserve(static_cast<std::size_t>(evaluate::count(sizes)));
        evaluate::traverse<3>(
            sizes,
            {broadcast_strides(condition.shape(), sizes),
             broadcast_strides(a.shape(), sizes),
             broadcast_strides(b.shape(), sizes)},
            {}, [&](const evaluate::Offsets<3>& at) {
              into.data.push_back(c[at[0]].value ? x[at[1]] : y[at[2]]);
            });
        return into;
      });
}

std::vector<evaluate::Tensor> kernel(const ir::Call&, const Operands& operands,
                                     const std::vector<ir::Shape>& results) {
  return {chosen(*operands.at(0), *operands.at(1), *operands.at(2),
                 ir::concrete(results.at(0)))};
}

ir::Signature signature() {
  return {.operands = {"B", "T", "T"},
          .results = {"T"},
          .types = {{"B", ir::boolean_types}, {"T", ir::all_types}}};
}

}  // namespace

const ir::Operator& where() {
  static const ir::Operator op = {
      .name = "Where",
      .signature = signature(),
      .infer = infer_elementwise,
      .meaning = elementwise_meaning<ir::Function::where>,
      .kernel = kernel,
      .rounding = ir::Rounding::exact,
      .from_onnx = elementwise_from_onnx,
      .onnx_names = {"Where"},
      .to_onnx = elementwise_to_onnx,
  };
  return op;
}

}  // namespace rewright::ops
