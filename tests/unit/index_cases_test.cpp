// SPDX-License-Identifier: Apache-2.0
//
// Proofs by case distinction: what they reach, and that what is known of one
// axis of a group is never used of the others. Random formulas are held
// against plain arithmetic.
#include <functional>
#include <random>

#include "catch.h"
#include "evaluate/index_values.h"
#include "index/cases.h"

namespace rewright::index {

namespace {

Symbol size(const char* name, const std::string& group = "") {
  return make_symbol(name, SymbolKind::size, group);
}

Symbol integer(const char* name, const std::string& group = "") {
  return make_symbol(name, SymbolKind::integer, group);
}

Facts with_integers(const std::vector<Symbol>& symbols) {
  Facts facts;
  for (const Symbol& s : symbols) facts.add_integer(s);
  return facts;
}

}  // namespace

TEST_CASE("a choice is decided in both cases", "[cases]") {
  const Symbol p = integer("p"), s = integer("s");
  const Facts facts = with_integers({p, s});
  const Expr a(p), b(s);
  const Expr chosen = ite(less(0, a), max(a, 1), max(1 - a, 1));
  CHECK(proves_by_cases(facts, less(0, chosen)));
  CHECK_FALSE(proves_by_cases(facts, less(1, chosen)));
}

TEST_CASE("offsets come out of min and max", "[cases]") {
  const Symbol a = size("A"), b = size("B"), s = integer("s");
  Facts facts = with_integers({s});
  facts.add_size(a);
  facts.add_size(b);
  const Expr x(a), y(b), z(s);
  CHECK(proves_by_cases(facts, equal(min(z, x + y) - x, min(z - x, y))));
  CHECK(proves_by_cases(facts, equal(max(z, x + y) - x, max(z - x, y))));
  CHECK_FALSE(proves_by_cases(facts, equal(min(z, x + y) - x, max(z - x, y))));
}

TEST_CASE("equal guards are equivalent in every case", "[cases]") {
  const Symbol u = integer("u"), v = integer("v");
  const Facts facts = with_integers({u, v});
  const Formula a = less(0, Expr(u)), b = less(0, Expr(v));
  const auto both_equal = [](const std::vector<Formula>& f) {
    return f[0] == f[1];
  };
  CHECK(closes_by_cases(facts, {!(a && b), !a || (a && !b)}, both_equal));
  CHECK_FALSE(closes_by_cases(facts, {!(a && b), !a && !b}, both_equal));
}

TEST_CASE("an assumed alternative is taken apart", "[cases]") {
  const Symbol l = integer("l"), m = integer("m"), i = integer("i");
  Facts facts = with_integers({l, m, i});
  facts.assume(nonnegative(Expr(l)) || less_equal(Expr(m), 0));
  facts.assume(nonnegative(Expr(i)));
  facts.assume(less_equal(Expr(l) + Expr(m), Expr(i)));
  CHECK(proves_by_cases(facts, less_equal(Expr(m), Expr(i))));
  CHECK_FALSE(proves_by_cases(facts, less_equal(Expr(l), Expr(i))));
}

TEST_CASE("what holds at one axis is not used of the others", "[cases]") {
  const Symbol n = size("n", "r");
  Facts facts;
  facts.add_size(n, 0);
  const Expr extent(n);
  const Formula some = less(0, extent);  // of one axis
  const Formula whole = less(0, numel("r", extent));
  // False: one axis has elements, another may have none.
  CHECK_FALSE(proves_by_cases(facts, all("r", !some || whole)));
  CHECK_FALSE(facts.of_one_axis("r").under(some).proves(whole));
  CHECK_FALSE(facts.of_one_axis("r").under(some).proves(all("r", some)));
  const Expr plus = ite(less(0, extent), extent, extent + 1);
  CHECK(proves_by_cases(facts, all("r", less(0, plus))));
  CHECK_FALSE(proves_by_cases(facts, less(0, numel("r", extent))));
}

TEST_CASE("a value of one axis is none of the others", "[cases]") {
  const Symbol n = size("n", "r");
  Facts facts;
  facts.add_size(n, 0);
  const Expr extent(n);
  const Facts one = facts.of_one_axis("r").under(equal(extent, 3));
  CHECK(one.proves(equal(extent, 3)));
  CHECK(one.simplify(numel("r", extent)) == numel("r", extent));
  CHECK(one.simplify(flat("r", 1, extent)) == flat("r", 1, extent));
}

TEST_CASE("a group without axes contradicts nothing", "[cases]") {
  const Symbol n = size("n", "r"), a = size("A");
  Facts facts;
  facts.add_size(n, 1);
  facts.add_size(a, 0);
  const Expr extent(n), whole(a);
  SECTION("an extent that no axis can have") {
    facts.assume(all("r", equal(extent, 0)));
    CHECK_FALSE(facts.is_contradictory());
    CHECK_FALSE(facts.under(nonnegative(whole - 3)).is_contradictory());
    CHECK_FALSE(facts.proves(less(0, whole)));
  }
  SECTION("an extent that is a size") {
    facts.assume(all("r", equal(extent, whole)));
    CHECK_FALSE(facts.proves(less(0, whole)));
    CHECK_FALSE(facts.under(equal(whole, 0)).is_contradictory());
    CHECK_FALSE(proves_by_cases(facts, less(0, whole)));
  }
  SECTION("a variable of no extent") {
    const auto v = make_symbol("v", SymbolKind::variable, "r");
    facts.add_variable(v, 0);
    CHECK_FALSE(facts.is_contradictory());
    CHECK_FALSE(facts.under(nonnegative(whole)).is_contradictory());
  }
}

TEST_CASE("multiples of one group's axes need an axis of that group",
          "[cases]") {
  const Symbol n = size("n", "r"), w = integer("w", "s");
  const Symbol a = size("A"), b = size("B"), k = integer("k");
  Facts facts;
  facts.add_size(n, 1);
  facts.add_size(a, 1);
  facts.add_size(b, 0);
  facts.add_integer(k);
  facts.add_integer(w);
  const Expr N(n), A(a), B(b), K(k), W(w);
  SECTION("of a bound between scalars") {
    facts.assume(less(A, B));
    CHECK_FALSE(
        facts.under(all("r", less(B, N)) && all("r", equal(mod(A, N), 0)))
            .is_contradictory());
  }
  SECTION("of an equation between scalars") {
    facts.assume(equal(3 * A + 2 * K, 18));
    CHECK_FALSE(
        facts.under(all("r", equal(mod(1, N + 1), 0))).is_contradictory());
  }
  SECTION("of a scalar goal") {
    facts.assume(all("r", less_equal(N, 1)));
    facts.assume(all("r", equal(mod(N + K, 4), 0)));
    facts.assume(all("r", less_equal(4, N + K)));
    CHECK_FALSE(proves_by_cases(facts, less_equal(3, K)));
    CHECK_FALSE(is_component(facts.without_quotients(K - 3)));
  }
  SECTION("of another group's goal") {
    facts.assume(all("r", equal(A, B + N + 3)));
    CHECK_FALSE(proves_by_cases(
        facts, all("s", !equal(mod(W + 1, A), 0) || !equal(W, 0))));
  }
}

TEST_CASE("a choice speaks of what its condition speaks of", "[cases]") {
  const Symbol n = size("n", "r"), k = integer("k");
  Facts facts;
  facts.add_size(n, 1);
  facts.add_integer(k);
  const Expr chosen = ite(less_equal(2, Expr(n)), 2, 1);
  CHECK(is_component(chosen));
  CHECK(group_of(chosen) == "r");
  const Facts one = facts.of_one_axis("r").under(equal(Expr(k), chosen));
  CHECK_FALSE(one.proves(equal(numel("r", Expr(k)), numel("r", chosen))));
}

TEST_CASE("bounds of integers are no extents", "[cases]") {
  const Symbol p = integer("p"), q = integer("q");
  Facts facts = with_integers({p, q});
  facts.assume(less_equal(Expr(p), 3));
  CHECK_FALSE(facts.extent(p));
  CHECK(proves_by_cases(facts, less_equal(min(Expr(p), Expr(q)), 3)));
}

TEST_CASE("what is learned does not depend on what was asked", "[cases]") {
  const Symbol p = size("p"), x = integer("x"), y = integer("y");
  Facts facts;
  facts.add_size(p);
  facts.add_integer(x);
  facts.add_integer(y);
  SECTION("of quotients") {
    facts.assume(less_equal(2, div(Expr(x), Expr(p))));
    CHECK(facts.proves(less_equal(2, Expr(x))));
  }
  SECTION("of two conditions at once") {
    facts.assume(not_equal(Expr(x) + Expr(y), 0) && less_equal(5, Expr(x)));
    CHECK(facts.proves(less_equal(4, Expr(x))));
  }
}

TEST_CASE("the extent of a variable is the one declared", "[cases]") {
  const Symbol v = make_symbol("v", SymbolKind::variable);
  Facts facts;
  facts.add_variable(v, 14);
  facts.assume(less(Expr(v), 12));
  CHECK(facts.extent(v) == Expr(14));
}

TEST_CASE("contradictions are seen, and only where there are any", "[cases]") {
  const Symbol u = integer("u");
  const Facts facts = with_integers({u});
  const Formula positive = less(0, Expr(u));
  CHECK_FALSE(facts.under(positive).is_contradictory());
  CHECK(facts.under(positive).under(!positive).is_contradictory());
  CHECK(facts.under(not_equal(Expr(u), 0))
            .under(nonnegative(Expr(u)))
            .proves(positive));
  CHECK(facts.under(nonnegative(Expr(u)))
            .under(not_equal(Expr(u), 0))
            .proves(positive));
}

TEST_CASE("proofs by cases agree with arithmetic", "[cases]") {
  std::mt19937 random(11);
  const auto draw = [&](int low, int high) {
    return std::uniform_int_distribution<int>(low, high)(random);
  };
  const std::vector<Symbol> symbols = {integer("a"), integer("b"),
                                       integer("c")};
  const std::function<Expr(int)> expression = [&](int depth) -> Expr {
    if (depth == 0)
      return draw(0, 3) == 0
                 ? Expr(draw(-2, 2))
                 : Expr(symbols[static_cast<std::size_t>(draw(0, 2))]);
    const Expr x = expression(depth - 1), y = expression(depth - 1);
    switch (draw(0, 6)) {
      case 0:
        return min(x, y);
      case 1:
        return max(x, y);
      case 2:
        return ite(less(x, y), y, expression(depth - 1));
      case 3:
        return div(x, draw(1, 3));
      case 4:
        return mod(x, draw(1, 3));
      case 5:
        return x - y;
      default:
        return x + y;
    }
  };
  int proved = 0;
  for (int round = 0; round < 3000; ++round) {
    Facts facts = with_integers(symbols);
    std::vector<Formula> assumed;
    for (int k = draw(0, 2); k > 0; --k) {
      Formula f = less_equal(expression(1), expression(1));
      if (draw(0, 2) == 0) f = f || less(expression(0), expression(1));
      assumed.push_back(f);
      facts.assume(f);
    }
    const Formula goal = draw(0, 1) == 0
                             ? less_equal(expression(2), expression(2))
                             : equal(expression(2), expression(1));
    if (!proves_by_cases(facts, goal)) continue;
    ++proved;
    for (int a = -4; a <= 4; ++a)
      for (int b = -4; b <= 4; ++b)
        for (int c = -4; c <= 4; ++c) {
          evaluate::IndexValues at;
          at.set(symbols[0], a);
          at.set(symbols[1], b);
          at.set(symbols[2], c);
          bool applies = true;
          for (const Formula& f : assumed) applies = applies && at.holds(f);
          if (!applies || at.holds(goal)) continue;
          FAIL_CHECK(print(goal) << " at " << a << ' ' << b << ' ' << c);
        }
  }
  CHECK(proved > 100);
}

TEST_CASE("what is a multiple is simplified rightly", "[cases]") {
  std::mt19937 random(23);
  const auto draw = [&](int low, int high) {
    return std::uniform_int_distribution<int>(low, high)(random);
  };
  const std::vector<Symbol> symbols = {integer("a"), integer("b"),
                                       integer("c")};
  const Expr a(symbols[0]), b(symbols[1]), c(symbols[2]);
  int changed = 0;
  for (int round = 0; round < 2000; ++round) {
    Facts facts = with_integers(symbols);
    const Expr x = a * draw(-2, 2) + c * draw(-1, 1) + draw(-2, 2);
    const Expr q = draw(0, 1) == 0 ? b : b + draw(0, 2);
    facts.assume(less(0, b));
    facts.assume(equal(mod(x, q), 0));
    Expr e = (draw(0, 1) == 0 ? x : -x) + q * (c * draw(-1, 1) + draw(-2, 2)) +
             draw(-3, 3);
    switch (draw(0, 3)) {
      case 0:
        e = div(e, q) * draw(-1, 1) + c;
        break;
      case 1:
        e = q * div(-x, q) + mod(e, q) + q * div(e, q);
        break;
      case 2:
        e = e * q;
        break;
      default:
        break;
    }
    const Expr simple = facts.simplify(e);
    const Expr bound = facts.without_quotients(simple);
    changed += simple != e || bound != e ? 1 : 0;
    for (int i = -5; i <= 5; ++i)
      for (int j = 1; j <= 4; ++j)
        for (int k = -3; k <= 3; ++k) {
          evaluate::IndexValues at;
          at.set(symbols[0], i);
          at.set(symbols[1], j);
          at.set(symbols[2], k);
          if (at.number(mod(x, q)) != 0) continue;
          if (at.number(simple) != at.number(e))
            FAIL_CHECK(print(e) << " is not " << print(simple));
          if ((at.number(bound) >= 0) != (at.number(e) >= 0))
            FAIL_CHECK(print(e) << " >= 0 is not " << print(bound) << " >= 0");
        }
  }
  CHECK(changed > 500);
}

}  // namespace rewright::index
