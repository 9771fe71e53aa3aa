// SPDX-License-Identifier: Apache-2.0
//
// IEEE 754 arithmetic: double and float by the machine, float16 and bfloat16
// computed in float32 and rounded after every operation. Sums of the short
// formats are accumulated in float32, as accelerators and ONNX Runtime do,
// and rounded once.
#pragma once

#include <cmath>
#include <concepts>
#include <limits>

#include <Eigen/Core>

#include "evaluate/arithmetic_base.h"

namespace rewright::evaluate {

template <std::floating_point E>
struct Arithmetic<E> : Lacking<E> {
  static E from_integer(std::int64_t x) { return static_cast<E>(x); }
  static E from_rational(const base::Rational& x) { return x.convert_to<E>(); }
  static E from_constant(const ir::ConstantNumber& c) {
    return number_from<E>(c);
  }
  static E infinity(bool negative) {
    constexpr E inf = std::numeric_limits<E>::infinity();
    return negative ? -inf : inf;
  }
  static E lowest() { return infinity(true); }
  static E highest() { return infinity(false); }

  static E add(E a, E b) { return a + b; }
  static E sub(E a, E b) { return a - b; }
  static E neg(E a) { return -a; }
  static E mul(E a, E b) { return a * b; }
  static E div(E a, E b) { return a / b; }
  // As IEEE 754-2019 minimum and maximum: NaN wins, and -0 < +0.
  static E min(E a, E b) {
    if (a == b) return std::signbit(a) ? a : b;
    return std::isnan(a) || a < b ? a : b;
  }
  static E max(E a, E b) {
    if (a == b) return std::signbit(a) ? b : a;
    return std::isnan(a) || a > b ? a : b;
  }
  static E abs(E a) { return std::fabs(a); }
  static bool equal(E a, E b) { return a == b; }
  static bool less(E a, E b) { return a < b; }
  static bool less_or_equal(E a, E b) { return a <= b; }
  static E exp(E a) { return std::exp(a); }
  static E log(E a) { return std::log(a); }
  static E sqrt(E a) { return std::sqrt(a); }
  static E sigmoid(E a) { return 1 / (1 + std::exp(-a)); }
  static E tanh(E a) { return std::tanh(a); }
  static E erf(E a) { return std::erf(a); }
  static E sin(E a) { return std::sin(a); }
  static E cos(E a) { return std::cos(a); }
  static E atan(E a) { return std::atan(a); }
};

template <class E>
concept ShortFloat =
    std::same_as<E, Eigen::half> || std::same_as<E, Eigen::bfloat16>;

template <ShortFloat E>
struct Arithmetic<E> : Lacking<E> {
  using Wide = Arithmetic<float>;
  using Sum = float;
  static float widen(E x) { return static_cast<float>(x); }
  static E narrow(float x) { return E(x); }

  static E from_integer(std::int64_t x) { return E(static_cast<float>(x)); }
  static E from_rational(const base::Rational& x) {
    return E(x.convert_to<float>());
  }
  static E from_constant(const ir::ConstantNumber& c) {
    return number_from<E>(c);
  }
  static E infinity(bool negative) { return E(Wide::infinity(negative)); }
  static E lowest() { return infinity(true); }
  static E highest() { return infinity(false); }

  static E add(E a, E b) { return E(widen(a) + widen(b)); }
  static E sub(E a, E b) { return E(widen(a) - widen(b)); }
  static E neg(E a) { return E(-widen(a)); }
  static E mul(E a, E b) { return E(widen(a) * widen(b)); }
  static E div(E a, E b) { return E(widen(a) / widen(b)); }
  static E min(E a, E b) { return E(Wide::min(widen(a), widen(b))); }
  static E max(E a, E b) { return E(Wide::max(widen(a), widen(b))); }
  static E abs(E a) { return E(Wide::abs(widen(a))); }
  static bool equal(E a, E b) { return widen(a) == widen(b); }
  static bool less(E a, E b) { return widen(a) < widen(b); }
  static bool less_or_equal(E a, E b) { return widen(a) <= widen(b); }
  static E exp(E a) { return E(Wide::exp(widen(a))); }
  static E log(E a) { return E(Wide::log(widen(a))); }
  static E sqrt(E a) { return E(Wide::sqrt(widen(a))); }
  static E sigmoid(E a) { return E(Wide::sigmoid(widen(a))); }
  static E tanh(E a) { return E(Wide::tanh(widen(a))); }
  static E erf(E a) { return E(Wide::erf(widen(a))); }
  static E sin(E a) { return E(Wide::sin(widen(a))); }
  static E cos(E a) { return E(Wide::cos(widen(a))); }
  static E atan(E a) { return E(Wide::atan(widen(a))); }
};

}  // namespace rewright::evaluate
