// SPDX-License-Identifier: Apache-2.0
//
// A floating-point value together with a rigorous bound on its distance from
// the exact value of the same expression (N. J. Higham, Accuracy and Stability
// of Numerical Algorithms, 2nd ed., chapters 3 and 4). As an element type it
// gives every kernel its error bound for free.
//
// A bound speaks of every evaluation that the operators permit, not only of
// the one at hand: sums and products of many terms may be taken in any order,
// with or without fused multiply-add.
#pragma once

#include <cstdint>
#include <type_traits>

#include <Eigen/Core>

namespace rewright::evaluate {

/// F: double, float, Half or BFloat16.
template <class F>
struct Bounded {
  F value{};
  /// |v - exact| <= error for the result v of any permitted evaluation, of
  /// which `value` is one; 0 when all of them are exact, infinite when nothing
  /// is known.
  double error = 0;

  Bounded() = default;
  Bounded(F v) : value(v) {}  // NOLINT: an exact leaf
  Bounded(F v, double e) : value(v), error(e) {}
};

template <class E>
constexpr bool is_bounded = false;
template <class F>
constexpr bool is_bounded<Bounded<F>> = true;

/// What sums of F are accumulated in: float32 for the short formats.
template <class F>
using WideOf = std::conditional_t<std::is_same_v<F, double>, double, float>;

/// A sum or product on its way, whose roundings are not yet counted in: any
/// evaluation of it is within
///     error + gamma(terms - 1 + roundings) * magnitude
/// of the exact value, where gamma(k) = k u / (1 - k u) and u is the unit
/// roundoff of the accumulator.
template <class F>
struct Accumulated {
  WideOf<F> value{};
  double error = 0;      // what terms bring along, and underflow
  double magnitude = 0;  // the sum of the sizes of all terms, in any evaluation
  double grain = 0;      // all terms are multiples of this; 0: not known
  double largest = 0;    // no partial result is larger
  double smallest = 1;   // a product: no partial result that is not 0 is
                         // smaller, 1 at most
  std::int64_t terms = 0;      // of a sum
  std::int64_t factors = 0;    // of a term, at most
  std::int64_t roundings = 0;  // of a term, at most
};

}  // namespace rewright::evaluate
