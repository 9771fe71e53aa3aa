// SPDX-License-Identifier: Apache-2.0
//
// What the arithmetic of error bounds is made of; for arithmetic_bounded.cpp
// and arithmetic_accumulated.cpp. Error terms are computed in double. A few
// roundings of non-negative terms cost at most 2^-51 of their sum: `up` covers
// them. An error that is not zero could still underflow in a product, so
// `propagated` adds a few of the least doubles whenever an argument is inexact.
#pragma once

#include <algorithm>
#include <cfloat>
#include <cmath>
#include <limits>

#include "evaluate/bounded.h"

namespace rewright::evaluate::bounds {

constexpr double unbounded = std::numeric_limits<double>::infinity();
constexpr double least = std::numeric_limits<double>::denorm_min();

inline double up(double x) { return x * (1 + 0x1p-50); }
inline double down(double x) { return x * (1 - 0x1p-50); }

template <class F>
struct Format;
template <>
struct Format<double> {
  static constexpr int digits = 53;
  static constexpr double roundoff = 0x1p-53, tiny = least, normal = 0x1p-1022,
                          largest = DBL_MAX;
};
template <>
struct Format<float> {
  static constexpr int digits = 24;
  static constexpr double roundoff = 0x1p-24, tiny = 0x1p-149,
                          normal = 0x1p-126, largest = FLT_MAX;
};
template <>
struct Format<Eigen::half> {
  static constexpr int digits = 11;
  static constexpr double roundoff = 0x1p-11, tiny = 0x1p-24, normal = 0x1p-14,
                          largest = 65504;
};
template <>
struct Format<Eigen::bfloat16> {
  static constexpr int digits = 8;
  static constexpr double roundoff = 0x1p-8, tiny = 0x1p-133, normal = 0x1p-126,
                          largest = 0x1.fep127;
};

template <class F>
double number(const Bounded<F>& x) {
  return static_cast<double>(x.value);
}

/// No evaluation's result, nor the exact one, is larger.
template <class F>
double size_of(const Bounded<F>& x) {
  return up(std::fabs(number(x)) + 2 * x.error);
}

/// No evaluation's result is smaller in size.
template <class F>
double least_size_of(const Bounded<F>& x) {
  return std::max(0.0, down(std::fabs(number(x))) - up(2 * x.error));
}

template <class F>
bool is_exact(const Bounded<F>& x) {
  return x.error == 0;
}

/// A value with its bound; no bound when either left the finite numbers.
template <class F>
Bounded<F> bounded(F value, double error) {
  const bool is_known =
      std::isfinite(static_cast<double>(value)) && !std::isnan(error);
  return Bounded<F>(value, is_known ? error : unbounded);
}

/// `error`, which arguments with errors a and b cause, made safe.
inline double propagated(double a, double b, double error) {
  return a == 0 && b == 0 ? 0 : up(error) + 8 * least;
}

}  // namespace rewright::evaluate::bounds
