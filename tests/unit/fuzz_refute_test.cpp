// SPDX-License-Identifier: Apache-2.0
//
// Rules that do not hold are refuted, by small counterexamples.
#include "catch.h"
#include "unit/fuzz_rule.h"

namespace rewright::properties {
namespace {

TEST_CASE("a sum is not its operand", "[fuzz]") {
  const auto result = fuzzed(R"(rule dropped_sum
  sizes  N
  input  x : float[N]
  lhs    ReduceSum(x, axes=[0], keepdims=1)
  rhs    Slice(x, 0, 1))");
  REQUIRE(is_refuted(result));
  CHECK(result.counterexample->sizes == "N = 2");
  CHECK(inputs_of(result) == "x = [2] of rational: 0 1");
  CHECK(result.counterexample->lhs == "1");
  CHECK(result.counterexample->rhs == "0");
  CHECK(result.counterexample->index == std::vector<std::int64_t>{0});
}

TEST_CASE("the absolute value of a sum is not the sum of absolute values",
          "[fuzz]") {
  const auto result = fuzzed(R"(rule abs_of_sum
  sizes  M, N
  input  x : T[M, N]
  lhs    Abs(ReduceSum(x, axes=[1], keepdims=0))
  rhs    ReduceSum(Abs(x), axes=[1], keepdims=0))");
  REQUIRE(is_refuted(result));
  CHECK(result.counterexample->sizes == "M = 1, N = 2");
}

TEST_CASE("a wrong keepdims is a wrong shape", "[fuzz]") {
  const auto result = fuzzed(R"(rule keepdims
  sizes  M, N
  input  x : T[M, N]
  lhs    ReduceSum(x, axes=[1], keepdims=1)
  rhs    ReduceSum(x, axes=[1], keepdims=0))");
  REQUIRE(is_refuted(result));
  CHECK(result.counterexample->sizes == "M = 1, N = 1");
  CHECK(result.counterexample->lhs == "shape [1, 1]");
  CHECK(result.counterexample->rhs == "shape [1]");
}

TEST_CASE("a right side that can be ill formed is refuted", "[fuzz]") {
  const auto result = fuzzed(R"(rule reshape_to_pairs
  sizes  N
  input  x : T[N]
  lhs    Identity(x)
  rhs    Reshape(Reshape(x, [div(N, 2), 2]), [N]))");
  REQUIRE(is_refuted(result));
  CHECK(result.counterexample->rhs.rfind("ill formed: ", 0) == 0);
  CHECK(result.counterexample->sizes == "N = 1");
}

TEST_CASE("halving a doubled machine integer is not the identity", "[fuzz]") {
  const auto result = fuzzed(R"(rule double_and_halve
  input  x : int32[]
  lhs    (x + x) / 2
  rhs    Identity(x))");
  REQUIRE(is_refuted(result));
  CHECK(result.counterexample->world == "int32");
}

TEST_CASE("halving a doubled number is the identity", "[fuzz]") {
  CHECK(agrees(fuzzed(R"(rule double_and_halve
  input  x : float[]
  lhs    (x + x) / 2
  rhs    Identity(x))")));
}

TEST_CASE("a rule for all types is refuted by the one it fails for", "[fuzz]") {
  const auto result = fuzzed(R"(rule max_of_shifted
  sizes  N
  input  x, y, z : T[N]
  lhs    Max(x + z, y + z)
  rhs    Max(x, y) + z)");
  REQUIRE(is_refuted(result));
  CHECK(result.counterexample->world.rfind("int", 0) == 0);
  CHECK(result.counterexample->sizes == "N = 1");
}

TEST_CASE("x/x is not 1 where x is zero", "[fuzz]") {
  const auto result = fuzzed(R"(rule x_over_x
  sizes  N
  input  x : float[N]
  lhs    x / x
  rhs    Const(1, shape=[N]))");
  REQUIRE(is_refuted(result));
  CHECK(inputs_of(result) == "x = [1] of rational: 0");
  CHECK(result.counterexample->lhs.rfind("undefined: ", 0) == 0);
  CHECK(result.counterexample->rhs == "1");
}

TEST_CASE("sides undefined at different elements are refuted", "[fuzz]") {
  CHECK(is_refuted(fuzzed(R"(rule reversed_divisor
  sizes  N
  input  x, y : float[N]
  lhs    x / y
  rhs    x / Reverse(y, axes=[0]))")));
}

TEST_CASE("a rule true at rank 1 and false at rank 2 is refuted", "[fuzz]") {
  const auto result = fuzzed(R"(rule pad_when_some_axis_is_padded_by_nothing
  axes   r... : n
  ints   l0, l1 on r...
  input  x : T[r...]   scalar v, w : T
  when   l0 >= 0 and l1 >= 0 and (l0 == 0 or l1 == 0)
  lhs    Pad(Pad(x, v, low=[r: l0]), w, low=[r: l1])
  rhs    Pad(Pad(x, w, low=[r: l1]), v, low=[r: l0]))");
  REQUIRE(is_refuted(result));
  CHECK(result.counterexample->assignment.ranks.at("r") == 2);
  CHECK(result.counterexample->sizes.rfind("r has rank 2: n = (1, 1)", 0) == 0);
}

TEST_CASE("equal sizes do not hide exchanged axes", "[fuzz]") {
  const auto result = fuzzed(R"(rule exchanged
  sizes  M, N
  input  x : float[M, N]
  lhs    Reshape(x, [M*N])
  rhs    Reshape(Transpose(x), [M*N]))");
  REQUIRE(is_refuted(result));
  CHECK(result.counterexample->sizes == "M = 2, N = 2");
}

TEST_CASE("an identity that fails on few residues only is refuted", "[fuzz]") {
  CHECK(is_refuted(fuzzed(R"(rule vanishes_on_small_integers
  input  x : float[]
  lhs    x * (x-1) * (x+1) * (x-2) * (x+2) * (x-3) * (x+3) * (x-4) * (x+4)
  rhs    x - x)")));
}

TEST_CASE("a wrong constant inside a function is refuted", "[fuzz]") {
  const auto result = fuzzed(R"(rule log_of_double
  sizes  N
  input  x : float[N]
  lhs    Log(x * 2)
  rhs    Log(x) + 1)");
  REQUIRE(is_refuted(result));
  CHECK(result.counterexample->sizes == "N = 1");
}

}  // namespace
}  // namespace rewright::properties
