// SPDX-License-Identifier: Apache-2.0
//
// Error bounds held against 256-bit arithmetic, over the whole range of
// float32, subnormal numbers and overflow included.
#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <random>
#include <vector>

#include "catch.h"
#include "evaluate/arithmetic.h"

namespace rewright::evaluate {

namespace {

using A = Arithmetic<Bounded<float>>;
using B = Bounded<float>;
using R = Arithmetic<base::Real>;

constexpr double unbounded = std::numeric_limits<double>::infinity();

template <class F>
double as_double(F x) {
  return static_cast<double>(x);
}

template <class F>
struct Pair {
  Bounded<F> bounded;
  base::Real exact;
};

template <class F>
bool is_covered(const Bounded<F>& bounded, const base::Real& exact) {
  if (std::isinf(bounded.error)) return true;
  const base::Real distance =
      fabs(base::Real(as_double(bounded.value)) - exact);
  return distance <=
         base::Real(bounded.error) + fabs(exact) * base::Real(0x1p-230);
}

/// Any finite number of the format, exponents uniform in [low, high].
template <class F>
F random_float(std::mt19937_64& random, int low, int high) {
  const int exponent =
      low + static_cast<int>(random() % static_cast<unsigned>(high - low + 1));
  const double mantissa = 1 + static_cast<double>(random() >> 12) * 0x1p-52;
  const F value(static_cast<WideOf<F>>(std::ldexp(mantissa, exponent)));
  if (!std::isfinite(as_double(value))) return F(1.0F);
  return random() % 2 == 0 ? value : -value;
}

template <class F>
Pair<F> leaf(F value) {
  return {Bounded<F>(value), base::Real(as_double(value))};
}

/// One random operation on random earlier values.
template <class F>
Pair<F> step(const std::vector<Pair<F>>& known, std::mt19937_64& random) {
  using E = Arithmetic<Bounded<F>>;
  const Pair<F>& a = known[random() % known.size()];
  const Pair<F>& b = known[random() % known.size()];
  switch (random() % 11) {
    case 0:
      return {E::add(a.bounded, b.bounded), R::add(a.exact, b.exact)};
    case 1:
      return {E::sub(a.bounded, b.bounded), R::sub(a.exact, b.exact)};
    case 2:
      return {E::mul(a.bounded, b.bounded), R::mul(a.exact, b.exact)};
    case 3:
      return {E::div(a.bounded, b.bounded), R::div(a.exact, b.exact)};
    case 4:
      return {E::min(a.bounded, b.bounded), R::min(a.exact, b.exact)};
    case 5:
      return {E::max(a.bounded, b.bounded), R::max(a.exact, b.exact)};
    case 6:
      return {E::abs(a.bounded), R::abs(a.exact)};
    case 7:
      return {E::sqrt(a.bounded), R::sqrt(a.exact)};
    case 8:
      return {E::log(a.bounded), R::log(a.exact)};
    case 9:
      return {E::tanh(a.bounded), R::tanh(a.exact)};
    default:
      if (fabs(a.exact) > 1000) return a;  // keep the reals in range
      return random() % 2 == 0
                 ? Pair<F>{E::exp(a.bounded), R::exp(a.exact)}
                 : Pair<F>{E::sigmoid(a.bounded), R::sigmoid(a.exact)};
  }
}

/// The number of results whose error is bounded and not 0.
template <class F>
int check_chains(int low, int high, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  int informative = 0;
  for (int chain = 0; chain < 400; ++chain) {
    std::vector<Pair<F>> known;
    for (int k = 0; k < 4; ++k)
      known.push_back(leaf(random_float<F>(random, low, high)));
    for (int k = 0; k < 12; ++k) {
      try {
        known.push_back(step(known, random));
      } catch (const Undefined&) {
        continue;
      }
      const Pair<F>& p = known.back();
      INFO(as_double(p.bounded.value)
           << " +- " << p.bounded.error << ", exactly " << p.exact);
      REQUIRE(is_covered(p.bounded, p.exact));
      informative += !std::isinf(p.bounded.error) && p.bounded.error > 0;
    }
  }
  return informative;
}

/// A sum or product of some of the terms, split at random and taken in the
/// random order that they are in, by the machine and without bounds.
template <class W>
W fold(const std::vector<W>& terms, std::size_t first, std::size_t last,
       std::mt19937_64& random, bool is_product) {
  if (last - first == 1) return terms[first];
  const std::size_t middle = first + 1 + random() % (last - first - 1);
  const W a = fold(terms, first, middle, random, is_product);
  const W b = fold(terms, middle, last, random, is_product);
  return is_product ? a * b : a + b;
}

/// Random sums, sums of products or products, bounded in the order of their
/// terms and evaluated in others.
template <class F>
int check_orders(int low, int high, bool is_product, std::uint64_t seed) {
  using E = Arithmetic<Bounded<F>>;
  using S = Arithmetic<Accumulated<F>>;
  using W = WideOf<F>;
  std::mt19937_64 random(seed);
  int informative = 0;
  for (int round = 0; round < 300; ++round) {
    const bool has_pairs = !is_product && random() % 2 == 0;
    Accumulated<F> total = S::from_integer(is_product ? 1 : 0);
    base::Real exact = is_product ? 1 : 0;
    std::vector<W> terms;
    const int n = 1 + static_cast<int>(random() % 12);
    for (int k = 0; k < n; ++k) {
      const F x = random_float<F>(random, low, high);
      const F y = random_float<F>(random, low, high);
      auto term = E::widen(Bounded<F>(x));
      base::Real real = as_double(x);
      W wide = static_cast<W>(x);
      if (has_pairs) {
        term = S::mul(term, E::widen(Bounded<F>(y)));
        real *= as_double(y);
        wide *= static_cast<W>(y);
      }
      if (random() % 2 == 0) term = S::add(S::from_integer(0), term);
      terms.push_back(wide);
      total = is_product ? S::mul(total, term) : S::add(total, term);
      exact = is_product ? base::Real(exact * real) : base::Real(exact + real);
    }
    const Bounded<F> bounded = E::narrow(total);
    INFO(n << " terms: " << as_double(bounded.value) << " +- " << bounded.error
           << ", exactly " << exact);
    for (int order = 0; order < 10; ++order) {
      std::shuffle(terms.begin(), terms.end(), random);
      const F value(fold(terms, 0, terms.size(), random, is_product));
      REQUIRE(is_covered(Bounded<F>(value, bounded.error), exact));
    }
    informative += !std::isinf(bounded.error) && bounded.error > 0;
  }
  return informative;
}

}  // namespace

TEST_CASE("error bounds cover the error of any chain of operations") {
  CHECK(check_chains<float>(-4, 4, 1) > 500);
  CHECK(check_chains<float>(-60, 60, 2) > 500);
  CHECK(check_chains<float>(-149, -100, 3) > 500);
  CHECK(check_chains<float>(90, 127, 4) > 500);
}

TEST_CASE("error bounds of the other formats cover their errors") {
  CHECK(check_chains<double>(-4, 4, 5) > 500);
  CHECK(check_chains<double>(-500, 500, 6) > 500);
  CHECK(check_chains<double>(-1074, -1000, 7) > 500);
  CHECK(check_chains<double>(950, 1023, 8) > 500);
  CHECK(check_chains<Half>(-3, 3, 9) > 500);
  CHECK(check_chains<Half>(-24, 15, 10) > 500);
  CHECK(check_chains<BFloat16>(-4, 4, 11) > 500);
  CHECK(check_chains<BFloat16>(-133, 127, 12) > 500);
}

TEST_CASE("the bound of a sum covers every order of its terms") {
  CHECK(check_orders<float>(-4, 4, false, 1) > 100);
  CHECK(check_orders<float>(-140, 120, false, 2) > 100);
  CHECK(check_orders<double>(-4, 4, false, 3) > 100);
  CHECK(check_orders<double>(-1074, 1000, false, 4) > 100);
  CHECK(check_orders<Half>(-14, 14, false, 5) > 100);
  CHECK(check_orders<BFloat16>(-10, 10, false, 6) > 100);
}

TEST_CASE("the bound of a product covers every order of its factors") {
  CHECK(check_orders<float>(-2, 2, true, 1) > 100);
  CHECK(check_orders<float>(-60, 20, true, 2) > 100);
  CHECK(check_orders<double>(-500, 200, true, 3) > 100);
  CHECK(check_orders<Half>(-4, 3, true, 4) > 100);
  CHECK(check_orders<BFloat16>(-60, 20, true, 5) > 100);
}

TEST_CASE("sums that are exact in every order have no error") {
  using S = Arithmetic<Accumulated<float>>;
  auto sum = S::from_integer(0);
  for (const float x : {3.0F, 0.5F, -7.0F, 1024.0F})
    sum = S::add(sum, A::widen(x));
  CHECK(A::narrow(sum).error == 0);
  CHECK(A::narrow(sum).value == 1020.5F);
  sum = S::add(sum, A::widen(0x1p-20F));
  CHECK(A::narrow(sum).error > 0);
}

TEST_CASE("sums of one term are factors like any other", "[bounds]") {
  using S = Arithmetic<Accumulated<float>>;
  const auto zero = S::from_integer(0);
  auto product = S::from_integer(1);
  base::Real exact = 1;
  for (const float x : {-0x1.5f03d8p-71F, -0x1.321d6ap-60F, -0x1.9b9f54p-60F,
                        -0x1.cc59a4p-66F}) {
    product = S::mul(product, S::add(zero, A::widen(x)));
    exact *= x;
  }
  CHECK(is_covered(A::narrow(product), exact));
}

TEST_CASE("a root of what another order makes negative has no bound") {
  CHECK(A::sqrt(B(0x1p-24F, 0x1p-23)).error == unbounded);
  CHECK(A::sqrt(B(0.25F, 0.0625)).error < 1);
}

TEST_CASE("a product whose factors may underflow in another order says so") {
  using S = Arithmetic<Accumulated<float>>;
  auto product = A::widen(0x1p-100F);
  for (const float x : {0x1p100F, 0x1p-100F, 0x1p100F})
    product = S::mul(product, A::widen(x));
  CHECK(A::narrow(product).value == 1);
  CHECK(A::narrow(product).error >= 1);
}

TEST_CASE("operations that do not round have no error") {
  CHECK(A::add(B(3), B(0.5F)).error == 0);
  CHECK(A::mul(B(3), B(5)).error == 0);
  CHECK(A::div(B(15), B(5)).error == 0);
  CHECK(A::from_integer(1 << 24).error == 0);
  CHECK(A::from_rational(base::Rational(1, 1024)).error == 0);
  CHECK(A::max(B(3), B(5)).error == 0);
}

TEST_CASE("a rounded operation has at most half an ulp of error") {
  const B third = A::div(B(1), B(3));
  CHECK(third.error > 0);
  CHECK(third.error <= 0x1p-26);
  const B large = A::from_integer((1 << 24) + 1);
  CHECK(large.error >= 1);
  CHECK(large.error < 1.001);
  CHECK(A::from_rational(base::Rational(1, 10)).error > 0);
}

TEST_CASE("a sigmoid is not 0 where exp of the opposite overflows") {
  const auto s = Arithmetic<Bounded<double>>::sigmoid(Bounded<double>(-728));
  CHECK(s.error >= 1e-317);
}

TEST_CASE("underflow counts as error") {
  const float least = std::numeric_limits<float>::denorm_min();
  const B product = A::mul(B(least), B(0.25F));
  CHECK(product.value == 0);
  CHECK(product.error >= 0.25 * static_cast<double>(least));
  const B quotient = A::div(B(least), B(4));
  CHECK(quotient.error >= 0.25 * static_cast<double>(least));
}

TEST_CASE("overflow and division by what may be zero leave no bound") {
  const B huge(std::numeric_limits<float>::max());
  CHECK(A::add(huge, huge).error == unbounded);
  CHECK(A::mul(huge, huge).error == unbounded);
  CHECK(A::exp(B(200)).error == unbounded);
  CHECK(A::div(B(1), B(0)).error == unbounded);
  CHECK(A::div(B(1), B(0.5F, 0.5)).error == unbounded);
  CHECK(A::log(B(0.5F, 0.5)).error == unbounded);
  CHECK(A::sqrt(B(-1)).error == unbounded);
}

TEST_CASE("an exact infinity is a usable constant for min and max") {
  const B low = A::infinity(true), x(2, 0.5);
  CHECK(A::max(low, x).value == 2);
  CHECK(A::max(low, x).error == 0.5);
  CHECK(A::min(low, x).error == 0);
}

TEST_CASE("comparisons that errors may decide are uncertain") {
  const B a(1, 0.25), b(1.25F, 0.25), c(2.25F, 0.25);
  CHECK_THROWS_AS(A::less(a, b), Uncertain);
  CHECK_THROWS_AS(A::less_or_equal(a, b), Uncertain);
  CHECK_THROWS_AS(A::equal(a, a), Uncertain);
  CHECK(A::less(a, c));
  CHECK(!A::less_or_equal(c, a));
  CHECK(!A::equal(a, c));
  CHECK(A::equal(B(1), B(1)));
  const B nan(std::numeric_limits<float>::quiet_NaN());
  CHECK_THROWS_AS(A::less(nan, a), Uncertain);
}

TEST_CASE("the choice of min is certain where the intervals are apart") {
  CHECK(A::min(B(1, 0.125), B(2.5F, 0.5)).error == 0.125);
  CHECK(A::min(B(1, 0.125), B(1.5F, 0.5)).error == 0.5);
}

}  // namespace rewright::evaluate
