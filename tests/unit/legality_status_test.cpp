// SPDX-License-Identifier: Apache-2.0
//
// Every answer of the legality gate, on an invented device with hard limits.
#include <string>

#include "catch.h"
#include "legality_rules.h"

namespace rewright::solver {
namespace {

using evidence::LegalityStatus;

TEST_CASE("What meets all limits for all sizes is legal", "[legality]") {
  const auto legality = legality_of(R"(
rule add_commutes
  sizes  N, M
  input  a, b : float[N, M]
  lhs    a + b
  rhs    b + a
)",
                                    "tiny");
  CHECK(legality.lhs.status == LegalityStatus::legal);
  CHECK(legality.rhs.status == LegalityStatus::legal);
  CHECK(legality.rhs.where == "");
  CHECK(legality.rhs.confidence == "published");
  CHECK(legality.rhs.detail ==
        "Add: computed in int8, int16 after quantisation");
  CHECK_FALSE(legality.leaves_accelerator);
  CHECK_FALSE(legality.claim_holds.has_value());
}

TEST_CASE("A kernel that is too large is illegal and says its size",
          "[legality]") {
  const auto legality = legality_of(R"(
rule sum_to_conv
  input  a : float[1, 4, 500, 2]
  input  w : float[4, 1, 500, 2]
  lhs    Reshape(Conv(a, w, group=4), [1, 4])
  rhs    Reshape(Conv(a, w, group=4), [4])
)",
                                    "tiny");
  CHECK(legality.rhs.status == LegalityStatus::illegal);
  CHECK(legality.rhs.where == "");
  CHECK(legality.rhs.confidence == "published");
  CHECK(legality.rhs.detail ==
        "Conv: KH <= 3 violated: KH = 500; operands [1, 4, 500, 2], "
        "[4, 1, 500, 2]; Conv: computed in int8 after quantisation; Reshape: "
        "computed in int8, int16 after quantisation");
}

TEST_CASE("A rewrite that takes a graph off the accelerator is called out",
          "[legality]") {
  const auto legality = legality_of(R"(
rule add_in_more_axes
  sizes  A, B, C
  input  x, y : float[A, B, C]
  lhs    x + y
  rhs    Reshape(Reshape(x, [A, 1, B, 1, C]) + Reshape(y, [A, 1, B, 1, C]), [A, B, C])
)",
                                    "tiny");
  CHECK(legality.lhs.status == LegalityStatus::legal);
  CHECK(legality.rhs.status == LegalityStatus::illegal);
  CHECK(legality.leaves_accelerator);
  CHECK(outcome_of(legality.rhs, "rank <= 4 violated: rank = 5") == "violated");
}

TEST_CASE("What both sides violate does not leave the accelerator",
          "[legality]") {
  const auto legality = legality_of(R"(
rule add_commutes
  sizes  A, B, C, D, E
  input  x, y : float[A, B, C, D, E]
  lhs    x + y
  rhs    y + x
)",
                                    "tiny");
  CHECK(legality.rhs.status == LegalityStatus::illegal);
  CHECK_FALSE(legality.leaves_accelerator);
}

TEST_CASE("A precondition of the rule can make it illegal", "[legality]") {
  const auto legality = legality_of(R"(
rule sum_of_many
  sizes  N, M
  input  x : float[N, M]
  when   M >= 100
  lhs    ReduceSum(x, axes=[1])
  rhs    ReduceSum(x, axes=[M])
)",
                                    "tiny");
  CHECK(legality.rhs.status == LegalityStatus::illegal);
  CHECK(legality.rhs.detail ==
        "ReduceSum: reduced <= 64 violated: reduced = M; operands [N, M]; "
        "ReduceSum: computed in int8 after quantisation");
}

TEST_CASE("Limits that exclude each other under the rule are illegal",
          "[legality]") {
  const auto legality = legality_of(R"(
rule sum_of_many
  sizes  N, M, K
  input  x : float[N, M, K]
  when   N + M + K >= 193
  lhs    ReduceSum(x)
  rhs    ReduceSum(x, axes=[0, 1, 2])
)",
                                    "tiny");
  CHECK(legality.rhs.status == LegalityStatus::illegal);
}

