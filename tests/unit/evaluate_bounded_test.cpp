// SPDX-License-Identifier: Apache-2.0
//
// Error bounds held against 256-bit arithmetic, over the whole range of
// float32, subnormal numbers and overflow included.
#include <cmath>
#include <functional>
#include <limits>
#include <random>
#include <vector>

#include "catch.h"
#include "evaluate/arithmetic.h"

namespace rewright::evaluate {

namespace {

using A = Arithmetic<Bounded>;
using R = Arithmetic<base::Real>;

constexpr double unbounded = std::numeric_limits<double>::infinity();

struct Pair {
  Bounded bounded;
  base::Real exact;
};

bool is_covered(const Pair& p) {
  if (std::isinf(p.bounded.error)) return true;
  const base::Real distance = fabs(base::Real(p.bounded.value) - p.exact);
  return distance <= base::Real(p.bounded.error) ||
         distance <= fabs(p.exact) * base::Real(0x1p-230);
}

/// Any finite float, exponents uniform in [low, high].
float random_float(std::mt19937_64& random, int low, int high) {
  const int exponent =
      low + static_cast<int>(random() % static_cast<unsigned>(high - low + 1));
  const float mantissa = 1 + static_cast<float>(random() % 8388608) / 8388608;
  const float value = std::ldexp(mantissa, exponent);
  return random() % 2 == 0 ? value : -value;
}

Pair leaf(float value) { return {Bounded(value), base::Real(value)}; }

/// One random operation on random earlier values.
Pair step(const std::vector<Pair>& known, std::mt19937_64& random) {
  const Pair& a = known[random() % known.size()];
  const Pair& b = known[random() % known.size()];
  switch (random() % 11) {
    case 0:
      return {A::add(a.bounded, b.bounded), R::add(a.exact, b.exact)};
    case 1:
      return {A::sub(a.bounded, b.bounded), R::sub(a.exact, b.exact)};
    case 2:
      return {A::mul(a.bounded, b.bounded), R::mul(a.exact, b.exact)};
    case 3:
      return {A::div(a.bounded, b.bounded), R::div(a.exact, b.exact)};
    case 4:
      return {A::min(a.bounded, b.bounded), R::min(a.exact, b.exact)};
    case 5:
      return {A::max(a.bounded, b.bounded), R::max(a.exact, b.exact)};
    case 6:
      return {A::abs(a.bounded), R::abs(a.exact)};
    case 7:
      return {A::sqrt(a.bounded), R::sqrt(a.exact)};
    case 8:
      return {A::log(a.bounded), R::log(a.exact)};
    case 9:
      return {A::tanh(a.bounded), R::tanh(a.exact)};
    default:
      if (fabs(a.exact) > 1000) return a;  // keep the reals in range
      return random() % 2 == 0
                 ? Pair{A::exp(a.bounded), R::exp(a.exact)}
                 : Pair{A::sigmoid(a.bounded), R::sigmoid(a.exact)};
  }
}

void check_chains(int low, int high, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  int informative = 0;
  for (int chain = 0; chain < 400; ++chain) {
    std::vector<Pair> known;
    for (int k = 0; k < 4; ++k)
      known.push_back(leaf(random_float(random, low, high)));
    for (int k = 0; k < 12; ++k) {
      try {
        known.push_back(step(known, random));
      } catch (const Undefined&) {
        continue;
      }
      const Pair& p = known.back();
      INFO(p.bounded.value << " +- " << p.bounded.error << ", exactly "
                           << p.exact);
      REQUIRE(is_covered(p));
      informative += !std::isinf(p.bounded.error) && p.bounded.error > 0;
    }
  }
  CHECK(informative > 500);
}

}  // namespace

TEST_CASE("error bounds cover the error of any chain of operations") {
  check_chains(-4, 4, 1);
  check_chains(-60, 60, 2);
  check_chains(-149, -100, 3);
  check_chains(90, 127, 4);
}

TEST_CASE("operations that do not round have no error") {
  CHECK(A::add(Bounded(3), Bounded(0.5F)).error == 0);
  CHECK(A::mul(Bounded(3), Bounded(5)).error == 0);
  CHECK(A::div(Bounded(15), Bounded(5)).error == 0);
  CHECK(A::from_integer(1 << 24).error == 0);
  CHECK(A::from_rational(base::Rational(1, 1024)).error == 0);
  CHECK(A::max(Bounded(3), Bounded(5)).error == 0);
}

TEST_CASE("a rounded operation has at most half an ulp of error") {
  const Bounded third = A::div(Bounded(1), Bounded(3));
  CHECK(third.error > 0);
  CHECK(third.error <= 0x1p-26);
  const Bounded large = A::from_integer((1 << 24) + 1);
  CHECK(large.error >= 1);
  CHECK(large.error < 1.001);
  CHECK(A::from_rational(base::Rational(1, 10)).error > 0);
}

TEST_CASE("underflow counts as error") {
  const float least = std::numeric_limits<float>::denorm_min();
  const Bounded product = A::mul(Bounded(least), Bounded(0.25F));
  CHECK(product.value == 0);
  CHECK(product.error >= 0.25 * static_cast<double>(least));
  const Bounded quotient = A::div(Bounded(least), Bounded(4));
  CHECK(quotient.error >= 0.25 * static_cast<double>(least));
}

TEST_CASE("overflow and division by what may be zero leave no bound") {
  const Bounded huge(std::numeric_limits<float>::max());
  CHECK(A::add(huge, huge).error == unbounded);
  CHECK(A::mul(huge, huge).error == unbounded);
  CHECK(A::exp(Bounded(200)).error == unbounded);
  CHECK(A::div(Bounded(1), Bounded(0)).error == unbounded);
  CHECK(A::div(Bounded(1), Bounded(0.5F, 0.5)).error == unbounded);
  CHECK(A::log(Bounded(0.5F, 0.5)).error == unbounded);
  CHECK(A::sqrt(Bounded(-1)).error == unbounded);
}

TEST_CASE("an exact infinity is a usable constant for min and max") {
  const Bounded low = A::infinity(true), x(2, 0.5);
  CHECK(A::max(low, x).value == 2);
  CHECK(A::max(low, x).error == 0.5);
  CHECK(A::min(low, x).error == 0);
}

TEST_CASE("comparisons that errors may decide are uncertain") {
  const Bounded a(1, 0.25), b(1.25F, 0.25), c(2, 0.25);
  CHECK_THROWS_AS(A::less(a, b), Uncertain);
  CHECK_THROWS_AS(A::less_or_equal(a, b), Uncertain);
  CHECK_THROWS_AS(A::equal(a, a), Uncertain);
  CHECK(A::less(a, c));
  CHECK(!A::less_or_equal(c, a));
  CHECK(!A::equal(a, c));
  CHECK(A::equal(Bounded(1), Bounded(1)));
  const Bounded nan(std::numeric_limits<float>::quiet_NaN());
  CHECK_THROWS_AS(A::less(nan, a), Uncertain);
}

TEST_CASE("the choice of min is certain where the intervals are apart") {
  CHECK(A::min(Bounded(1, 0.125), Bounded(2, 0.5)).error == 0.125);
  CHECK(A::min(Bounded(1, 0.125), Bounded(1.5F, 0.5)).error == 0.5);
}

}  // namespace rewright::evaluate
