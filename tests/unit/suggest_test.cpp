// SPDX-License-Identifier: Apache-2.0
//
// Conditions that a rule lacks or does not need, on rules whose answer is
// known.
#include "suggest/suggest.h"

#include <algorithm>
#include <string>
#include <vector>

#include "catch.h"
#include "fuzz_rule.h"
#include "suggest/search.h"
#include "suggest/variant.h"
#include "syntax/printer.h"

namespace rewright::suggest {

namespace {

using evidence::Advice;
using evidence::Verdict;

Advice advice(const std::string& text, Verdict verdict) {
  properties::FuzzOptions fuzz;
  fuzz.cases = 100;
  return advise(properties::rule_of(text), verdict, fuzz);
}

/// What would make the rule right: "when ..." or "types ...".
std::vector<std::string> suggestions(const std::string& text) {
  std::vector<std::string> list;
  for (const auto& s : advice(text, Verdict::refuted).suggestions)
    list.push_back(s.when + (s.with.empty() ? "" : " with " + s.with));
  return list;
}

bool has(const std::vector<std::string>& list, const std::string& item) {
  return std::find(list.begin(), list.end(), item) != list.end();
}

const std::string transposed =
    "rule transposed\n  sizes A, B\n  input x : T[A, B]\n"
    "  lhs Reshape(x, [B, A])\n  rhs Transpose(x, perm=[1, 0])\n";

}  // namespace

TEST_CASE("a size of one makes a reshape of a transpose", "[suggest]") {
  const auto list = suggestions(transposed);
  CHECK(has(list, "A == 1"));
  CHECK(has(list, "B == 1"));
  CHECK(list.size() == 2);
}

TEST_CASE("the weakest of several conditions is suggested", "[suggest]") {
  const auto list = suggestions(
      "rule row\n  sizes A, B\n  input x : T[A*B]\n"
      "  lhs Reshape(x, [A, B])\n  rhs Reshape(x, [B, A])\n");
  CHECK(list == std::vector<std::string>{"A == B"});
}

TEST_CASE("a factor must not be negative", "[suggest]") {
  const auto list = suggestions(
      "rule scale\n  axes r...\n  input x : float[r...]\n"
      "  scalar s : float\n  lhs Relu(x) * s\n  rhs Relu(x * s)\n");
  REQUIRE_FALSE(list.empty());
  CHECK(list[0] == "s >= 0");
}

TEST_CASE("bounds must not cross, element by element", "[suggest]") {
  const auto list = suggestions(
      "rule clamp\n  axes r...\n  input x, l, h : T[r...]\n"
      "  lhs Max(l, Min(x, h))\n  rhs Min(Max(x, l), h)\n");
  REQUIRE_FALSE(list.empty());
  CHECK(list[0] == "forall i...: l[i...] <= h[i...]");
}

TEST_CASE("a divisor must not be zero", "[suggest]") {
  const auto list = suggestions(
      "rule cancel\n  axes r...\n  input x, y : float[r...]\n"
      "  lhs x * y / y\n  rhs x\n");
  REQUIRE_FALSE(list.empty());
  CHECK(list[0] == "forall i...: y[i...] != 0");
}

TEST_CASE("several conditions are found together", "[suggest]") {
  const auto list = suggestions(
      "rule crop\n  axes r...\n  ints l0, h0, l1, h1 on r...\n"
      "  input x : T[r...]\n  scalar v : T\n"
      "  lhs Pad(Pad(x, v, low=[r: l0], high=[r: h0]), v, low=[r: l1],"
      " high=[r: h1])\n"
      "  rhs Pad(x, v, low=[r: l0 + l1], high=[r: h0 + h1])\n");
  CHECK(has(list, "l0 >= 0 and h0 >= 0"));
}

TEST_CASE("an unnamed vector of sizes is named", "[suggest]") {
  const auto found = advice(
                         "rule all\n  axes r...\n  input x : T[r...]\n"
                         "  lhs Reverse(x, axes=[r...])\n  rhs x\n",
                         Verdict::refuted)
                         .suggestions;
  REQUIRE(found.size() == 1);
  CHECK(found[0].when == "n == 1");
  CHECK(found[0].with == "axes r... : n");
  CHECK(found[0].kept > 0);
  CHECK(found[0].kept < 1);
}

TEST_CASE("nothing is suggested for what never holds", "[suggest]") {
  CHECK(suggestions("rule never\n  sizes N\n  input x : T[N]\n"
                    "  lhs x\n  rhs Slice(x, 0, -1)\n")
            .empty());
}

TEST_CASE("the same seed gives the same advice", "[suggest]") {
  CHECK(suggestions(transposed) == suggestions(transposed));
}

TEST_CASE("a conjunct that is not needed is told from one that is",
          "[suggest]") {
  const Advice found = advice(
      "rule cancel\n  sizes N\n  input x, y : float[N]\n"
      "  when N >= 1\n  when forall i: y[i] != 0 and x[i] != 0\n"
      "  lhs x * y / y\n  rhs x\n",
      Verdict::proved);
  CHECK(found.redundant ==
        std::vector<std::string>{"N >= 1", "forall i: x[i] != 0"});
  CHECK(found.needed == std::vector<std::string>{"forall i: y[i] != 0"});
  CHECK(found.undecided.empty());
}

TEST_CASE("conjuncts are told apart in chains and below forall", "[suggest]") {
  const Template source(properties::rule_of(
      "rule r\n  sizes N\n  ints s\n  input x : float[N]\n"
      "  when 0 <= s <= N\n  when forall i: x[i] > 0 and x[i] < 1\n"
      "  lhs Slice(x, s, N)\n  rhs Slice(x, s, N)\n"));
  std::vector<std::string> texts;
  for (const auto& conjunct : conjuncts(source.rule()))
    texts.push_back(syntax::print(conjunct));
  CHECK(texts == std::vector<std::string>{"0 <= s", "s <= N",
                                          "forall i: x[i] > 0",
                                          "forall i: x[i] < 1"});
}

TEST_CASE("a conjunction excludes every failing sample and keeps most",
          "[suggest]") {
  const auto column = [](Bits failing, Bits passing) {
    return Column{std::move(failing), std::move(passing), 1};
  };
  // The third excludes all alone but keeps less than the first two together.
  const std::vector<Column> columns = {
      column({true, false}, {true, true, true, false}),
      column({false, true}, {true, true, false, true}),
      column({false, false}, {true, false, false, false}),
      column({true, true}, {true, true, true, true})};
  const auto found = separating(columns, 2, 10);
  REQUIRE(found.size() == 2);
  CHECK(found[0].columns == std::vector<std::size_t>{0, 1});
  CHECK(found[0].kept == 2);
  CHECK(found[1].columns == std::vector<std::size_t>{2});
  CHECK(separating(columns, 1, 10).size() == 1);
}

}  // namespace rewright::suggest
