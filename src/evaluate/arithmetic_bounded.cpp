// SPDX-License-Identifier: Apache-2.0
//
// Error terms are computed in double. A few roundings of non-negative terms
// cost at most 2^-51 of their sum: `up` covers them. An error that is not
// zero could still underflow in a product, so `propagated` adds a few of the
// least doubles whenever an argument is inexact.
#include "evaluate/arithmetic_bounded.h"

#include <cfloat>
#include <cmath>
#include <limits>

#include "evaluate/arithmetic_float.h"

namespace rewright::evaluate {

static_assert(FLT_EVAL_METHOD == 0, "residues rely on IEEE single and double");

namespace {

using Float = Arithmetic<float>;
constexpr double unbounded = std::numeric_limits<double>::infinity();
constexpr double least = std::numeric_limits<double>::denorm_min();

double up(double x) { return x * (1 + 0x1p-50); }
double down(double x) { return x * (1 - 0x1p-50); }

/// A value with its bound; no bound when either left the finite numbers.
Bounded bounded(float value, double error) {
  const bool is_known = std::isfinite(value) && !std::isnan(error);
  return {value, is_known ? error : unbounded};
}

/// `error`, which arguments with errors a and b cause, made safe.
double propagated(double a, double b, double error) {
  return a == 0 && b == 0 ? 0 : up(error) + 8 * least;
}

/// |a + b - fl(a + b)|, exact by Knuth's TwoSum.
double residue_of_sum(float a, float b, float sum) {
  const float from_b = sum - a;
  const float from_a = sum - from_b;
  const float residue = (a - from_a) + (b - from_b);
  return std::fabs(static_cast<double>(residue));
}

/// Whether the exact values surely compare as the rounded ones do.
bool is_decided(const Bounded& a, const Bounded& b) {
  if (std::isnan(a.value) || std::isnan(b.value)) return false;
  if (a.error == 0 && b.error == 0) return true;
  const double distance =
      std::fabs(static_cast<double>(a.value) - static_cast<double>(b.value));
  return down(distance) > up(a.error + b.error);
}

void require_decided(const Bounded& a, const Bounded& b) {
  if (!is_decided(a, b)) throw Uncertain("rounding may decide a comparison");
}

/// The error of choosing one of a and b.
double error_of_choice(const Bounded& a, const Bounded& b,
                       const Bounded& chosen) {
  return is_decided(a, b) && a.value != b.value ? chosen.error
                                                : std::max(a.error, b.error);
}

/// `value` = f(x.value) in float for an f that is increasing on
/// [least_argument, inf) and that `in_double` evaluates to 4 ulp.
Bounded increasing(const Bounded& x, float value, double (*in_double)(double),
                   double least_argument = -unbounded) {
  if (!std::isfinite(x.value) || !std::isfinite(x.error))
    return bounded(value, unbounded);
  const double argument = x.value;
  const double slack =
      x.error == 0 ? 0 : up(x.error) + up(std::fabs(argument)) * 0x1p-52;
  const double low = in_double(std::max(argument - slack, least_argument));
  const double high = in_double(argument + slack);
  if (std::isnan(low) || std::isnan(high)) return bounded(value, unbounded);
  const double widening =
      0x1p-50 * std::max(std::fabs(low), std::fabs(high)) + 8 * least;
  return bounded(value, up(std::max(high - value, value - low) + up(widening)));
}

double double_exp(double x) { return std::exp(x); }
double double_log(double x) { return std::log(x); }
double double_sqrt(double x) { return std::sqrt(x); }
double double_tanh(double x) { return std::tanh(x); }
double double_sigmoid(double x) { return 1 / (1 + std::exp(-x)); }

}  // namespace

Bounded Arithmetic<Bounded>::from_integer(std::int64_t x) {
  return from_rational(base::Rational(x));
}

Bounded Arithmetic<Bounded>::from_rational(const base::Rational& x) {
  const float value = x.convert_to<float>();
  if (!std::isfinite(value)) return {value, unbounded};
  const base::Rational distance = x - base::Rational(value);
  if (distance == 0) return {value};
  return {value, up(std::fabs(distance.convert_to<double>())) + 8 * least};
}

Bounded Arithmetic<Bounded>::infinity(bool negative) {
  return {Float::infinity(negative)};
}

Bounded Arithmetic<Bounded>::add(const Bounded& a, const Bounded& b) {
  const float value = a.value + b.value;
  const double residue = residue_of_sum(a.value, b.value, value);
  return bounded(value,
                 up(residue + propagated(a.error, b.error, a.error + b.error)));
}

Bounded Arithmetic<Bounded>::mul(const Bounded& a, const Bounded& b) {
  const double x = a.value, y = b.value;
  const float value = a.value * b.value;
  const double residue = std::fabs(x * y - value);  // exact: 48 bits
  const double moved =
      std::fabs(x) * b.error + std::fabs(y) * a.error + a.error * b.error;
  return bounded(value, up(residue + propagated(a.error, b.error, moved)));
}

Bounded Arithmetic<Bounded>::div(const Bounded& a, const Bounded& b) {
  const double x = a.value, y = b.value;
  const float value = a.value / b.value;
  const double least_divisor = down(std::fabs(y) - b.error);
  if (!(least_divisor > 0)) return bounded(value, unbounded);
  const double remainder = std::fabs(x - value * y);  // value * y is exact
  const double moved = (a.error + up(std::fabs(x / y)) * b.error);
  return bounded(value,
                 up(up(remainder / std::fabs(y)) +
                    propagated(a.error, b.error, up(moved) / least_divisor)));
}

Bounded Arithmetic<Bounded>::min(const Bounded& a, const Bounded& b) {
  const float value = Float::min(a.value, b.value);
  return {value, std::isnan(value)
                     ? unbounded
                     : error_of_choice(a, b, a.value < b.value ? a : b)};
}

Bounded Arithmetic<Bounded>::max(const Bounded& a, const Bounded& b) {
  return neg(min(neg(a), neg(b)));
}

Bounded Arithmetic<Bounded>::abs(const Bounded& a) {
  return {std::fabs(a.value), a.error};
}

bool Arithmetic<Bounded>::equal(const Bounded& a, const Bounded& b) {
  require_decided(a, b);
  return a.value == b.value;
}

bool Arithmetic<Bounded>::less(const Bounded& a, const Bounded& b) {
  require_decided(a, b);
  return a.value < b.value;
}

bool Arithmetic<Bounded>::less_or_equal(const Bounded& a, const Bounded& b) {
  require_decided(a, b);
  return a.value <= b.value;
}

Bounded Arithmetic<Bounded>::exp(const Bounded& a) {
  return increasing(a, Float::exp(a.value), double_exp);
}

Bounded Arithmetic<Bounded>::log(const Bounded& a) {
  return increasing(a, Float::log(a.value), double_log);
}

Bounded Arithmetic<Bounded>::sqrt(const Bounded& a) {
  return increasing(a, Float::sqrt(a.value), double_sqrt, 0);
}

Bounded Arithmetic<Bounded>::sigmoid(const Bounded& a) {
  return increasing(a, Float::sigmoid(a.value), double_sigmoid);
}

Bounded Arithmetic<Bounded>::tanh(const Bounded& a) {
  return increasing(a, Float::tanh(a.value), double_tanh);
}

}  // namespace rewright::evaluate
