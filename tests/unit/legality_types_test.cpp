// SPDX-License-Identifier: Apache-2.0
//
// Element types, free operators, and claims of the legality gate.
#include <string>

#include "catch.h"
#include "legality_rules.h"

namespace rewright::solver {
namespace {

using evidence::LegalityStatus;

std::string add_of(const std::string& type) {
  return "rule add_commutes\n  sizes  N\n  input  a, b : " + type +
         "[N]\n  lhs    a + b\n  rhs    b + a\n";
}

TEST_CASE("A type that is neither listed nor float is illegal", "[legality]") {
  const auto legality = legality_of(add_of("int64"), "tiny");
  CHECK(legality.rhs.status == LegalityStatus::illegal);
  CHECK(legality.rhs.detail ==
        "Add: element type int64 is not allowed, only int8, int16");
}

TEST_CASE("A listed type is legal without remarks", "[legality]") {
  const auto legality = legality_of(add_of("int8"), "tiny");
  CHECK(legality.rhs.status == LegalityStatus::legal);
  CHECK(legality.rhs.detail == "");
}

TEST_CASE("A rule over all integers is legal for the listed ones only",
          "[legality]") {
  const auto legality = legality_of(add_of("int"), "tiny");
  CHECK(legality.rhs.status == LegalityStatus::legal);
  CHECK(legality.rhs.detail == "Add: not for element types int32, int64");
}

TEST_CASE("Types that the operator fixes itself are not meant", "[legality]") {
  const auto legality = legality_of(R"(
rule where_same
  sizes  N
  input  c : bool[N]
  input  x : int8[N]
  lhs    Where(c, x, x)
  rhs    Where(c, x, x)
)",
                                    "tiny");
  CHECK(legality.rhs.status == LegalityStatus::legal);
}

TEST_CASE("A choice among truth values is illegal where bool is not listed",
          "[legality]") {
  const auto legality = legality_of(R"(
rule where_same
  sizes  N
  input  c, x : bool[N]
  lhs    Where(c, x, x)
  rhs    Where(c, x, x)
)",
                                    "tiny");
  CHECK(legality.rhs.status == LegalityStatus::illegal);
  CHECK(legality.rhs.detail ==
        "Where: element type bool is not allowed, only int8, int16");
}

TEST_CASE("Identities and constants ask nothing of the device", "[legality]") {
  const auto legality = legality_of(R"(
rule add_zero
  sizes  N
  input  x : float[N]
  lhs    x + Const(0, shape=[N])
  rhs    Identity(x)
)",
                                    "tiny");
  CHECK(legality.lhs.status == LegalityStatus::legal);
  CHECK(outcome_of(legality.lhs, "computed at compile time") == "holds");
  CHECK(legality.rhs.status == LegalityStatus::legal);
  CHECK(outcome_of(legality.rhs, "no operation on the device") == "holds");
  CHECK(legality.rhs.confidence == "");
}

TEST_CASE("A claim is proved or refuted, and needs known limits",
          "[legality]") {
  const auto claims = [](const std::string& claim, Confidence least) {
    return legality_of(R"(
rule matmul_of_itself
  sizes  A, B, C
  input  x : float[A, B]
  input  y : float[B, C]
  lhs    MatMul(x, y)
  rhs    MatMul(x, y)
  legal  )" + claim + "\n",
                       "tiny", least)
        .claim_holds;
  };
  const std::string enough = "tiny when A <= 64 and B <= 64 and C <= 30";
  CHECK(claims(enough, Confidence::neighbour) == true);
  CHECK(claims(enough, Confidence::inferred) == false);
  CHECK(claims("tiny when A <= 64 and B <= 64", Confidence::neighbour) ==
        false);
  CHECK(claims("tiny when A*B*C <= 64", Confidence::neighbour) == true);
  CHECK(claims("tiny when A <= 0", Confidence::neighbour) == false);
  CHECK_FALSE(claims("other when A <= 1", Confidence::neighbour).has_value());
}

TEST_CASE("A claim about sizes holds for the ranks that the target takes",
          "[legality]") {
  const auto legality = legality_of(R"(
rule sum_twice
  axes   r..., s...
  input  x : float[r..., s...]
  lhs    ReduceSum(ReduceSum(x, axes=[s...], keepdims=0), axes=[r...], keepdims=0)
  rhs    ReduceSum(x, axes=[r..., s...], keepdims=0)
  legal  tiny when numel(r)*numel(s) <= 64
)",
                                    "tiny");
  CHECK(legality.claim_holds == true);
  CHECK(legality.rhs.where ==
        "r <= 64 and s <= 64 and numel(r)*numel(s) <= 256 and rank(x) <= 4");
}

}  // namespace
}  // namespace rewright::solver
