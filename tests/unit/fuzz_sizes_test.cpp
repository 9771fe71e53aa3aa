// SPDX-License-Identifier: Apache-2.0
//
// Sizes are drawn to satisfy rules, whatever their preconditions.
#include <set>

#include "catch.h"
#include "properties/sizes.h"
#include "unit/fuzz_rule.h"

namespace rewright::properties {
namespace {

std::int64_t value_named(const ir::Rule& rule, const ir::Assignment& at,
                         const std::string& name) {
  for (const auto& size : rule.sizes)
    if (size.symbol->name == name) return at.values.at(size.symbol->id).at(0);
  for (const auto& integer : rule.integers)
    if (integer->name == name) return at.values.at(integer->id).at(0);
  return -1;
}

TEST_CASE("drawn sizes satisfy what the rule requires", "[fuzz]") {
  const auto rule = rule_of(R"(rule tied
  sizes  N, M, K
  ints   s, t
  input  x : T[N]
  when   N == M*K and s + t == N and s < t and mod(t, 2) == 0
  lhs    Reshape(x, [M, K])
  rhs    Reshape(x, [M, K]))");
  Sizes sizes(rule, {});
  int found = 0;
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    const auto at = sizes.draw(seed);
    if (!at) continue;
    ++found;
    CHECK(all_hold(sizes.problem(*at), *at));
    CHECK(value_named(rule, *at, "N") ==
          value_named(rule, *at, "M") * value_named(rule, *at, "K"));
    CHECK(value_named(rule, *at, "t") % 2 == 0);
  }
  CHECK(found > 100);
}

TEST_CASE("sizes are drawn equal, distinct and one", "[fuzz]") {
  const auto rule = rule_of(R"(rule three
  sizes  A, B, C
  input  x : T[A, B, C]
  lhs    Identity(x)
  rhs    Identity(x))");
  Sizes sizes(rule, {});
  int equal = 0, distinct = 0, ones = 0;
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    const auto at = sizes.draw(seed);
    REQUIRE(at);
    std::set<std::int64_t> values;
    for (const char* name : {"A", "B", "C"})
      values.insert(value_named(rule, *at, name));
    equal += values.size() == 1;
    distinct += values.size() == 3;
    ones += values.count(1) != 0;
    CHECK(*values.begin() >= 1);
    CHECK(*values.rbegin() <= FuzzOptions().largest_size);
  }
  CHECK(equal > 30);
  CHECK(distinct > 80);
  CHECK(ones > 50);
}

TEST_CASE("zero is drawn where a size may be zero, and only there", "[fuzz]") {
  const auto rule = rule_of(R"(rule empty
  sizes  A >= 0, B
  input  x : T[A, B]
  lhs    Identity(x)
  rhs    Identity(x))");
  Sizes sizes(rule, {});
  int zeros = 0;
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    const auto at = sizes.draw(seed);
    REQUIRE(at);
    zeros += value_named(rule, *at, "A") == 0;
    CHECK(value_named(rule, *at, "B") >= 1);
  }
  CHECK(zeros > 5);
}

TEST_CASE("groups are drawn at ranks 0 to 3", "[fuzz]") {
  const auto rule = rule_of(R"(rule grouped
  axes   r...
  input  x : T[r...]
  lhs    Identity(x)
  rhs    Identity(x))");
  Sizes sizes(rule, {});
  std::set<int> ranks;
  for (std::uint64_t seed = 0; seed < 100; ++seed)
    ranks.insert(sizes.draw(seed)->ranks.at("r"));
  CHECK(ranks == std::set<int>{0, 1, 2, 3});
}

TEST_CASE("tensors stay within the limit on elements", "[fuzz]") {
  const auto rule = rule_of(R"(rule many
  axes   p..., q..., r...
  input  x : T[p..., q..., r...]
  lhs    Identity(x)
  rhs    Identity(x))");
  FuzzOptions options;
  options.largest_elements = 100;
  Sizes sizes(rule, options);
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    const auto at = sizes.draw(seed);
    if (!at) continue;
    const auto values = index_values(sizes.problem(*at), *at);
    for (const auto& shape : all_shapes(rule))
      CHECK(values.number(ir::elements(shape)) <= 100);
  }
}

TEST_CASE("a precondition that hardly any size meets is met", "[fuzz]") {
  const auto result = fuzzed(R"(rule rare
  sizes  A, B, C, D
  input  x : T[A, B]
  when   A*A + B*B == C*C and D == 7*A + 11*B and A < B
  lhs    Identity(x)
  rhs    Identity(x))");
  CHECK(result.agreed);
  CHECK(result.cases == 200);
}

TEST_CASE("sizes that only the solver finds are found", "[fuzz]") {
  const char* const text = R"(rule product_of_two_primes
  sizes  A, B
  input  x : T[A, B]
  when   A*B == 323 and A > B and B > 1
  lhs    Identity(x)
  rhs    Reverse(x, axes=[0]))";
  const auto result = fuzzed(text);
  REQUIRE(is_refuted(result));
  CHECK(result.counterexample->sizes == "A = 19, B = 17");
  solver::Session session;
  const auto again =
      replay(rule_of(text), result.counterexample->seed, {}, session);
  REQUIRE(is_refuted(again));
  CHECK(inputs_of(again) == inputs_of(result));
}

TEST_CASE("models of the solver differ", "[fuzz]") {
  const auto rule = rule_of(R"(rule any
  axes   r...
  sizes  N   ints s
  input  x : T[r..., N]
  when   s < N
  lhs    Identity(x)
  rhs    Identity(x))");
  std::set<std::string> models;
  for (const auto& at : solver_models(rule)) {
    CHECK(all_hold(problem_of(rule, at, 1'000'000), at));
    models.insert(ir::describe(rule, at));
  }
  CHECK(models.size() > 5);
}

TEST_CASE("a precondition that nothing meets is vacuous", "[fuzz]") {
  const auto result = fuzzed(R"(rule never
  sizes  N
  input  x : T[N]
  when   N >= 3 and N <= 2
  lhs    Identity(x)
  rhs    x + x)");
  CHECK(result.status == evidence::Status::unknown);
  CHECK_FALSE(result.agreed);
  CHECK(result.reason == evidence::Reason::vacuous);
  CHECK(result.cases == 0);
}

TEST_CASE("a bug at one large size only is found", "[fuzz]") {
  const auto result = fuzzed(R"(rule large
  sizes  N
  input  x : T[N]
  when   N >= 1000
  lhs    Identity(x)
  rhs    Reverse(x, axes=[0]))");
  REQUIRE(is_refuted(result));
  CHECK(result.counterexample->sizes == "N = 1000");
}

TEST_CASE("no case is run when none is asked for", "[fuzz]") {
  FuzzOptions options;
  options.cases = 0;
  const auto result = fuzzed(R"(rule off
  input  x : T[]
  lhs    Identity(x)
  rhs    x + x)",
                             options);
  CHECK(result.status == evidence::Status::not_run);
  CHECK_FALSE(result.agreed);
}

}  // namespace
}  // namespace rewright::properties
