// SPDX-License-Identifier: Apache-2.0
//
// Error terms are computed in double. A few roundings of non-negative terms
// cost at most 2^-51 of their sum: `up` covers them. An error that is not
// zero could still underflow in a product, so `propagated` adds a few of the
// least doubles whenever an argument is inexact.
#include "evaluate/arithmetic_bounded.h"

#include <bit>
#include <cfloat>
#include <cmath>
#include <limits>

#include "evaluate/arithmetic_float.h"

namespace rewright::evaluate {

static_assert(FLT_EVAL_METHOD == 0, "residues rely on IEEE single and double");

namespace {

constexpr double unbounded = std::numeric_limits<double>::infinity();
constexpr double least = std::numeric_limits<double>::denorm_min();
constexpr double ulps_of_functions = 4;

double up(double x) { return x * (1 + 0x1p-50); }
double down(double x) { return x * (1 - 0x1p-50); }

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

/// The same, rounded once to F, where results of other evaluations have at
/// most this size; `here` is known of the value at hand.
template <class F>
Bounded<F> rounded(F value, double error, double size, double here = 0) {
  if (!(size <= Format<F>::largest)) return bounded(value, unbounded);
  const double once = up(Format<F>::roundoff * size) + Format<F>::tiny;
  return bounded(value, std::max(here, up(error + once)));
}

/// `error`, which arguments with errors a and b cause, made safe.
double propagated(double a, double b, double error) {
  return a == 0 && b == 0 ? 0 : up(error) + 8 * least;
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

/// `value` = f(x.value) for an f that is increasing on [least_argument, inf)
/// and that `in_double` evaluates to 4 ulp. The value at hand may be worse.
template <class F>
Bounded<F> increasing(const Bounded<F>& x, F value, double (*in_double)(double),
                      double least_argument = -unbounded,
                      Result kind = Result::function) {
  if (!std::isfinite(number(x)) || !std::isfinite(x.error))
    return bounded(value, unbounded);
  const double argument = number(x);
  const double slack =
      is_exact(x) ? 0 : up(2 * x.error) + up(std::fabs(argument)) * 0x1p-52;
  const double low = in_double(std::max(argument - slack, least_argument));
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

double double_exp(double x) { return std::exp(x); }
double double_log(double x) { return std::log(x); }
double double_sqrt(double x) { return std::sqrt(x); }
double double_tanh(double x) { return std::tanh(x); }
double double_sigmoid(double x) {
  if (x >= 0) return 1 / (1 + std::exp(-x));
  const double e = std::exp(x);  // exp(-x) would overflow first
  return e / (1 + e);
}

/// gamma(k) for roundings of F; infinite where it has no meaning.
template <class F>
double gamma(std::int64_t k) {
  const double ku = up(static_cast<double>(k) * Format<F>::roundoff);
  return ku < 1 ? up(ku / (1 - ku)) : unbounded;
}

/// 2^exponent, from -1074 on.
double power_of_two(int exponent) {
  return exponent >= -1022
             ? std::bit_cast<double>(std::uint64_t(exponent + 1023) << 52)
             : std::bit_cast<double>(std::uint64_t{1} << (exponent + 1074));
}

/// The largest power of two that divides x; infinite for 0.
double grain_of(double x) {
  if (x == 0) return unbounded;
  if (!std::isfinite(x)) return 0;
  const auto bits = std::bit_cast<std::uint64_t>(std::fabs(x));
  const auto exponent = static_cast<int>(bits >> 52);
  const std::uint64_t fraction = bits & ((std::uint64_t{1} << 52) - 1);
  if (exponent == 0) return power_of_two(std::countr_zero(fraction) - 1074);
  const int zeros = fraction == 0 ? 52 : std::countr_zero(fraction);
  return power_of_two(std::max(exponent - 1075 + zeros, -1074));
}

/// Whether multiples of `grain` up to this size are all numbers of F.
template <class F>
bool are_numbers(double grain, double size) {
  constexpr auto digits =
      static_cast<double>(std::uint64_t{1} << Format<F>::digits);
  return grain >= Format<F>::tiny && size <= grain * digits;
}

}  // namespace

// --- Elements
// -----------------------------------------------------------------

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

// --- Accumulators
// -------------------------------------------------------------

template <class F>
Accumulated<F> Arithmetic<Accumulated<F>>::nothing() {
  E none;
  none.grain = unbounded;
  return none;
}

template <class F>
Accumulated<F> Arithmetic<Accumulated<F>>::term(const Bounded<WideOf<F>>& x) {
  E one;
  one.value = x.value;
  one.error = x.error;
  one.magnitude = size_of(x);
  one.grain = is_exact(x) ? grain_of(number(x)) : 0;
  one.largest = std::max(1.0, one.magnitude);
  if (!is_exact(x) || number(x) != 0)
    one.smallest = std::min(1.0, least_size_of(x));
  one.terms = one.factors = 1;
  return one;
}

template <class F>
Bounded<WideOf<F>> Arithmetic<Accumulated<F>>::settled(const E& x) {
  using W = WideOf<F>;
  if (x.terms <= 1 && x.factors <= 1) return Bounded<W>(x.value, x.error);
  const double known = gamma<W>(x.terms - 1 + x.roundings);
  const double size = up(x.magnitude * (1 + known) + x.error);
  if (!(std::max(size, x.largest) <= Format<W>::largest))
    return bounded(x.value, unbounded);
  if (x.error == 0 && x.roundings == 0 &&
      (x.terms <= 1 || are_numbers<W>(x.grain, x.magnitude)))
    return bounded(x.value, 0);
  return bounded(x.value, up(x.error + up(known * x.magnitude)) + least);
}

template <class F>
Accumulated<F> Arithmetic<Accumulated<F>>::add(const E& a, const E& b) {
  E sum;
  sum.value = a.value + b.value;
  sum.error = propagated(a.error, b.error, a.error + b.error);
  sum.magnitude = up(a.magnitude + b.magnitude);
  sum.grain = std::min(a.grain, b.grain);
  sum.largest = std::max(a.largest, b.largest);
  sum.terms = a.terms + b.terms;
  sum.factors = std::max(a.factors, b.factors);
  sum.roundings = std::max(a.roundings, b.roundings);
  return sum;
}

template <class F>
Accumulated<F> Arithmetic<Accumulated<F>>::neg(const E& a) {
  E result = a;
  result.value = -a.value;
  return result;
}

template <class F>
Accumulated<F> Arithmetic<Accumulated<F>>::mul(const E& a, const E& b) {
  if (a.terms != 1) return mul(term(settled(a)), b);
  if (b.terms != 1) return mul(a, term(settled(b)));
  using Wide = Format<WideOf<F>>;
  E product;
  product.value = a.value * b.value;
  product.terms = 1;
  product.factors = a.factors + b.factors;
  product.largest = up(a.largest * b.largest);
  product.smallest = down(a.smallest * b.smallest);
  if (a.magnitude == 0 || b.magnitude == 0) {  // exactly 0
    product.grain = unbounded;
    if (a.error + b.error == unbounded) product.error = unbounded;
    return product;
  }
  product.magnitude = up(a.magnitude * b.magnitude);
  if (product.magnitude < 0x1p-1000) product.magnitude += 8 * least;
  product.grain = a.grain * b.grain;
  // Two factors have no other partial result than their product.
  const bool is_pair = product.factors == 2;
  if (a.error == 0 && b.error == 0 && a.roundings == 0 && b.roundings == 0 &&
      (is_pair || product.smallest >= Wide::normal) &&
      are_numbers<WideOf<F>>(product.grain, product.magnitude))
    return product;
  product.grain = 0;
  product.roundings = a.roundings + b.roundings + 1;
  product.error = propagated(
      a.error, b.error, up(a.magnitude * b.error) + up(b.magnitude * a.error));
  const double partial =
      is_pair ? down(std::max(0.0, std::fabs(static_cast<double>(a.value)) -
                                       up(2 * a.error)) *
                     std::max(0.0, std::fabs(static_cast<double>(b.value)) -
                                       up(2 * b.error)))
              : product.smallest;
  if (partial < Wide::normal)
    product.error =
        up(product.error + Wide::tiny * static_cast<double>(product.factors) *
                               (is_pair ? 1 : product.largest));
  return product;
}

template struct Arithmetic<Bounded<double>>;
template struct Arithmetic<Bounded<float>>;
template struct Arithmetic<Bounded<Eigen::half>>;
template struct Arithmetic<Bounded<Eigen::bfloat16>>;
template struct Arithmetic<Accumulated<double>>;
template struct Arithmetic<Accumulated<float>>;
template struct Arithmetic<Accumulated<Eigen::half>>;
template struct Arithmetic<Accumulated<Eigen::bfloat16>>;

}  // namespace rewright::evaluate
