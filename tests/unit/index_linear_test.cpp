// SPDX-License-Identifier: Apache-2.0
//
// Linear arithmetic over monomials: contradictions that are there are found,
// and none is claimed where numbers meet every inequality.
#include <random>

#include "catch.h"
#include "index/linear.h"

namespace rewright::index {

namespace {

Expr unknown(const char* name) {
  return Expr(make_symbol(name, SymbolKind::integer));
}

}  // namespace

TEST_CASE("a sum of multiples that is negative is found", "[linear]") {
  const Expr a = unknown("a"), b = unknown("b"), c = unknown("c");
  CHECK(is_infeasible({a - b - c, b, c - a - 1}));
  CHECK(is_infeasible({2 * a - 3 * b, 3 * b - 2 * a - 1}));
  CHECK(is_infeasible({3 * a - 7, 5 - 2 * a, a + b, c - b}) == false);
  CHECK(is_infeasible({3 * a - 8, 5 - 2 * a, a + b, c - b}));
  CHECK(is_infeasible({a * b - c, c - a * b - 1}));
  CHECK(is_infeasible({a, Expr(-1)}));
  CHECK_FALSE(is_infeasible({}));
  CHECK_FALSE(is_infeasible({a}));
  CHECK_FALSE(is_infeasible({a - b - c, b, c - a}));
  CHECK_FALSE(is_infeasible({a * a - 1, 1 - a}));  // a monomial is an unknown
}

TEST_CASE("multiples that are no whole numbers are scaled", "[linear]") {
  const Expr a = unknown("a"), b = unknown("b"), c = unknown("c");
  // 7/3 and 5/2 of the first two: the exact sum needs 14, 15 and 6.
  CHECK(is_infeasible({3 * a - 5 * b, 2 * b - 7 * c, 35 * c - 6 * a - 1}));
}

TEST_CASE("inequalities that numbers meet have no contradiction", "[linear]") {
  std::mt19937 random(5);
  const auto draw = [&](int lo, int hi) {
    return static_cast<std::int64_t>(
        std::uniform_int_distribution<int>(lo, hi)(random));
  };
  const Symbol a = make_symbol("a", SymbolKind::integer),
               b = make_symbol("b", SymbolKind::integer),
               c = make_symbol("c", SymbolKind::integer);
  int infeasible = 0, feasible = 0;
  for (int round = 0; round < 4000; ++round) {
    std::vector<Expr> rows;
    for (std::int64_t k = draw(2, 9); k > 0; --k)
      rows.push_back(Expr(a) * draw(-3, 3) + Expr(b) * draw(-3, 3) +
                     Expr(c) * draw(-2, 2) + Expr(a) * Expr(b) * draw(-1, 1) +
                     draw(-5, 3));
    const bool claimed = is_infeasible(rows);
    infeasible += claimed;
    bool met = false;
    for (int x = -6; x <= 6 && !met; ++x)
      for (int y = -6; y <= 6 && !met; ++y)
        for (int z = -6; z <= 6 && !met; ++z)
          met = std::all_of(rows.begin(), rows.end(), [&](const Expr& e) {
            return substitute(e, {{a->id, x}, {b->id, y}, {c->id, z}})
                       .constant() >= 0;
          });
    feasible += met;
    if (met) REQUIRE_FALSE(claimed);
  }
  CHECK(infeasible > 200);
  CHECK(feasible > 1000);
}

}  // namespace rewright::index
