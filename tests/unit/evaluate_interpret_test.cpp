// SPDX-License-Identifier: Apache-2.0
//
// Index expressions and meanings at concrete numbers.
#include <stdexcept>

#include "catch.h"
#include "evaluate/arithmetic.h"
#include "evaluate/interpret.h"

namespace rewright::evaluate {

namespace {

using index::Expr;
using index::SymbolKind;
using ir::Function;

index::Symbol variable(const char* name, const std::string& group = "") {
  return index::make_symbol(name, SymbolKind::variable, group);
}

float interpreted(const ir::Value& value, const std::vector<float>& data,
                  const IndexValues& values = {}) {
  const auto n = static_cast<std::int64_t>(data.size());
  const Tensor x = Dense<float>{{n}, data};
  return interpret(value, {{&x, ir::shape_of({n})}}, values, 1)
      .as<float>()
      .data.at(0);
}

}  // namespace

TEST_CASE("Index division rounds down") {
  const auto k = index::make_symbol("k", SymbolKind::integer);
  IndexValues values;
  values.set(k, -7);
  CHECK(values.number(div(Expr(k), 2)) == -4);
  CHECK(values.number(mod(Expr(k), 2)) == 1);
  CHECK(values.number(ite(index::less(Expr(k), 0), -Expr(k), Expr(k))) == 7);
  CHECK_THROWS_AS(values.number(div(1, Expr(k))), std::domain_error);
}

TEST_CASE("Groups have one number per axis") {
  const auto n = index::make_symbol("n", SymbolKind::size, "r");
  const auto i = variable("i", "r");
  IndexValues values;
  values.set_rank("r", 3);
  values.set(n, {2, 3, 4});
  values.set(i, {1, 2, 3});
  CHECK(values.number(index::numel("r", Expr(n))) == 24);
  const Expr offset = index::flat("r", Expr(i), Expr(n));
  CHECK(values.number(offset) == 23);
  CHECK(values.numbers(index::unflat("r", offset - 13, Expr(n)), "r") ==
        std::vector<std::int64_t>{0, 2, 2});
  CHECK(values.holds(index::all("r", index::less(Expr(i), Expr(n)))));
  CHECK(!values.holds(index::all("r", index::less(Expr(i), 3))));
  CHECK(values.holds(!index::all("r", index::less(Expr(i), 3))));
}

TEST_CASE("A group of rank zero has one element and no axis that fails") {
  const auto n = index::make_symbol("n", SymbolKind::size, "r");
  IndexValues values;
  values.set_rank("r", 0);
  values.set(n, std::vector<std::int64_t>{});
  CHECK(values.number(index::numel("r", Expr(n))) == 1);
  CHECK(values.holds(index::all("r", equal(Expr(n), 5))));
}

TEST_CASE("A guarded sum adds only what its guard admits") {
  const auto i = variable("i");
  const ir::Value sum =
      ir::reduce(ir::Monoid::sum, {{i, 4}}, not_equal(Expr(i), 1),
                 ir::access(0, {Expr(i)}) * ir::size_value(Expr(i)));
  CHECK(interpreted(sum, {1, 2, 3, 4}) == 18);
}

TEST_CASE("Reductions of nothing give the identity") {
  const auto i = variable("i");
  const auto nothing = [&](ir::Monoid m) {
    return interpreted(ir::reduce(m, {{i, 0}}, true, ir::access(0, {Expr(i)})),
                       {});
  };
  CHECK(nothing(ir::Monoid::sum) == 0);
  CHECK(nothing(ir::Monoid::product) == 1);
  CHECK(nothing(ir::Monoid::max) == -std::numeric_limits<float>::infinity());
}

TEST_CASE("Only the chosen branch is evaluated") {
  const ir::Value outside = ir::access(0, {Expr(7)});
  CHECK(interpreted(ir::select(false, outside, ir::constant(3)), {1}) == 3);
  const ir::Value chosen =
      ir::apply(Function::where, {ir::truth(true), ir::constant(5), outside});
  CHECK(interpreted(chosen, {1}) == 5);
  CHECK_THROWS_AS(interpreted(outside, {1}), std::out_of_range);
}

TEST_CASE("Comparisons compare in the world of their operands") {
  const Tensor x = Dense<std::int8_t>{{1}, {100}};
  const ir::Value is_less =
      ir::apply(Function::less, {ir::access(0, {Expr(0)}), ir::constant(300)});
  const Tensor result =
      interpret(is_less, {{&x, ir::shape_of({1})}}, {}, boolean_world);
  CHECK(!result.as<Boolean>().data.at(0).value);  // 300 is 44 in int8
}

}  // namespace rewright::evaluate
