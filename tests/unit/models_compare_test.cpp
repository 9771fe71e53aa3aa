// SPDX-License-Identifier: Apache-2.0
//
// Two graphs compared region by region.
#include <algorithm>

#include "catch.h"
#include "models/compare.h"
#include "unit/fuzz_rule.h"

namespace rewright::models {

namespace {

using evidence::Status;
using properties::rule_of;

/// Names of values by the `let` names of nodes.
std::vector<std::vector<std::string>> names_of(const ir::Graph& graph) {
  std::vector<std::vector<std::string>> names;
  for (const ir::Node& node : graph.nodes) {
    names.emplace_back(node.results.size());
    if (names.back().size() == 1) names.back()[0] = node.name;
  }
  return names;
}

Comparison compared(const std::string& text, const Constants& constants = {}) {
  const ir::Rule rule = rule_of(text);
  return compare(rule, {names_of(rule.lhs), names_of(rule.rhs)}, constants);
}

bool is_proved(const Comparison& comparison) {
  return comparison.proof.status == Status::proved;
}

}  // namespace

TEST_CASE("nodes that are the same on the same operands need no proof",
          "[models]") {
  const Comparison found = compared(
      "rule r\n sizes N, M\n input x : float[N, M]\n"
      " lhs Relu(Exp(x) + Abs(x))\n rhs Relu(Abs(x) + Exp(x))\n");
  CHECK(is_proved(found));
  CHECK(found.regions.regions.empty());
  CHECK(found.regions.congruent == 4);
}

TEST_CASE("operands of operators that do not commute keep their places",
          "[models]") {
  const Comparison found = compared(
      "rule r\n sizes N\n input x, y : float[N]\n"
      " lhs Exp(x) - Exp(y)\n rhs Exp(y) - Exp(x)\n");
  CHECK_FALSE(is_proved(found));
  CHECK(found.regions.congruent == 2);
}

TEST_CASE("only the regions between equal values are proved", "[models]") {
  const Comparison found = compared(
      "rule r\n sizes N, M, K\n input x : float[N, M, K]\n"
      " lhs let s = ReduceSum(ReduceSum(Exp(x), axes=[2], keepdims=0),"
      " axes=[1], keepdims=0)\n"
      "     Sigmoid(Tanh(s))\n"
      " rhs Sigmoid(Tanh(ReduceSum(Exp(x), axes=[1, 2], keepdims=0)))\n");
  REQUIRE(is_proved(found));
  REQUIRE(found.regions.regions.size() == 1);
  CHECK(found.regions.regions[0].status == Status::proved);
  CHECK(found.regions.congruent == 3);
  CHECK(found.proof.float_effect == evidence::FloatEffect::rounding);
}

TEST_CASE("a region grows where what is read matters", "[models]") {
  const Comparison found = compared(
      "rule r\n sizes N\n input x : float[N]\n"
      " lhs let r = Relu(x)\n     Exp(Abs(r))\n rhs Exp(Relu(x))\n");
  CHECK(is_proved(found));
}

TEST_CASE("guesses that are wrong are given up", "[models]") {
  // The names pair Relu(x) with Transpose(x), of the same shape.
  const Comparison found = compared(
      "rule r\n sizes N\n input x : float[N, N]\n"
      " lhs let inner = Relu(x)\n     let outer = Transpose(inner)\n"
      "     Exp(outer)\n"
      " rhs let inner = Transpose(x)\n     let outer = Relu(inner)\n"
      "     Exp(outer)\n");
  CHECK(is_proved(found));
}

TEST_CASE("the first difference is named, and what follows is compared",
          "[models]") {
  const Comparison found = compared(
      "rule r\n sizes N, M\n input x : float[N, M]\n"
      " lhs let a = Exp(x)\n     let b = Relu(a)\n"
      "     ReduceSum(ReduceSum(b, axes=[1], keepdims=0), axes=[0],"
      " keepdims=0)\n"
      " rhs let a = Exp(x)\n     let b = Tanh(a)\n"
      "     ReduceSum(b, axes=[0, 1], keepdims=0)\n");
  CHECK_FALSE(is_proved(found));
  const evidence::Region* const first = first_difference(found.regions);
  REQUIRE(first != nullptr);
  CHECK(first->first_value == "b");
  CHECK(first->second_value == "b");
  CHECK(first->first_nodes == std::vector<std::string>{"b"});
  CHECK(first->reads == std::vector<std::string>{"a"});
  CHECK(first->status == Status::refuted);
  REQUIRE(first->counterexample);
  const auto open = std::count_if(
      found.regions.regions.begin(), found.regions.regions.end(),
      [](const auto& region) { return region.status != Status::proved; });
  CHECK(open == 1);
}

TEST_CASE("a difference of two equal values that may be infinite is no 0",
          "[models]") {
  const std::string head =
      "rule r\n sizes N\n input x : float[N]\n input b : bool[N]\n";
  const std::string sides =
      "let m = Where(b, x, Const(-inf))\n     Exp(m) + (m - m)\n"
      " rhs let m = Where(b, x, Const(-inf))\n     Exp(m)\n";
  CHECK_FALSE(is_proved(compared(head + " lhs " + sides)));
}

TEST_CASE("values that differ are not one because others are", "[models]") {
  CHECK_FALSE(
      is_proved(compared("rule r\n sizes N\n input x, y : float[N]\n"
                         " lhs (Exp(x), Exp(x))\n"
                         " rhs (Exp(x), Exp(y))\n")));
  CHECK(
      is_proved(compared("rule r\n sizes N\n input x, y : float[N]\n"
                         " lhs (Exp(x), x + y)\n rhs (Exp(x), y + x)\n")));
}

TEST_CASE("constants of one value differ by their rounding at most",
          "[models]") {
  const std::string head = "rule r\n sizes N\n input x : float[N]\n";
  // 1/1.41421354 is 0.70710678..., not 0.70710677 nor 0.7071.
  const auto found =
      compared(head + " lhs Tanh(x / 1.41421354)\n rhs Tanh(x * 0.70710677)\n");
  CHECK(found.proof.status == Status::unknown);
  CHECK(found.proof.reason == evidence::Reason::constants);
  CHECK(found.proof.closeness > 0);
  CHECK(found.proof.closeness < 1e-7);
  const auto far =
      compared(head + " lhs Tanh(x / 1.41421354)\n rhs Tanh(x * 0.7071)\n");
  CHECK(far.proof.reason != evidence::Reason::constants);
  CHECK(far.proof.status == Status::unknown);
}

}  // namespace rewright::models
