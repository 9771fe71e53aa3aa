// SPDX-License-Identifier: Apache-2.0
//
// Arithmetic<E>: what can be done with one element of each number world, so
// that a kernel is written once for all. Every specialisation offers
//
//   from_integer, from_rational, from_constant, infinity, lowest, highest,
//   add, sub, neg, mul, div, min, max, abs, equal, less, less_or_equal,
//   exp, log, sqrt, sigmoid, tanh, erf, sin,
//   cos, atan, and Sum, widen, narrow for accumulation.
//
// What a world lacks (the order of residues, exp of a rational) throws
// NotInWorld; what no number can be (x/0 of integers or rationals) throws
// Undefined; a comparison that rounding leaves open throws Uncertain.
// IEEE types follow IEEE 754, min and max propagate NaN as ONNX does.
#pragma once

#include "evaluate/arithmetic_bounded.h"
#include "evaluate/arithmetic_exact.h"
#include "evaluate/arithmetic_float.h"
#include "evaluate/arithmetic_integer.h"
#include "evaluate/tensor.h"

namespace rewright::evaluate {

/// Constants 0 and 1 serve as truth values, as they do in ONNX.
template <>
struct Arithmetic<Boolean> : Lacking<Boolean> {
  static constexpr bool is_exact = true;
  static Boolean from_constant(const ir::ConstantNumber& c) {
    using Kind = ir::ConstantNumber::Kind;
    if (c.kind == Kind::truth) return {c.truth};
    if (c.kind == Kind::rational && (c.rational == 0 || c.rational == 1))
      return {c.rational == 1};
    throw NotInWorld("a number is no truth value");
  }
  static bool equal(Boolean a, Boolean b) { return a == b; }
};

/// Worlds whose elements are numbers.
template <class E>
constexpr bool is_number = !std::is_same_v<E, Boolean>;

/// Names a type in a call: `f(Element<float>{})`.
template <class E>
struct Element {
  using type = E;
};

/// `f(Element<E>{})` for the world E that `tensor` is in.
template <class F>
decltype(auto) with_element(const Tensor& tensor, F&& f) {
  return std::visit(
      [&]<class E>(const Dense<E>&) -> decltype(auto) {
        return f(Element<E>{});
      },
      tensor.storage);
}

/// `f(Element<E>{})` for alternative `world` of Tensor::Storage.
template <std::size_t I = 0, class F>
Tensor with_world(int world, F&& f) {
  if constexpr (I == std::variant_size_v<Tensor::Storage>) {
    throw NotInWorld("there is no such number world");
  } else {
    using D = std::variant_alternative_t<I, Tensor::Storage>;
    if (world != static_cast<int>(I)) return with_world<I + 1>(world, f);
    return f(Element<typename decltype(D::data)::value_type>{});
  }
}

/// As with_element, for tensors of numbers; truth values throw NotInWorld.
template <class F>
Tensor with_number(const Tensor& tensor, F&& f) {
  return with_element(tensor, [&]<class E>(Element<E> e) -> Tensor {
    if constexpr (is_number<E>)
      return f(e);
    else
      throw NotInWorld("truth values are no numbers");
  });
}

}  // namespace rewright::evaluate
