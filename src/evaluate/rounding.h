// SPDX-License-Identifier: Apache-2.0
//
// From numbers of every world to integers: rounding half to even, and codes,
// rounded and saturated. Exact in every world that has an order; where the
// error of a number leaves open which integer is the nearest they throw
// Uncertain, for NaN Undefined (ONNX leaves open what code it has), and
// NotInWorld in worlds without order.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>

#include "evaluate/arithmetic.h"

namespace rewright::evaluate {

/// The nearest integer as a number of the same world; infinities stay.
double rounded(double x);
float rounded(float x);
Half rounded(Half x);
BFloat16 rounded(BFloat16 x);
base::Rational rounded(const base::Rational& x);
base::Real rounded(const base::Real& x);
inline base::Whole rounded(base::Whole x) { return x; }
/// Of a number that is at most `error` away from `value` in any evaluation.
double rounded(double value, double error);
template <class F>
Bounded<F> rounded(const Bounded<F>& x) {
  return Bounded<F>(
      static_cast<F>(rounded(static_cast<double>(x.value), 2 * x.error)));
}

/// The nearest integer, or the nearer end of [low, high].
std::int64_t code(double x, std::int64_t low, std::int64_t high);
std::int64_t code(const base::Rational& x, std::int64_t low, std::int64_t high);
std::int64_t code(const base::Real& x, std::int64_t low, std::int64_t high);
inline std::int64_t code(base::Whole x, std::int64_t low, std::int64_t high) {
  return std::clamp(x.value, low, high);
}
std::int64_t code(double value, double error, std::int64_t low,
                  std::int64_t high);
template <class F>
std::int64_t code(const Bounded<F>& x, std::int64_t low, std::int64_t high) {
  return code(static_cast<double>(x.value), 2 * x.error, low, high);
}

template <class E>
concept Rounding = requires(const E& x) {
  rounded(x);
};

/// rounded(x), in every world.
template <class E>
E rounded_in_world(const E& x) {
  if constexpr (Rounding<E>)
    return rounded(x);
  else
    throw NotInWorld("this number world lacks rounding");
}

/// The integer of type I nearest to x, in every world.
template <class I, class E>
I code_of(const E& x) {
  constexpr std::int64_t low = std::numeric_limits<I>::min();
  constexpr std::int64_t high = std::numeric_limits<I>::max();
  if constexpr (!Rounding<E>)
    throw NotInWorld("this number world lacks rounding");
  else if constexpr (std::is_same_v<E, Half> || std::is_same_v<E, BFloat16>)
    return static_cast<I>(code(static_cast<double>(x), low, high));
  else
    return static_cast<I>(code(x, low, high));
}

}  // namespace rewright::evaluate