TEST_CASE("A precondition of the rule can make it legal", "[legality]") {
  const auto legality = legality_of(R"(
rule sum_of_few
  sizes  N, M
  input  x : float[N, M]
  when   M <= 8
  lhs    ReduceSum(x, axes=[1])
  rhs    ReduceSum(x, axes=[M])
)",
                                    "tiny");
  CHECK(legality.rhs.status == LegalityStatus::legal);
  CHECK(legality.rhs.confidence == "vendor");
}

TEST_CASE("The condition keeps what is readable and drops what follows",
          "[legality]") {
  const auto legality = legality_of(R"(
rule sum_twice
  sizes  N, M
  input  x : float[N, M]
  lhs    ReduceSum(ReduceSum(x, axes=[1]), axes=[0])
  rhs    ReduceSum(x, axes=[0, 1])
)",
                                    "tiny");
  CHECK(legality.lhs.where == "M <= 64 and N <= 64");
  CHECK(legality.rhs.where == "N <= 64 and M <= 64 and M*N <= 256");
}

TEST_CASE("A limit that is not known is unknown, and named", "[legality]") {
  const std::string rule = R"(
rule matmul_of_itself
  sizes  A, B, C
  input  x : float[A, B]
  input  y : float[B, C]
  lhs    MatMul(x, y)
  rhs    MatMul(x, y)
)";
  const auto unknown = legality_of(rule, "tiny");
  CHECK(unknown.rhs.status == LegalityStatus::unknown);
  CHECK(unknown.rhs.detail ==
        "MatMul: not known: M, K, N (neighbour limits are not relied on); "
        "MatMul: the manual is silent on sizes");
  const auto answered = legality_of(rule, "tiny", Confidence::neighbour);
  CHECK(answered.rhs.status == LegalityStatus::conditional);
  CHECK(answered.rhs.where == "A <= 64 and B <= 64 and C <= 64");
  CHECK(answered.rhs.confidence == "neighbour");
  CHECK(answered.rhs.detail == "MatMul: the manual is silent on sizes");
  const auto extended = legality_of(rule, "tiny_manual");
  CHECK(extended.rhs.status == LegalityStatus::conditional);
  CHECK(extended.rhs.where == "A <= 32 and B <= 32 and C <= 32");
  CHECK(extended.rhs.confidence == "published");
}

TEST_CASE("The known part of an unknown answer is still computed",
          "[legality]") {
  const auto legality = legality_of(R"(
rule sum_of_product
  sizes  A, B, C
  input  x : float[A, B]
  input  y : float[B, C]
  lhs    ReduceSum(MatMul(x, y), axes=[1])
  rhs    ReduceSum(MatMul(x, y), axes=[1])
)",
                                    "tiny");
  CHECK(legality.rhs.status == LegalityStatus::unknown);
  CHECK(legality.rhs.where == "C <= 64");
}

TEST_CASE("Ranks are bounded in the words of the inputs", "[legality]") {
  const auto legality = legality_of(R"(
rule add_commutes
  axes   r..., s...
  sizes  N
  input  x : float[r..., s..., N]
  input  y : float[r..., s..., N]
  lhs    x + y
  rhs    y + x
)",
                                    "tiny");
  CHECK(legality.rhs.status == LegalityStatus::conditional);
  CHECK(legality.rhs.where == "rank(x) <= 4");
}

TEST_CASE("Disjunctions restrict as they are written", "[legality]") {
  const auto legality = legality_of(R"(
rule conv_of_itself
  sizes  N, C, H, W, O   ints s
  input  x : float[N, C, H, W]
  input  w : float[O, C, 1, 1]
  when   s >= 1
  lhs    Conv(x, w, strides=[s, s])
  rhs    Conv(x, w, strides=[s, s])
)",
                                    "tiny");
  CHECK(legality.rhs.status == LegalityStatus::conditional);
  CHECK(legality.rhs.where == "C <= 16 and (s == 1 or s == 2)");
}

}  // namespace
}  // namespace rewright::solver
