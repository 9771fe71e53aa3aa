// SPDX-License-Identifier: Apache-2.0
//
// The same seed gives the same cases, in every thread, and a case seed alone
// repeats a failure.
#include <thread>

#include "catch.h"
#include "unit/fuzz_rule.h"

namespace rewright::properties {
namespace {

const char* const wrong = R"(rule wrong_order
  axes   r... : n
  sizes  N >= 0
  input  x, y : T[r..., N]
  lhs    ReduceSum(x * y, axes=[-1], keepdims=0)
  rhs    ReduceSum(x, axes=[-1], keepdims=0) * ReduceSum(y, axes=[-1], keepdims=0))";

/// Everything of a result, as text.
std::string summary(const evidence::FuzzResult& result) {
  std::string text = std::to_string(result.cases) + " cases, " +
                     std::to_string(result.discarded) + " discarded, " +
                     std::to_string(result.worst_error_over_bound);
  if (!result.counterexample) return text;
  const auto& c = *result.counterexample;
  return text + ", " + c.sizes + ", " + c.world + ", " + c.lhs + ", " + c.rhs +
         ", " + std::to_string(c.seed) + ", " + inputs_of(result);
}

TEST_CASE("the same seed gives the same result", "[fuzz]") {
  FuzzOptions options;
  options.seed = 42;
  CHECK(summary(fuzzed(wrong, options)) == summary(fuzzed(wrong, options)));
}

TEST_CASE("another seed gives other cases", "[fuzz]") {
  FuzzOptions other;
  other.seed = 2;
  CHECK(fuzzed(wrong).counterexample->seed !=
        fuzzed(wrong, other).counterexample->seed);
}

TEST_CASE("the seed of a counterexample repeats it", "[fuzz]") {
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    FuzzOptions options;
    options.seed = seed;
    const auto found = fuzzed(wrong, options);
    REQUIRE(is_refuted(found));
    solver::Session session;
    const auto again =
        replay(rule_of(wrong), found.counterexample->seed, {}, session);
    REQUIRE(is_refuted(again));
    CHECK(again.cases == 1);
    CHECK(again.counterexample->sizes == found.counterexample->sizes);
    CHECK(again.counterexample->world == found.counterexample->world);
    CHECK(again.counterexample->lhs == found.counterexample->lhs);
    CHECK(again.counterexample->seed == found.counterexample->seed);
    CHECK(inputs_of(again) == inputs_of(found));
  }
}

TEST_CASE("a replayed case that agrees is no refutation", "[fuzz]") {
  solver::Session session;
  const auto result = replay(rule_of(R"(rule commuted
  input  x, y : T[]
  lhs    x + y
  rhs    y + x)"),
                             0x1234500, {}, session);
  CHECK(agrees(result));
  CHECK(result.cases == 1);
}

TEST_CASE("rules are fuzzed in several threads at once", "[fuzz]") {
  const std::string alone = summary(fuzzed(wrong));
  std::vector<std::string> summaries(4);
  std::vector<std::thread> threads;
  for (auto& text : summaries)
    threads.emplace_back([&text] { text = summary(fuzzed(wrong)); });
  for (auto& thread : threads) thread.join();
  for (const auto& text : summaries) CHECK(text == alone);
}

}  // namespace
}  // namespace rewright::properties
