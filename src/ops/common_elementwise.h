// SPDX-License-Identifier: Apache-2.0
//
// What operators share whose result element depends on one element of each
// operand: signatures, shape by broadcasting, the ONNX form, and kernels made
// from a function of elements.
#pragma once

#include <array>
#include <string>
#include <type_traits>
#include <vector>

#include "evaluate/arithmetic.h"
#include "evaluate/traverse.h"
#include "ir/onnx_form.h"
#include "ir/operator.h"
#include "ops/common_broadcast.h"

namespace rewright::ops {

ir::Signature unary_signature(ir::TypeSet types);       // T -> T
ir::Signature binary_signature(ir::TypeSet types);      // T, T -> T
ir::Signature variadic_signature(ir::TypeSet types);    // T, T, ... -> T
ir::Signature comparison_signature(ir::TypeSet types);  // T, T -> boolean

/// The result of all operands broadcast together.
ir::Inferred infer_elementwise(const ir::Call& call);

/// The elements of all operands that face each other at `at`.
std::vector<ir::Value> elements_at(const ir::Call& call,
                                   const std::vector<ir::Reader>& operands,
                                   const ir::Indices& at);

/// `function` of the operands' elements.
template <ir::Function function>
ir::Value elementwise_meaning(const ir::Call& call,
                              const std::vector<ir::Reader>& operands, int,
                              const ir::Indices& at) {
  return ir::apply(function, elements_at(call, operands, at));
}

/// All operands of the node, no attributes.
ir::OnnxCall elementwise_from_onnx(const ir::OnnxNode& node);
/// The operator's node of all operands, without attributes.
ir::OnnxMade elementwise_to_onnx(const ir::Call& call, int opset);
/// The operands of the call as they are.
std::vector<ir::OnnxOperandMade> operands_made(const ir::Call& call);

/// What a function of elements gives as an element: truth values are Boolean.
template <class R>
using ElementOf = std::conditional_t<std::is_same_v<R, bool>, evaluate::Boolean,
                                     std::decay_t<R>>;

using Operands = std::vector<const evaluate::Tensor*>;

/// f(Arithmetic<E>(), x) for every element x of world E.
template <class F>
evaluate::Tensor map_elements(const evaluate::Tensor& operand, F f) {
  return evaluate::with_element(
      operand, [&]<class E>(evaluate::Element<E>) -> evaluate::Tensor {
        const auto& from = operand.as<E>();
        evaluate::Dense<E> into{from.shape, {}};
        into.data.reserve(from.data.size());
        for (const E& x : from.data)
          into.data.push_back(f(evaluate::Arithmetic<E>(), x));
        return into;
      });
}

/// f(Arithmetic<E>(), x, y) for elements that face each other.
template <class F>
evaluate::Tensor zip_elements(const evaluate::Tensor& a,
                              const evaluate::Tensor& b,
                              const std::vector<std::int64_t>& sizes, F f) {
  return evaluate::with_element(
      a, [&]<class E>(evaluate::Element<E>) -> evaluate::Tensor {
        using World = evaluate::Arithmetic<E>;
        using R = decltype(f(World(), std::declval<const E&>(),
                             std::declval<const E&>()));
        const E* x = a.as<E>().data.data();
        const E* y = b.as<E>().data.data();
        evaluate::Dense<ElementOf<R>> into{sizes, {}};
        into.data.reserve(static_cast<std::size_t>(evaluate::count(sizes)));
        evaluate::traverse<2>(
            sizes,
            {broadcast_strides(a.shape(), sizes),
             broadcast_strides(b.shape(), sizes)},
            {}, [&](const evaluate::Offsets<2>& at) {
              into.data.push_back(ElementOf<R>{f(World(), x[at[0]], y[at[1]])});
            });
        return into;
      });
}

/// Kernels from a default-constructible function object.
template <class F>
std::vector<evaluate::Tensor> unary_kernel(const ir::Call&,
                                           const Operands& operands,
                                           const std::vector<ir::Shape>&) {
  return {map_elements(*operands.at(0), F())};
}

template <class F>
std::vector<evaluate::Tensor> binary_kernel(
    const ir::Call&, const Operands& operands,
    const std::vector<ir::Shape>& results) {
  return {zip_elements(*operands.at(0), *operands.at(1),
                       ir::concrete(results.at(0)), F())};
}

/// From the left; broadcast step by step.
template <class F>
std::vector<evaluate::Tensor> variadic_kernel(const ir::Call&,
                                              const Operands& operands,
                                              const std::vector<ir::Shape>&) {
  evaluate::Tensor result = *operands.at(0);
  for (std::size_t k = 1; k < operands.size(); ++k)
    result = zip_elements(result, *operands[k],
                          broadcast_sizes(result.shape(), operands[k]->shape()),
                          F());
  return {result};
}

}  // namespace rewright::ops
