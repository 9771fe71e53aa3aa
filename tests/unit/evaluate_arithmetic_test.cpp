// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <limits>

#include "catch.h"
#include "evaluate/arithmetic.h"

namespace rewright::evaluate {

namespace {

using I8 = Arithmetic<std::int8_t>;
using I32 = Arithmetic<std::int32_t>;
using I64 = Arithmetic<std::int64_t>;
using F = Arithmetic<float>;
using H = Arithmetic<Half>;
using B16 = Arithmetic<BFloat16>;
using Q = Arithmetic<base::Rational>;
using Z = Arithmetic<base::Residue>;
using R = Arithmetic<base::Real>;

constexpr auto least64 = std::numeric_limits<std::int64_t>::min();
constexpr auto most64 = std::numeric_limits<std::int64_t>::max();

}  // namespace

TEST_CASE("machine integers wrap around") {
  CHECK(I8::add(127, 1) == -128);
  CHECK(I8::sub(-128, 1) == 127);
  CHECK(I8::mul(64, 4) == 0);
  CHECK(I8::neg(-128) == -128);
  CHECK(I8::abs(-128) == -128);
  CHECK(I64::add(most64, 1) == least64);
  CHECK(I64::mul(most64, 2) == -2);
  CHECK(I64::neg(least64) == least64);
}

TEST_CASE("machine integer division truncates, wraps, and refuses zero") {
  CHECK(I8::div(-7, 2) == -3);
  CHECK(I8::div(7, -2) == -3);
  CHECK(I8::div(-128, -1) == -128);
  CHECK(I64::div(least64, -1) == least64);
  CHECK_THROWS_AS(I32::div(1, 0), Undefined);
}

TEST_CASE("integer constants are taken modulo the word size") {
  CHECK(I8::from_rational(300) == 44);
  CHECK(I8::from_rational(-129) == 127);
  CHECK(I64::from_rational(base::Rational("18446744073709551615")) == -1);
  CHECK_THROWS_AS(I8::from_rational(base::Rational(1, 2)), NotInWorld);
  CHECK_THROWS_AS(I8::infinity(true), NotInWorld);
  CHECK(I8::lowest() == -128);
}

TEST_CASE("floating minimum and maximum propagate NaN and order zeros") {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  CHECK(std::isnan(F::max(nan, 1)));
  CHECK(std::isnan(F::max(1, nan)));
  CHECK(std::isnan(F::min(nan, 1)));
  CHECK(std::isnan(F::min(1, nan)));
  CHECK(std::signbit(F::min(0.0F, -0.0F)));
  CHECK(std::signbit(F::min(-0.0F, 0.0F)));
  CHECK(!std::signbit(F::max(0.0F, -0.0F)));
  CHECK(!std::signbit(F::max(-0.0F, 0.0F)));
}

TEST_CASE("floating division by zero follows IEEE 754") {
  CHECK(F::div(1, 0) == std::numeric_limits<float>::infinity());
  CHECK(std::isnan(F::div(0, 0)));
}

TEST_CASE("rational constants round to the nearest float") {
  CHECK(F::from_rational(base::Rational(1, 10)) == 0.1F);
  CHECK(Arithmetic<double>::from_rational(base::Rational(1, 10)) == 0.1);
  CHECK(F::from_rational(base::Rational((1 << 24) + 1)) == 16777216.0F);
  CHECK(F::from_rational(base::Rational((1 << 24) + 3)) == 16777220.0F);
}

TEST_CASE("short formats round after every operation and sum in float32") {
  const Half big(2048), one(1);
  CHECK(static_cast<float>(H::add(big, one)) == 2048);
  CHECK(static_cast<float>(H::mul(Half(300), Half(300))) ==
        std::numeric_limits<float>::infinity());
  static_assert(std::is_same_v<H::Sum, float>);
  CHECK(static_cast<float>(H::narrow(H::widen(big) + 1 + 1)) == 2050);
  CHECK(static_cast<float>(B16::add(BFloat16(256), BFloat16(1))) == 256);
}

TEST_CASE("rationals lack infinity and elementary functions") {
  CHECK(Q::div(1, 3) == base::Rational(1, 3));
  CHECK_THROWS_AS(Q::div(1, 0), Undefined);
  CHECK_THROWS_AS(Q::exp(1), NotInWorld);
  CHECK_THROWS_AS(Q::infinity(false), NotInWorld);
  CHECK_THROWS_AS(Q::lowest(), NotInWorld);
}

TEST_CASE("residues are a field without order") {
  const base::Residue third = Z::div(1, 3);
  CHECK(Z::mul(third, 3) == base::Residue(1));
  CHECK(Z::from_rational(base::Rational(-1, 3)) == Z::neg(third));
  CHECK(Z::from_rational(base::Rational("2305843009213693952")) ==
        base::Residue(1));
  CHECK_THROWS_AS(Z::div(1, 0), Undefined);
  CHECK_THROWS_AS(Z::less(1, 2), NotInWorld);
  CHECK_THROWS_AS(Z::max(1, 2), NotInWorld);
  CHECK_THROWS_AS(Z::sqrt(4), NotInWorld);
}

TEST_CASE("reals refuse what is undefined and what rounding decides") {
  CHECK_THROWS_AS(R::log(0), Undefined);
  CHECK_THROWS_AS(R::sqrt(-1), Undefined);
  CHECK_THROWS_AS(R::div(1, 0), Undefined);
  CHECK_THROWS_AS(R::sub(R::infinity(false), R::infinity(false)), Undefined);
  const base::Real third = R::div(1, 3);
  const base::Real almost = third + ldexp(base::Real(1), -230);
  CHECK_THROWS_AS(R::less(third, almost), Uncertain);
  CHECK(R::equal(third, third));
  CHECK(R::less(third, R::add(third, ldexp(base::Real(1), -100))));
}

TEST_CASE("real functions agree with each other to 200 bits") {
  const base::Real x = R::from_rational(base::Rational(7, 5));
  const base::Real unit = ldexp(base::Real(1), -200);
  CHECK(fabs(R::log(R::exp(x)) - x) < unit);
  CHECK(fabs(R::sigmoid(x) + R::sigmoid(R::neg(x)) - 1) < unit);
  CHECK(fabs(R::mul(R::sqrt(x), R::sqrt(x)) - x) < unit);
  const base::Real e = R::exp(R::mul(2, x));
  CHECK(fabs(R::tanh(x) - (e - 1) / (e + 1)) < unit);
}

TEST_CASE("truth values are no numbers, but 0 and 1 are truth values") {
  using B = Arithmetic<Boolean>;
  CHECK(B::from_constant({.rational = 1}).value);
  CHECK(!B::from_constant({.rational = 0}).value);
  CHECK_THROWS_AS(B::from_constant({.rational = 2}), NotInWorld);
  CHECK_THROWS_AS(B::add({true}, {true}), NotInWorld);
}

}  // namespace rewright::evaluate
