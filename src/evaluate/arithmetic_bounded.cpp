// SPDX-License-Identifier: Apache-2.0
//
// The bounds of elements.
#include "evaluate/arithmetic_bounded.h"

#include <cfloat>
#include <cmath>
#include <limits>

#include "evaluate/arithmetic_float.h"
#include "evaluate/bounds.h"

namespace rewright::evaluate {

using namespace bounds;  // NOLINT: the words of both files

static_assert(FLT_EVAL_METHOD == 0, "residues rely on IEEE single and double");

namespace {

constexpr double ulps_of_functions = 4;

/// The same, rounded once to F, where results of other evaluations have at
/// most this size; `here` is known of the value at hand.
template <class F>
Bounded<F> rounded(F value, double error, double size, double here = 0) {
  if (!(size <= Format<F>::largest)) return bounded(value, unbounded);
  const double once = up(Format<F>::roundoff * size) + Format<F>::tiny;
  return bounded(value, std::max(here, up(error + once)));
}

/// |x + y - value|; x + y as a sum of two doubles by Knuth's TwoSum.
double residue_of_sum(double x, double y, double value) {
  const double sum = x + y;
  const double from_y = sum - x;
  const double from_x = sum - from_y;
  const double residue = (x - from_x) + (y - from_y);
  return up(std::fabs(sum - value) + std::fabs(residue));
}

/// |x * y - value|. The products of all formats but double fit into one, and
/// that of doubles into two.
double residue_of_product(double x, double y, double value) {
  const double product = x * y;
  const double residue = std::fma(x, y, -product);
  const double lost = residue != 0 || std::fabs(product) < 0x1p-900
                          ? (x == 0 || y == 0 ? 0 : least)
                          : 0;
  return up(std::fabs(product - value) + std::fabs(residue)) + lost;
}

/// |x / y - value|
double residue_of_quotient(double x, double y, double value) {
  const double remainder = std::fabs(std::fma(-value, y, x));
  if (remainder == 0 && (x == 0 || std::fabs(x) > 0x1p-900)) return 0;
  return up(up(remainder + least) / std::fabs(y)) + least;
}

/// Whether every evaluation, and the exact values, compare as these do.
template <class F>
bool is_decided(const Bounded<F>& a, const Bounded<F>& b) {
  if (std::isnan(number(a)) || std::isnan(number(b))) return false;
  if (is_exact(a) && is_exact(b)) return true;
  return down(std::fabs(number(a) - number(b))) > up(2 * (a.error + b.error));
}

template <class F>
void require_decided(const Bounded<F>& a, const Bounded<F>& b) {
  if (!is_decided(a, b)) throw Uncertain("rounding may decide a comparison");
}

/// One rounding of a result of this size, or that of an elementary function.
enum class Result { rounded_once, function };

template <class F>
double rounding_of(Result kind, double size) {
  using W = WideOf<F>;
  const double once = up(Format<F>::roundoff * size) + Format<F>::tiny;
  if (kind == Result::rounded_once) return once;
  const double computed =
      up(2 * ulps_of_functions * Format<W>::roundoff * size) + Format<W>::tiny;
  return std::is_same_v<F, W> ? computed : up(computed + once);
}

/// `value` = f(x.value) for an f that is increasing on [least_argument, inf),
/// undefined below, and that `in_double` evaluates to 4 ulp. The value at hand
/// may be worse.
template <class F>
Bounded<F> increasing(const Bounded<F>& x, F value, double (*in_double)(double),
                      double least_argument = -unbounded,
                      Result kind = Result::function) {
  if (!std::isfinite(number(x)) || !std::isfinite(x.error))
    return bounded(value, unbounded);
  const double argument = number(x);
  const double slack =
      is_exact(x) ? 0 : up(2 * x.error) + up(std::fabs(argument)) * 0x1p-52;
  if (argument - slack < least_argument) return bounded(value, unbounded);
  const double low = in_double(argument - slack);
  const double high = in_double(argument + slack);
  if (std::isnan(low) || std::isnan(high)) return bounded(value, unbounded);
  const double size = up(std::max(std::fabs(low), std::fabs(high)));
  if (!(size <= down(Format<F>::largest))) return bounded(value, unbounded);
  const double widening =
      up(2 * ulps_of_functions * Format<double>::roundoff * size) + 8 * least;
  const double y = static_cast<double>(value);
  const double here = std::max(high - y, y - low) + widening;
  const double anywhere =
      up(high - low) + 2 * widening + rounding_of<F>(kind, up(size + widening));
  return bounded(value, up(std::max(here, anywhere)));
}

/// `value` = f(x.value) for an f between -1 and 1 whose slope is, too.
template <class F>
Bounded<F> of_slope_one(const Bounded<F>& x, F value) {
  if (!std::isfinite(number(x)) || !std::isfinite(x.error))
    return bounded(value, unbounded);
  return bounded(value,
                 up(2 * x.error + 2 * rounding_of<F>(Result::function, 1)));
}

double double_exp(double x) { return std::exp(x); }
double double_log(double x) { return std::log(x); }
double double_sqrt(double x) { return std::sqrt(x); }
double double_tanh(double x) { return std::tanh(x); }
double double_erf(double x) { return std::erf(x); }
double double_atan(double x) { return std::atan(x); }
double double_sigmoid(double x) {
  if (x >= 0) return 1 / (1 + std::exp(-x));
  const double e = std::exp(x);  // exp(-x) would overflow first
  return e / (1 + e);
}

}  // namespace

template <class F>
Bounded<F> Arithmetic<Bounded<F>>::from_integer(std::int64_t x) {
  return from_rational(base::Rational(x));
}

template <class F>
Bounded<F> Arithmetic<Bounded<F>>::from_rational(const base::Rational& x) {
  const F value = Arithmetic<F>::from_rational(x);
  if (!std::isfinite(static_cast<double>(value))) return E(value, unbounded);
  const base::Rational distance =
      x - base::Rational(static_cast<double>(value));
  if (distance == 0) return E(value);
  const double size = up(std::fabs(x.convert_to<double>()));
  return rounded(value, 0, size,
                 up(std::fabs(distance.convert_to<double>())) + least);
}

template <class F>
Bounded<F> Arithmetic<Bounded<F>>::infinity(bool negative) {
  return E(Arithmetic<F>::infinity(negative));
}

template <class F>
Bounded<F> Arithmetic<Bounded<F>>::add(const E& a, const E& b) {
  const F value = Arithmetic<F>::add(a.value, b.value);
  const double x = number(a), y = number(b);
  if (is_exact(a) && is_exact(b))
    return bounded(value, residue_of_sum(x, y, static_cast<double>(value)));
  const double moved = up(a.error + b.error);
  const double size = up(std::fabs(x + y) + 2 * moved);
  // A sum does not underflow: where it is subnormal it is exact.
  if (!(size <= Format<F>::largest)) return bounded(value, unbounded);
  return bounded(value, up(moved + Format<F>::roundoff * size) + least);
}

template <class F>
Bounded<F> Arithmetic<Bounded<F>>::mul(const E& a, const E& b) {
  const F value = Arithmetic<F>::mul(a.value, b.value);
  const double x = number(a), y = number(b);
  if (is_exact(a) && is_exact(b))
    return bounded(value, residue_of_product(x, y, static_cast<double>(value)));
  if ((is_exact(a) && x == 0) || (is_exact(b) && y == 0))
    return bounded(value, a.error + b.error == unbounded ? unbounded : 0);
  const double moved = up(size_of(a) * b.error) + up(size_of(b) * a.error);
  return rounded(value, propagated(a.error, b.error, moved),
                 up(size_of(a) * size_of(b)));
}

template <class F>
Bounded<F> Arithmetic<Bounded<F>>::div(const E& a, const E& b) {
  const F value = Arithmetic<F>::div(a.value, b.value);
  const double x = number(a), y = number(b);
  const double divisor = least_size_of(b);
  if (!(divisor > 0)) return bounded(value, unbounded);
  if (is_exact(a) && is_exact(b))
    return bounded(value,
                   residue_of_quotient(x, y, static_cast<double>(value)));
  const double quotient = up(size_of(a) / divisor);
  const double moved = up(a.error + up(quotient * b.error)) / divisor;
  return rounded(value, propagated(a.error, b.error, moved), quotient);
}

template <class F>
Bounded<F> Arithmetic<Bounded<F>>::min(const E& a, const E& b) {
  const F value = Arithmetic<F>::min(a.value, b.value);
  if (std::isnan(static_cast<double>(value))) return E(value, unbounded);
  const bool is_sure = is_decided(a, b) && number(a) != number(b);
  const double chosen = number(a) < number(b) ? a.error : b.error;
  return E(value, is_sure ? chosen : std::max(a.error, b.error));
}

template <class F>
Bounded<F> Arithmetic<Bounded<F>>::abs(const E& a) {
  return E(Arithmetic<F>::abs(a.value), a.error);
}

template <class F>
bool Arithmetic<Bounded<F>>::equal(const E& a, const E& b) {
  require_decided(a, b);
  return number(a) == number(b);
}

template <class F>
bool Arithmetic<Bounded<F>>::less(const E& a, const E& b) {
  require_decided(a, b);
  return number(a) < number(b);
}

template <class F>
bool Arithmetic<Bounded<F>>::less_or_equal(const E& a, const E& b) {
  require_decided(a, b);
  return number(a) <= number(b);
}

template <class F>
Bounded<F> Arithmetic<Bounded<F>>::exp(const E& a) {
  return increasing(a, Arithmetic<F>::exp(a.value), double_exp);
}

template <class F>
Bounded<F> Arithmetic<Bounded<F>>::log(const E& a) {
  return increasing(a, Arithmetic<F>::log(a.value), double_log);
}

template <class F>
Bounded<F> Arithmetic<Bounded<F>>::sqrt(const E& a) {
  const F value = Arithmetic<F>::sqrt(a.value);
  const double root = static_cast<double>(value);
  if (is_exact(a) && number(a) >= 0x1p-900 &&
      std::fma(root, root, -number(a)) == 0)
    return bounded(value, 0);
  return increasing(a, value, double_sqrt, 0, Result::rounded_once);
}

template <class F>
Bounded<F> Arithmetic<Bounded<F>>::sigmoid(const E& a) {
  return increasing(a, Arithmetic<F>::sigmoid(a.value), double_sigmoid);
}

template <class F>
Bounded<F> Arithmetic<Bounded<F>>::tanh(const E& a) {
  return increasing(a, Arithmetic<F>::tanh(a.value), double_tanh);
}

template <class F>
Bounded<F> Arithmetic<Bounded<F>>::erf(const E& a) {
  return increasing(a, Arithmetic<F>::erf(a.value), double_erf);
}

template <class F>
Bounded<F> Arithmetic<Bounded<F>>::atan(const E& a) {
  return increasing(a, Arithmetic<F>::atan(a.value), double_atan);
}

template <class F>
Bounded<F> Arithmetic<Bounded<F>>::sin(const E& a) {
  return of_slope_one(a, Arithmetic<F>::sin(a.value));
}

template <class F>
Bounded<F> Arithmetic<Bounded<F>>::cos(const E& a) {
  return of_slope_one(a, Arithmetic<F>::cos(a.value));
}

template <class F>
Accumulated<F> Arithmetic<Bounded<F>>::widen(const E& x) {
  return Arithmetic<Sum>::term(
      Bounded<WideOf<F>>(static_cast<WideOf<F>>(x.value), x.error));
}

template <class F>
Bounded<F> Arithmetic<Bounded<F>>::narrow(const Sum& x) {
  const auto wide = Arithmetic<Sum>::settled(x);
  if constexpr (std::is_same_v<F, WideOf<F>>) {
    return wide;
  } else {
    const F value(wide.value);
    if (is_exact(wide))
      return bounded(value,
                     std::fabs(number(wide) - static_cast<double>(value)));
    return rounded(value, wide.error, size_of(wide));
  }
}

template struct Arithmetic<Bounded<double>>;
template struct Arithmetic<Bounded<float>>;
template struct Arithmetic<Bounded<Eigen::half>>;
template struct Arithmetic<Bounded<Eigen::bfloat16>>;

}  // namespace rewright::evaluate
