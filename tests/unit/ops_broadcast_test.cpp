// SPDX-License-Identifier: Apache-2.0
//
// Broadcasting of known and unknown sizes and of axis groups.
#include "catch.h"
#include "ops/common_broadcast.h"
#include "unit/ops_call.h"

namespace rewright::ops {

namespace {

using index::Expr;
using index::SymbolKind;

index::Symbol size(const char* name, const std::string& group = "") {
  return index::make_symbol(name, SymbolKind::size, group);
}

struct Sum : OperatorCall {
  Sum(const ir::Shape& a, const ir::Shape& b) : OperatorCall("Add", {a, b}) {}
};

}  // namespace

TEST_CASE("Known sizes broadcast as in NumPy", "[ops]") {
  CHECK(Sum(ir::shape_of({4, 1, 3}), ir::shape_of({2, 1})).shape() ==
        "[4, 2, 3]");
  CHECK(Sum(ir::shape_of({}), ir::shape_of({2})).shape() == "[2]");
  CHECK(Sum(ir::shape_of({1}), ir::shape_of({0})).shape() == "[0]");
  CHECK(Sum(ir::shape_of({2}), ir::shape_of({3})).defect() ==
        "broadcast sizes that are equal or 1, but 2 faces 3");
}

TEST_CASE("Unknown sizes broadcast by cases", "[ops]") {
  const auto n = size("N"), m = size("M");
  Sum sum({{Expr(n)}}, {{Expr(m)}});
  sum.facts.add_size(n);
  sum.facts.add_size(m);
  const ir::Inferred inferred = sum.infer();
  REQUIRE(inferred.conditions.size() == 1);
  CHECK(inferred.results[0][0].extent ==
        ite(equal(Expr(n), 1), Expr(m), Expr(n)));
  sum.facts.assume(equal(Expr(n), Expr(m)));
  CHECK(sum.infer().conditions.empty());
}

TEST_CASE("A size that is not one stretches nothing", "[ops]") {
  const auto n = size("N"), m = size("M");
  Sum sum({{Expr(n) + 1}}, {{Expr(m)}});
  sum.facts.add_size(n);
  sum.facts.add_size(m);
  CHECK(sum.infer().results[0][0].extent == Expr(n) + 1);
}

TEST_CASE("A group faces itself componentwise", "[ops]") {
  const auto n = size("n", "r");
  const ir::Shape whole = {{Expr(n), "r"}, {Expr(2)}};
  const ir::Shape ones = {{Expr(1), "r"}, {Expr(2)}};
  Sum sum(whole, ones);
  sum.facts.add_size(n);
  CHECK(sum.infer().conditions.empty());
  CHECK(sum.shape() == "[r: n, 2]");
  const auto i = index::make_symbol("i", SymbolKind::variable, "r");
  sum.facts.add_variable(i, Expr(n));
  CHECK(sum.meaning({Expr(i), 1}) == "a[i, 1] + b[0, 1]");
}

TEST_CASE("A group may face nothing", "[ops]") {
  const auto n = size("n", "r");
  Sum sum({{Expr(n), "r"}, {Expr(2)}}, {{Expr(2)}});
  sum.facts.add_size(n);
  CHECK(sum.shape() == "[r: n, 2]");
}

TEST_CASE("Ones may face a group only when single axes take them up", "[ops]") {
  const auto n = size("n", "r");
  const ir::Dim group{Expr(n), "r"};
  CHECK(Sum({{Expr(5)}, group}, {{Expr(1)}}).shape() == "[5, r: n]");
  CHECK(Sum({group}, {{Expr(1)}}).rejection() ==
        "axes do not line up: [r: n] faces [1]");
  CHECK(Sum({{Expr(5)}, group}, {{Expr(3)}}).rejection() ==
        "axes do not line up: [5, r: n] faces [3]");
}

TEST_CASE("Different groups do not line up", "[ops]") {
  const auto n = size("n", "r"), m = size("m", "q");
  CHECK(Sum({{Expr(n), "r"}}, {{Expr(m), "q"}}).rejection() ==
        "axes do not line up: [r: n] faces [q: m]");
}

TEST_CASE("Strides of a broadcast operand are zero where it stretches",
          "[ops]") {
  CHECK(broadcast_strides({2, 1, 3}, {5, 2, 4, 3}) ==
        std::vector<std::int64_t>{0, 3, 0, 1});
}

TEST_CASE("Clip bounds by operands or by the attributes of opset 6", "[ops]") {
  const auto x = counting({5});
  const evaluate::Dense<float> low{{}, {2}}, high{{}, {4}};
  CHECK(apply<float>("Clip", {x, low, high}).data ==
        std::vector<float>{2, 2, 3, 4, 4});
  CHECK(apply<float>("Clip", {x, high, low}).data ==
        std::vector<float>{2, 2, 2, 2, 2});
  CHECK(apply<float>("Clip", {x}, {{"max", ir::ConstantNumber{.rational = 3}}})
            .data == std::vector<float>{1, 2, 3, 3, 3});
  CHECK(OperatorCall("Clip", {ir::shape_of({2}), ir::shape_of({1})})
            .rejection() ==
        "the bounds of Clip must be scalars, but one has shape [1]");
}

}  // namespace rewright::ops
