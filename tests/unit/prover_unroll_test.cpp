// SPDX-License-Identifier: Apache-2.0
//
// Writing reductions out term by term: which ones, and that the result is the
// value that it was, by the interpreter, on random values.
#include <algorithm>
#include <cmath>
#include <random>

#include "catch.h"
#include "evaluate/interpret.h"
#include "solver/unroll.h"

namespace rewright::solver {

namespace {

using index::Expr;
using index::SymbolKind;
using ir::Monoid;
using ir::Value;

constexpr std::int64_t length = 12;

index::Symbol variable(const std::string& group = "") {
  return index::make_symbol("r", SymbolKind::variable, group);
}

Value read(const Expr& at) { return ir::access(0, {at}); }

/// A value over input 0, a list, with reductions nested up to `depth`.
class Random {
 public:
  explicit Random(unsigned seed) : engine_(seed) {}

  int below(int n) {
    return std::uniform_int_distribution<int>(0, n - 1)(engine_);
  }

  Value value(int depth, const std::vector<index::Symbol>& scope) {
    const int choice = depth == 0 ? 0 : below(4);
    if (choice == 1) return value(depth - 1, scope) + value(depth - 1, scope);
    if (choice == 2) return value(depth - 1, scope) * value(depth - 1, scope);
    if (choice == 3) return reduction(depth, scope);
    return read(place(scope));
  }

 private:
  Expr place(const std::vector<index::Symbol>& scope) {
    Expr e = below(4);
    for (const index::Symbol& v : scope)
      if (below(2) == 0) e = e + Expr(v);
    return index::mod(e, length);
  }

  Value reduction(int depth, std::vector<index::Symbol> scope) {
    std::vector<ir::BoundVariable> bound;
    for (int k = 1 + below(2); k > 0; --k) {
      bound.push_back({variable(), 1 + below(3)});
      scope.push_back(bound.back().symbol);
    }
    const Expr last(scope.back());
    const index::Formula guard =
        below(2) == 0 ? index::Formula(true) : index::less(last, below(4));
    constexpr Monoid monoids[] = {Monoid::sum, Monoid::product, Monoid::max,
                                  Monoid::min};
    return ir::reduce(monoids[below(4)], bound, guard, value(depth - 1, scope));
  }

  std::mt19937 engine_;
};

/// In float64, where small integers are exact.
double interpreted(const Value& v, const std::vector<double>& data) {
  const evaluate::Tensor x = evaluate::Dense<double>{{length}, data};
  const auto result =
      evaluate::interpret(v, {{&x, ir::shape_of({length})}}, {}, 0);
  return result.as<double>().data.at(0);
}

bool is_same(double a, double b) {
  return a == b || (std::isnan(a) && std::isnan(b)) ||
         std::abs(a - b) <= 1e-9 * std::max(std::abs(a), std::abs(b));
}

}  // namespace

TEST_CASE("Written out, a value is what it was") {
  const std::vector<double> data = {1, -2, 3, 0.5, -1, 2, 0, 4, -3, 1, 2, -1};
  int written_out = 0;
  for (unsigned seed = 0; seed < 400; ++seed) {
    Random random(seed);
    const Value v = random.value(4, {});
    const auto terms = unrolled(v, read(0), {});
    if (!terms) continue;
    ++written_out;
    INFO(seed << ": " << ir::print(v, {"x"}));
    CHECK(is_same(interpreted(terms->left, data), interpreted(v, data)));
    CHECK(is_same(interpreted(terms->right, data), data[0]));
  }
  CHECK(written_out >= 100);
}

TEST_CASE("A reduction is written out where others read element by element") {
  const auto r = variable();
  const Value sum = ir::reduce(Monoid::sum, {{r, 3}}, true, read(Expr(r)));
  const Value parts = read(0) + read(1) + read(2);
  const auto terms = unrolled(sum, parts, {});
  REQUIRE(terms);
  CHECK(ir::print(terms->left, {"x"}) == ir::print(parts, {"x"}));
  CHECK(terms->reorders);
  CHECK_FALSE(unrolled(sum, sum, {}));
}

TEST_CASE("A maximum written out keeps its order of nothing") {
  const auto r = variable();
  const Value all = ir::reduce(Monoid::max, {{r, 2}}, true, read(Expr(r)));
  const auto terms = unrolled(all, read(0), {});
  REQUIRE(terms);
  CHECK_FALSE(terms->reorders);
}

TEST_CASE("Long, symbolic and grouped reductions stay as they are") {
  const auto n = index::make_symbol("N", SymbolKind::size);
  const auto long_one = variable(), open = variable(), grouped = variable("g");
  const auto sum = [](const index::Symbol& r, const Expr& extent) {
    return ir::reduce(Monoid::sum, {{r, extent}}, true, read(Expr(r)));
  };
  CHECK_FALSE(unrolled(sum(long_one, 17), read(0), {}));
  CHECK_FALSE(unrolled(sum(open, Expr(n)), read(0), {}));
  CHECK_FALSE(unrolled(sum(grouped, 3), read(0), {}));
}

TEST_CASE("Too many terms are not written out") {
  std::vector<ir::BoundVariable> bound;
  Expr at = 0;
  for (int k = 0; k < 4; ++k) {
    bound.push_back({variable(), 8});
    at = at + Expr(bound.back().symbol);
  }
  const Value sum = ir::reduce(Monoid::sum, bound, true, read(at));
  CHECK_FALSE(unrolled(sum, read(0), {}));
}

}  // namespace rewright::solver
