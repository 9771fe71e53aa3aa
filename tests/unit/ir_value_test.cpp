// SPDX-License-Identifier: Apache-2.0
//
// Values: folding, printing, substitution; and nodes of ONNX as operators see
// them.
#include "catch.h"
#include "ir/onnx_form.h"
#include "ir/value.h"

namespace rewright::ir {

using index::Expr;
using index::SymbolKind;

namespace {

const std::vector<std::string> names{"x", "y"};

index::Symbol variable(const std::string& name) {
  return index::make_symbol(name, SymbolKind::variable);
}

Value number(int n) { return constant(base::Rational(n)); }

}  // namespace

TEST_CASE("constructors fold only what holds in every world of numbers") {
  CHECK(print(number(2) * number(3) + number(1), names) == "7");
  CHECK(print(-number(2), names) == "-2");
  CHECK(print(number(6) / number(3), names) == "6/3");
  CHECK(print(apply(Function::max, {number(1), number(2)}), names) ==
        "max(1, 2)");
  const Value x = access(0, {});
  CHECK(print(x + number(0), names) == "x + 0");
  CHECK(print(x * number(1), names) == "x*1");
  CHECK(apply(Function::logical_and, {truth(true), x}) == x);
  CHECK(print(apply(Function::logical_or, {x, truth(true)}), names) == "true");
  CHECK(apply(Function::where, {truth(false), number(1), x}) == x);
  CHECK(print(size_value(Expr(4)), names) == "4");
}

TEST_CASE("a choice that is made and a reduction over nothing disappear") {
  const Value x = access(0, {}), y = access(1, {});
  const Expr n(index::make_symbol("N", SymbolKind::size));
  const index::Formula f = index::less_equal(2, n);
  CHECK(select(true, x, y) == x);
  CHECK(select(false, x, y) == y);
  CHECK(select(f, x, x) == x);
  CHECK(print(select(f, x, y), names) == "if(2 <= N, x, y)");
  CHECK(ir::reduce(Monoid::sum, {}, true, x) == x);
  CHECK(print(ir::reduce(Monoid::sum, {}, false, x), names) == "0");
  CHECK(print(ir::reduce(Monoid::max, {}, false, x), names) == "-inf");
  CHECK(print(ir::reduce(Monoid::product, {}, f, x), names) ==
        "product(where 2 <= N: x)");
}

TEST_CASE("values print with as few parentheses as needed") {
  const Value x = access(0, {}), y = access(1, {});
  const Expr n(index::make_symbol("N", SymbolKind::size));
  CHECK(print(x - (y - x), names) == "x - (y - x)");
  CHECK(print((x + y) * x, names) == "(x + y)*x");
  CHECK(print(x / (y * x), names) == "x/(y*x)");
  CHECK(print(-(x + y), names) == "-(x + y)");
  CHECK(print(x * size_value(n + 1), names) == "x*(N + 1)");
  CHECK(print(x * constant(base::Rational(1, 3)), names) == "x*1/3");
  CHECK(print(x / constant(base::Rational(1, 3)), names) == "x/(1/3)");
  CHECK(print(apply(Function::logical_not,
                    {apply(Function::logical_and,
                           {apply(Function::less, {x, y}), truth(true)})}),
              names) == "not x < y");
}

TEST_CASE("substitution does not touch bound variables") {
  const index::Symbol i = variable("i"), r = variable("r");
  const index::Symbol n = index::make_symbol("N", SymbolKind::size);
  const Value sum = ir::reduce(Monoid::sum, {{r, Expr(n)}}, true,
                               access(0, {Expr(i), Expr(r)}));
  const Value shadowed = substitute(sum, {{r->id, Expr(7)}});
  CHECK(print(shadowed, names) == "sum(r < N: x[i, r])");
  const Value shifted = substitute(sum, {{i->id, Expr(7)}});
  CHECK(print(shifted, names) == "sum(r < N: x[7, r])");
}

TEST_CASE("substitution renames a bound variable rather than capture one") {
  const index::Symbol i = variable("i"), r = variable("r");
  const Value sum = ir::reduce(Monoid::sum, {{r, Expr(i) + 1}}, true,
                               access(0, {Expr(i), Expr(r)}));
  const Value moved = substitute(sum, {{i->id, Expr(r) + 1}});
  REQUIRE(moved->kind == ValueKind::reduce);
  const index::Symbol fresh = moved->bound.at(0).symbol;
  CHECK(fresh->id != r->id);
  CHECK(moved->bound[0].extent == Expr(r) + 2);
  CHECK(moved->args[0]->indices[0] == Expr(r) + 1);
  CHECK(moved->args[0]->indices[1] == Expr(fresh));
}

TEST_CASE("the extent of a bound variable belongs to the scope outside") {
  const index::Symbol r = variable("r");
  const Value sum =
      ir::reduce(Monoid::sum, {{r, Expr(r) + 1}}, true, access(0, {Expr(r)}));
  const Value moved = substitute(sum, {{r->id, Expr(4)}});
  CHECK(moved->bound.at(0).extent.is(5));
  CHECK(moved->args[0]->indices[0] == Expr(moved->bound[0].symbol));
}

TEST_CASE("substitution keeps shared values shared") {
  const index::Symbol i = variable("i");
  Value v = access(0, {Expr(i)});
  for (int k = 0; k < 64; ++k) v = v * v;
  const Value moved = substitute(v, {{i->id, Expr(3)}});
  CHECK(moved->args[0] == moved->args[1]);
}

TEST_CASE("an ONNX node gives attributes, defaults and constant operands") {
  OnnxNode node;
  node.op_type = "ReduceSum";
  node.attributes = {{"keepdims", std::int64_t{0}},
                     {"axes", std::vector<std::int64_t>{-1}},
                     {"mode", std::string("linear")},
                     {"alpha", 0.5f}};
  CHECK(node.integer("keepdims", 1) == 0);
  CHECK(node.integer("noop", 1) == 1);
  CHECK(node.real("alpha", 1) == 0.5f);
  CHECK(node.text("mode", "") == "linear");
  CHECK(node.attribute_or_operand("axes", 1) == std::vector<std::int64_t>{-1});
  CHECK_THROWS_AS(node.integer("mode", 1), IllFormed);
  node.attributes.clear();
  CHECK_FALSE(node.attribute_or_operand("axes", 1).has_value());
  node.operands.resize(2);
  node.operands[1].integers = std::vector<std::int64_t>{0, 2};
  CHECK(node.attribute_or_operand("axes", 1) ==
        std::vector<std::int64_t>{0, 2});
  node.operands[1].integers.reset();
  CHECK_THROWS_WITH(node.attribute_or_operand("axes", 1),
                    "operand 2 ('axes') of ReduceSum is not a constant");
}

TEST_CASE("negative axes count from the end and stay within the rank") {
  CHECK(OnnxNode::normalised({-1, 0}, 3) == std::vector<int>{2, 0});
  CHECK_THROWS_WITH(OnnxNode::normalised({3}, 3),
                    "axis 3 is out of range for rank 3");
  CHECK_THROWS_WITH(OnnxNode::normalised({-4}, 3),
                    "axis -4 is out of range for rank 3");
}

}  // namespace rewright::ir
