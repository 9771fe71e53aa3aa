// SPDX-License-Identifier: Apache-2.0
//
// How preconditions are closed over axis groups, and conditions on elements.
#include "catch.h"
#include "ir_rules.h"

namespace rewright::ir {

namespace {

/// A rule over groups r (ints a, b) and s (ints c), sizes N and M.
Rule rule_when(const std::string& formula) {
  return rule_of(
      "rule t\nsizes N, M\naxes r... : n, s... : m\n"
      "ints a, b on r...\nints c on s...\n"
      "input x : T[r..., s..., N, M]\nscalar k : T\n"
      "when a >= 0 and b >= 0 and c >= 0\nwhen " +
      formula + "\nlhs (x, k)\nrhs (x, k)\n");
}

/// Shows where `all` stands: "all(r: a < b)".
std::string shown(const index::Formula& f) {
  using index::FormulaKind;
  const auto joined = [&](const char* sign) {
    std::string text;
    for (const auto& arg : f->args) {
      text += (text.empty() ? "" : sign) + shown(arg);
    }
    return "(" + text + ")";
  };
  switch (f->kind) {
    case FormulaKind::all:
      return "all(" + f->group + ": " + index::print(f->args[0]) + ")";
    case FormulaKind::not_all:
      return "some(" + f->group + ": not " + index::print(f->args[0]) + ")";
    case FormulaKind::conjunction:
      return joined(" and ");
    case FormulaKind::disjunction:
      return joined(" or ");
    default:
      return index::print(f);
  }
}

/// The last conjunct of `when`.
std::string closed(const std::string& formula) {
  const Rule rule = rule_when(formula);
  return shown(index::conjuncts(rule.when).back());
}

const ElementCondition& condition(const Rule& rule) {
  return rule.element_when.at(0);
}

std::string printed(const Rule& rule) {
  return print(condition(rule).value, {"x", "k"});
}

}  // namespace

TEST_CASE("a comparison of vectors holds for every axis of their group") {
  CHECK(closed("a < b") == "all(r: a + 1 <= b)");
  CHECK(closed("a < N") == "all(r: a + 1 <= N)");
  CHECK(closed("c <= m") == "all(s: c <= m)");
  CHECK(closed("numel(r) <= 4") == "numel(n) <= 4");
  CHECK(closed("numel(a + 1) <= N") == "numel(r: a + 1) <= N");
}

TEST_CASE("a disjunction or negation over one group is closed as a whole") {
  CHECK(closed("a == 0 or b == 0") == "all(r: a == 0 or b == 0)");
  CHECK(closed("not a == 0") == "all(r: a != 0)");
  CHECK(closed("N == 1 or a == 0") == "all(r: N == 1 or a == 0)");
}

TEST_CASE("a disjunction over two groups is taken apart") {
  CHECK(closed("a == 0 or c == 0") == "(all(r: a == 0) or all(s: c == 0))");
  CHECK(closed("not (a == 0 or c == 0)") == "some(s: not c == 0)");
  CHECK(closed("not (a == 0 and c == 0)") ==
        "(some(r: not a == 0) or some(s: not c == 0))");
}

TEST_CASE("a chain of comparisons holds pair by pair") {
  const Rule rule = rule_when("2 <= N < M <= 9");
  const auto parts = index::conjuncts(rule.when);
  REQUIRE(parts.size() == 6);
  CHECK(index::print(parts[3]) == "2 <= N");
  CHECK(index::print(parts[4]) == "N + 1 <= M");
  CHECK(index::print(parts[5]) == "M <= 9");
}

TEST_CASE("a scalar input is compared without variables") {
  const Rule rule = rule_when("k >= 0 and N > 1");
  REQUIRE(rule.element_when.size() == 1);
  CHECK(condition(rule).bound.empty());
  CHECK(condition(rule).text == "k >= 0");
  CHECK(printed(rule) == "0 <= k");
  CHECK(rule.type_classes == std::vector<TypeSet>{numeric_types});
  CHECK(index::print(index::conjuncts(rule.when).back()) == "2 <= N");
}

TEST_CASE("variables of forall range over the axes that they index") {
  const Rule rule =
      rule_when("forall g..., h..., i, j: x[g..., h..., i, j] != k");
  const auto& bound = condition(rule).bound;
  REQUIRE(bound.size() == 4);
  CHECK(bound[0].symbol->group == "r");
  CHECK(index::print(bound[0].extent) == "n");
  CHECK(bound[1].symbol->group == "s");
  CHECK(bound[3].symbol->group.empty());
  CHECK(index::print(bound[3].extent) == "M");
  CHECK(printed(rule) == "not x[g, h, i, j] == k");
}

TEST_CASE("what is said of sizes inside forall is a choice of truth values") {
  const Rule rule = rule_when(
      "forall g..., h..., i, j: (i == j or g < n - 1) and N > 1 or "
      "x[g..., h..., i, j] + k / 2 <= abs(k)");
  CHECK(printed(rule) ==
        "if((i == j or g + 2 <= n) and 2 <= N, true, false) or x[g, h, i, j] + "
        "k/2 <= abs(k)");
}

TEST_CASE("bound variables end with their condition") {
  const Rule rule = rule_when(
      "(forall g..., h..., i, j: x[g..., h..., i, j] > 0) and "
      "(forall g..., h..., i, j: x[g..., h..., i, j] < 9)");
  CHECK(rule.element_when.size() == 2);
}

}  // namespace rewright::ir
