// SPDX-License-Identifier: Apache-2.0
//
// Rules that hold are not refuted, at all ranks, sizes and types they allow.
#include "catch.h"
#include "unit/fuzz_rule.h"

namespace rewright::properties {
namespace {

TEST_CASE("a merge of two sums over axis groups agrees", "[fuzz]") {
  const auto result = fuzzed(R"(rule reduce_sum_merge
  axes   n..., p..., m..., q..., t...
  input  x : T[n..., p..., m..., q..., t...]
  lhs    ReduceSum(ReduceSum(x, axes=[q...], keepdims=0), axes=[p...], keepdims=0)
  rhs    ReduceSum(x, axes=[p..., q...], keepdims=0))");
  CHECK(agrees(result));
  CHECK(result.cases == 200);
}

TEST_CASE("a sum of products agrees with a grouped convolution", "[fuzz]") {
  const auto result = fuzzed(R"(rule mul_reduce_sum_to_grouped_conv
  sizes  B, C, H, W
  input  a, b : float[B, C, H, W]
  lhs    ReduceSum(a * b, axes=[2, 3], keepdims=0)
  rhs    let k = Reshape(b, [B*C, 1, H, W])
         let x = Reshape(a, [1, B*C, H, W])
         Reshape(Conv(x, k, group=B*C), [B, C]))");
  CHECK(agrees(result));
  CHECK(result.worst_error_over_bound > 0);
  CHECK(result.worst_error_over_bound <= 1);
}

TEST_CASE("a pad of a pad agrees at every rank", "[fuzz]") {
  CHECK(agrees(fuzzed(R"(rule low_pad_of_low_pad
  axes   r... : n
  ints   l0, l1 on r...
  input  x : T[r...]   scalar v : T
  when   l0 >= 0 and l1 >= 0
  lhs    Pad(Pad(x, v, low=[r: l0]), v, low=[r: l1])
  rhs    Pad(x, v, low=[r: l0 + l1]))")));
}

TEST_CASE("a slice of a slice agrees", "[fuzz]") {
  CHECK(agrees(fuzzed(R"(rule slice_of_slice
  sizes  N   ints s1, e1, p1, s2, e2, p2
  input  x : T[N]
  when   p1 >= 1 and p2 >= 1 and 0 <= s1 and s1 <= e1 and e1 <= N and 0 <= s2 and s2 < e2 and e2 <= ceildiv(e1 - s1, p1)
  lhs    Slice(Slice(x, s1, e1, step=p1), s2, e2, step=p2)
  rhs    Slice(x, s1 + p1*s2, s1 + p1*(e2 - 1) + 1, step=p1*p2))")));
}

TEST_CASE("an identity of elementary functions agrees", "[fuzz]") {
  const auto result = fuzzed(R"(rule exp_of_sum
  axes   r...
  input  x, y : float[r...]
  lhs    Exp(x + y)
  rhs    Exp(x) * Exp(y))");
  CHECK(agrees(result));
  CHECK(result.worst_error_over_bound <= 1);
}

TEST_CASE("a movement past a division agrees though parts are undefined",
          "[fuzz]") {
  CHECK(agrees(fuzzed(R"(rule slice_of_quotient
  sizes  N   ints s
  input  x, y : T[N]
  when   0 <= s and s < N
  lhs    Slice(x / y, s, N)
  rhs    Slice(x, s, N) / Slice(y, s, N))")));
}

TEST_CASE("a padded maximum agrees though rationals lack infinity", "[fuzz]") {
  CHECK(agrees(fuzzed(R"(rule max_of_padded
  sizes  N   ints l
  input  x : float[N]
  when   l >= 0
  lhs    ReduceMax(Pad(x, -inf, low=[l]), axes=[0], keepdims=0)
  rhs    ReduceMax(x, axes=[0], keepdims=0))")));
}

TEST_CASE("truth values are tried as well", "[fuzz]") {
  CHECK(agrees(fuzzed(R"(rule de_morgan
  axes   r...
  input  x, y : bool[r...]
  lhs    Not(And(x, y))
  rhs    Or(Not(x), Not(y)))")));
}

}  // namespace
}  // namespace rewright::properties
