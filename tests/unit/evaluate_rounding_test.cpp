// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <limits>

#include "catch.h"
#include "evaluate/rounding.h"

namespace rewright::evaluate {

namespace {

using base::Rational;
using base::Real;

const double infinite = std::numeric_limits<double>::infinity();

}  // namespace

TEST_CASE("half goes to the even neighbour in every world", "[rounding]") {
  for (int k = -9; k <= 9; k += 2) {  // k/2 lies between two integers
    const int even = (k - 1) / 2 % 2 == 0 ? (k - 1) / 2 : (k + 1) / 2;
    CAPTURE(k);
    CHECK(rounded(k / 2.0) == even);
    CHECK(rounded(k / 2.0F) == even);
    CHECK(static_cast<float>(rounded(Half(k / 2.0F))) == even);
    CHECK(static_cast<float>(rounded(BFloat16(k / 2.0F))) == even);
    CHECK(rounded(Rational(k, 2)) == even);
    CHECK(rounded(Real(k) / 2) == even);
    CHECK(rounded(Bounded<float>(k / 2.0F)).value == even);
  }
  CHECK(rounded(Rational(-7, 3)) == -2);
  CHECK(rounded(Rational(8, 3)) == 3);
  CHECK(rounded(Real(8) / 3) == 3);
  CHECK(rounded(Real(-8) / 3) == -3);
}

TEST_CASE("codes saturate", "[rounding]") {
  CHECK(code_of<std::int8_t>(127.4) == 127);
  CHECK(code_of<std::int8_t>(127.5) == 127);
  CHECK(code_of<std::int8_t>(-128.5) == -128);
  CHECK(code_of<std::int8_t>(-1e300) == -128);
  CHECK(code_of<std::int16_t>(infinite) == 32767);
  CHECK(code_of<std::int8_t>(Rational(1000)) == 127);
  CHECK(code_of<std::int8_t>(Rational(-255, 2)) == -128);
  CHECK(code_of<std::int16_t>(Real(-40000)) == -32768);
  CHECK(code_of<std::int8_t>(BFloat16(-3.5F)) == -4);
  CHECK(code_of<std::int8_t>(Bounded<float>(500.0F, 100)) == 127);
}

TEST_CASE("an error that reaches a tie leaves the code open", "[rounding]") {
  CHECK_THROWS_AS(code_of<std::int8_t>(Bounded<float>(2.5F, 1e-9)), Uncertain);
  CHECK_THROWS_AS(code_of<std::int8_t>(Bounded<float>(2.4F, 0.06)), Uncertain);
  CHECK_THROWS_AS(code_of<std::int8_t>(Bounded<float>(1.0F, infinite)),
                  Uncertain);
  CHECK_THROWS_AS(rounded(Bounded<float>(0.5F, 1e-30)), Uncertain);
  CHECK(code_of<std::int8_t>(Bounded<float>(2.4F, 0.04)) == 2);
  CHECK(rounded(Bounded<float>(2.4F, 0.04)).error == 0);
  CHECK(code_of<std::int8_t>(Bounded<float>(0.0F, 0.24)) == 0);
  const Real nearly = Real(0.5) + ldexp(Real(1), -240);
  CHECK_THROWS_AS(rounded(nearly), Uncertain);
}

TEST_CASE("NaN has no code, residues have none at all", "[rounding]") {
  CHECK_THROWS_AS(code_of<std::int8_t>(std::nan("")), Undefined);
  CHECK_THROWS_AS(code_of<std::int8_t>(base::Residue(3)), NotInWorld);
  CHECK_THROWS_AS(rounded_in_world(base::Residue(3)), NotInWorld);
}

}  // namespace rewright::evaluate
