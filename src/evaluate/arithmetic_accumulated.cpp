// SPDX-License-Identifier: Apache-2.0
//
// The bounds of sums and products on their way.
#include <bit>

#include "evaluate/arithmetic_bounded.h"
#include "evaluate/bounds.h"

namespace rewright::evaluate {

using namespace bounds;  // NOLINT: the words of both files

namespace {

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
  sum.smallest = std::min(a.smallest, b.smallest);  // of a sum of one term
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

template struct Arithmetic<Accumulated<double>>;
template struct Arithmetic<Accumulated<float>>;
template struct Arithmetic<Accumulated<Eigen::half>>;
template struct Arithmetic<Accumulated<Eigen::bfloat16>>;

}  // namespace rewright::evaluate
