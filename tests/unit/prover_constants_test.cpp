// SPDX-License-Identifier: Apache-2.0
//
// Proofs that need what the data of constants say, and those that only seem
// to.
#include <limits>

#include "catch.h"
#include "ir/resolve.h"
#include "ops/table.h"
#include "solver/constant_facts.h"
#include "solver/value_proof.h"
#include "syntax/parser.h"

namespace rewright::solver {

namespace {

using evidence::Status;

ir::Rule rule(const std::string& text) {
  auto source = std::make_shared<base::Source>();
  source->name = "test.rule";
  source->text = "rule t\n" + text;
  return ir::resolve(syntax::parse_rules(source), ops::table()).at(0);
}

std::shared_ptr<const evaluate::Tensor> list(std::vector<float> data) {
  const auto size = static_cast<std::int64_t>(data.size());
  return std::make_shared<const evaluate::Tensor>(
      evaluate::Dense<float>{{size}, std::move(data)});
}

/// The fact of a constant with these elements, "" when there is none.
std::string fact(std::vector<float> data) {
  const ir::Rule r = rule("input s : float32[3]\nlhs s\nrhs s\n");
  const auto facts = facts_of_constants(r, {{0, list(std::move(data))}}, true);
  return facts.empty() ? "" : facts.at(0).text;
}

const std::string through_relu =
    "sizes N\ninput x : float32[N, 3]\ninput s : float32[3]\n"
    "lhs Relu(x) * s\nrhs Relu(x * s)\n";

evidence::ValueProof proof(const std::string& text, std::vector<float> s) {
  Session session;
  return prove_value(rule(text), {{1, list(std::move(s))}}, session);
}

}  // namespace

TEST_CASE("The strongest relation to zero that all elements have is a fact") {
  CHECK(fact({1, 2, 3}) == "every element of s > 0");
  CHECK(fact({1, 0, 3}) == "every element of s >= 0");
  CHECK(fact({-1, -2, -3}) == "every element of s < 0");
  CHECK(fact({-1, -0.0f, -3}) == "every element of s <= 0");
  CHECK(fact({-1, 2, 3}) == "every element of s != 0");
}

TEST_CASE("Nothing is said of mixed signs with zeros, NaN and infinities") {
  constexpr float nan = std::numeric_limits<float>::quiet_NaN();
  constexpr float inf = std::numeric_limits<float>::infinity();
  CHECK(fact({-1, 0, 3}).empty());
  CHECK(fact({1, nan, 3}).empty());
  CHECK(fact({1, inf, 3}).empty());
}

TEST_CASE("A factor moves through an activation where it is not negative") {
  const auto found = proof(through_relu, {2, 0, 0.5f});
  CHECK(found.status == Status::proved);
  CHECK(found.scope == "all sizes, every element of s >= 0");
}

TEST_CASE("A factor with one negative element does not") {
  CHECK(proof(through_relu, {2, -0.25f, 0.5f}).status == Status::unknown);
}

TEST_CASE("What holds whatever the constant is does not name it") {
  const auto found = proof(
      "sizes N\ninput x : float32[N, 3]\ninput s : float32[3]\n"
      "lhs x * s\nrhs s * x\n",
      {1, 2, 3});
  CHECK(found.status == Status::proved);
  CHECK(found.scope == "all sizes");
}

TEST_CASE("A negative factor turns a maximum into a minimum") {
  const std::string text =
      "sizes N\ninput x : float32[N, 3]\ninput s : float32[3]\n"
      "lhs Max(x, 0) * s\nrhs Min(x * s, 0)\n";
  CHECK(proof(text, {-1, -2, -0.5f}).status == Status::proved);
  CHECK(proof(text, {-1, 2, -0.5f}).status == Status::unknown);
}

TEST_CASE("The root of a positive constant is defined") {
  const std::string text =
      "sizes N\ninput x : float32[N, 3]\ninput s : float32[3]\n"
      "lhs x / Sqrt(s) * Sqrt(s)\nrhs x\n";
  CHECK(proof(text, {1, 2, 3}).status == Status::proved);
  CHECK(proof(text, {1, 0, 3}).status == Status::unknown);
}

}  // namespace rewright::solver
