// SPDX-License-Identifier: Apache-2.0
//
// std::nearbyint rounds half to even: nobody here changes the rounding mode.
#include "evaluate/rounding.h"

#include <algorithm>
#include <cmath>

namespace rewright::evaluate {

namespace {

using base::Integer;
using base::Rational;
using base::Real;

/// floor(n / d), d > 0.
Integer floor_div(const Integer& n, const Integer& d) {
  Integer quotient = n / d;
  if (n % d < 0) --quotient;
  return quotient;
}

Integer nearest(const Rational& x) {
  const Integer two_d = 2 * denominator(x);
  const Integer above = floor_div(2 * numerator(x) + denominator(x), two_d);
  const bool is_tie = (2 * numerator(x) + denominator(x)) % two_d == 0;
  return is_tie && above % 2 != 0 ? Integer(above - 1) : above;
}

/// The ends of what an exact value may be.
struct Interval {
  double low, high;
};

Interval interval_of(double value, double error) {
  if (std::isnan(value) || (error != 0 && !std::isfinite(error)))
    throw Uncertain("nothing is known of a number that is rounded");
  if (error == 0) return {value, value};
  const double inf = std::numeric_limits<double>::infinity();
  return {std::nextafter(value - error, -inf),
          std::nextafter(value + error, inf)};
}

}  // namespace

double rounded(double x) { return std::nearbyint(x); }
float rounded(float x) { return std::nearbyint(x); }
Half rounded(Half x) { return Half(rounded(static_cast<float>(x))); }
BFloat16 rounded(BFloat16 x) {
  return BFloat16(rounded(static_cast<float>(x)));
}

Rational rounded(const Rational& x) { return Rational(nearest(x)); }

// A tie is exact, or so near that rounding may have made it.
Real rounded(const Real& x) {
  if (isinf(x)) return x;
  const Real below = floor(x);
  const Real from_tie = x - below - Real(0.5);
  if (from_tie != 0 &&
      fabs(from_tie) < ldexp(std::max<Real>(fabs(x), Real(1)), -200))
    throw Uncertain("a real is too close to a tie to be rounded");
  const bool is_even = ldexp(floor(ldexp(below, -1)), 1) == below;
  return from_tie < 0 || (from_tie == 0 && is_even) ? below : Real(below + 1);
}

double rounded(double value, double error) {
  const auto [low, high] = interval_of(value, error);
  if (rounded(low) != rounded(high))
    throw Uncertain("rounding errors reach a tie");
  return rounded(value);
}

std::int64_t code(double x, std::int64_t low, std::int64_t high) {
  if (std::isnan(x)) throw Undefined("NaN has no code");
  const double nearest = rounded(x);
  if (nearest <= static_cast<double>(low)) return low;
  if (nearest >= static_cast<double>(high)) return high;
  return static_cast<std::int64_t>(nearest);
}

std::int64_t code(const Rational& x, std::int64_t low, std::int64_t high) {
  if (x <= low) return low;
  if (x >= high) return high;
  return nearest(x).convert_to<std::int64_t>();
}

std::int64_t code(const Real& x, std::int64_t low, std::int64_t high) {
  if (x <= low) return low;
  if (x >= high) return high;
  return rounded(x).convert_to<std::int64_t>();
}

std::int64_t code(double value, double error, std::int64_t low,
                  std::int64_t high) {
  const auto [least, most] = interval_of(value, error);
  const std::int64_t result = code(least, low, high);
  if (result != code(most, low, high))
    throw Uncertain("rounding errors reach a tie");
  return result;
}

}  // namespace rewright::evaluate
