// SPDX-License-Identifier: Apache-2.0
//
// The polynomial ring of index expressions and what facts decide about it,
// the decisions checked against plain arithmetic on random numbers.
#include <random>

#include "catch.h"
#include "index/facts.h"

namespace rewright::index {

namespace {

Symbol size(const char* name) { return make_symbol(name, SymbolKind::size); }

Symbol integer(const char* name) {
  return make_symbol(name, SymbolKind::integer);
}

Symbol variable(const char* name) {
  return make_symbol(name, SymbolKind::variable);
}

std::int64_t floor_div(std::int64_t a, std::int64_t b) {
  return a / b - (a % b != 0 && (a < 0) != (b < 0));
}

}  // namespace

TEST_CASE("equal polynomials are equal however they were built") {
  const Expr a(size("A")), b(size("B"));
  CHECK((a + b) * (a - b) == a * a - b * b);
  CHECK(a + b - a == b);
  CHECK((a - a).is_zero());
  CHECK(Expr(3) + Expr(4) == Expr(7));
  CHECK(a != b);
}

TEST_CASE("coefficients beyond 64 bits are an overflow, never a wrong size") {
  const Expr big(std::int64_t{1} << 62);
  CHECK_THROWS_AS(big + big, Overflow);
  CHECK_THROWS_AS(big * Expr(2), Overflow);
}

TEST_CASE("division folds constants towards minus infinity") {
  CHECK(div(7, 2) == Expr(3));
  CHECK(div(-7, 2) == Expr(-4));
  CHECK(mod(-7, 2) == Expr(1));
  CHECK(ceildiv(7, 2) == Expr(4));
}

TEST_CASE("multiples of the divisor leave a quotient") {
  const Expr c(size("C")), h(size("H")), x(variable("x"));
  CHECK(div(c * h, h) == c);
  CHECK(div(c * h * 3 + h * x, h) == c * 3 + x);
  CHECK(mod(c * h, h).is_zero());
  Expr quotient;
  CHECK(divide_exactly(c * c - h * h, c - h, quotient));
  CHECK(quotient == c + h);
  CHECK_FALSE(divide_exactly(c * c + h * h, c - h, quotient));
}

TEST_CASE("mixed-radix digits come apart under their ranges") {
  const Symbol sc = size("C"), sh = size("H"), sw = size("W");
  const Symbol b = variable("b"), c = variable("c"), h = variable("h"),
               w = variable("w"), sb = size("B");
  Facts facts;
  for (const auto& s : {sb, sc, sh, sw}) facts.add_size(s);
  facts.add_variable(b, Expr(sb));
  facts.add_variable(c, Expr(sc));
  facts.add_variable(h, Expr(sh));
  facts.add_variable(w, Expr(sw));
  const Expr C(sc), H(sh), W(sw);
  const Expr offset = ((Expr(b) * C + Expr(c)) * H + Expr(h)) * W + Expr(w);
  CHECK(facts.simplify(mod(offset, W)) == Expr(w));
  CHECK(facts.simplify(mod(div(offset, W), H)) == Expr(h));
  CHECK(facts.simplify(div(offset, H * W)) == Expr(b) * C + Expr(c));
  CHECK(facts.simplify(div(offset, C * H * W)) == Expr(b));
}

TEST_CASE("a bound that does not hold is not proved") {
  const Symbol n = size("N"), m = size("M"), i = variable("i");
  Facts facts;
  facts.add_size(n);
  facts.add_size(m);
  facts.add_variable(i, Expr(n));
  CHECK(facts.proves(less(Expr(i), Expr(n))));
  CHECK(facts.proves(less_equal(1, Expr(n) * Expr(m))));
  CHECK_FALSE(facts.proves(less(Expr(i), Expr(m))));
  CHECK_FALSE(facts.proves(less(Expr(i) + 1, Expr(n))));
  CHECK_FALSE(facts.proves(less_equal(2, Expr(n))));
}

TEST_CASE("a first question is answered like a later one") {
  const Symbol n = size("N"), m = size("M");
  Facts facts;
  facts.add_size(n);
  facts.add_size(m);
  CHECK(facts.proves(not_equal(Expr(n) * Expr(m), 0)));
  CHECK(facts.simplify(ite(equal(Expr(n), 0), Expr(m), Expr(n))) == Expr(n));
}

TEST_CASE("assumptions are used, and those on an axis group only there") {
  const Symbol n = size("N");
  const Symbol l = make_symbol("l", SymbolKind::integer, "r");
  Facts facts;
  facts.add_size(n);
  facts.add_integer(l);
  facts.assume(all("r", nonnegative(Expr(l)) && less_equal(5, Expr(n))));
  CHECK(facts.proves(nonnegative(Expr(l) + 2)));
  CHECK_FALSE(facts.proves(less_equal(5, Expr(n))));  // r may have rank 0
}

TEST_CASE("what is known of one group's axes needs an axis of that group") {
  const Symbol a = size("A"), b = size("B");
  const Symbol k = make_symbol("k", SymbolKind::size, "r"),
               n = make_symbol("n", SymbolKind::size, "s");
  Facts facts;
  for (const Symbol& s : {a, b, k, n}) facts.add_size(s);
  facts.assume(
      all("s", less_equal(Expr(a), Expr(n)) && less_equal(Expr(n), Expr(b))));
  const Expr gap = Expr(b) - Expr(a);
  CHECK_FALSE(facts.proves(nonnegative(gap)));  // s may have rank 0
  CHECK_FALSE(facts.proves(nonnegative(gap + Expr(k) - 1)));
  CHECK_FALSE(facts.proves(all("r", nonnegative(gap + Expr(k) - 1))));
  CHECK_FALSE(facts.of_one_axis("r").proves(nonnegative(gap)));
  CHECK(facts.proves(nonnegative(gap + Expr(n) - 1)));
  CHECK(facts.of_one_axis("s").proves(nonnegative(gap)));
}

TEST_CASE("an equation fixes a size and keeps its lower bound") {
  const Symbol n = size("N"), m = size("M");
  Facts facts;
  facts.add_size(n);
  facts.add_size(m);
  facts.assume(equal(Expr(n), Expr(m) * 2));
  CHECK(facts.proves_equal(Expr(n) * Expr(n), Expr(m) * Expr(m) * 4));
  CHECK_FALSE(facts.proves_equal(Expr(n), Expr(m)));
}

TEST_CASE("numel is multiplicative over the extents of a group") {
  const Expr n(make_symbol("n", SymbolKind::size, "r"));
  CHECK(numel("r", 1) == Expr(1));
  CHECK(numel("r", n * n) == numel("r", n) * numel("r", n));
}

TEST_CASE("negation of all is some, and all distributes over and") {
  const Expr n(make_symbol("n", SymbolKind::size, "r"));
  const Formula f = less_equal(2, n), g = less_equal(n, 9);
  CHECK(all("r", f && g) == (all("r", f) && all("r", g)));
  CHECK((!all("r", f))->kind == FormulaKind::not_all);
  CHECK(!!all("r", f) == all("r", f));
}

TEST_CASE("simplification agrees with arithmetic on random numbers") {
  std::mt19937 random(7);
  const auto draw = [&](int lo, int hi) {
    return static_cast<std::int64_t>(
        std::uniform_int_distribution<int>(lo, hi)(random));
  };
  int decided = 0;
  for (int round = 0; round < 2000; ++round) {
    const Symbol n = size("N"), m = size("M"), i = variable("i"),
                 j = variable("j");
    Facts facts;
    facts.add_size(n);
    facts.add_size(m);
    facts.add_variable(i, Expr(n));
    facts.add_variable(j, Expr(m));
    const std::int64_t a = draw(-2, 2), b = draw(-2, 2), c = draw(-3, 3);
    const std::int64_t k = draw(1, 4);
    const Expr p = Expr(i) * Expr(m) * a + Expr(j) * b + c;
    const Expr q = draw(0, 1) ? Expr(m) : Expr(m) * k;
    const Expr choice =
        draw(0, 1) ? min(Expr(j) + c, Expr(m) - 1) : max(Expr(j) + c, 0);
    const Expr e = div(p, q) + mod(p, q) * 3 + choice;
    const Expr s = facts.simplify(e);
    decided += s != e ? 1 : 0;
    for (int probe = 0; probe < 6; ++probe) {
      const std::int64_t N = draw(1, 5), M = draw(1, 5);
      const std::int64_t I = draw(0, static_cast<int>(N) - 1);
      const std::int64_t J = draw(0, static_cast<int>(M) - 1);
      const Substitution at{{n->id, N}, {m->id, M}, {i->id, I}, {j->id, J}};
      REQUIRE(substitute(s, at).is_constant());
      REQUIRE(substitute(s, at) == substitute(e, at));
      const std::int64_t P = I * M * a + J * b + c;
      const std::int64_t Q = substitute(q, at).constant();
      REQUIRE(substitute(div(p, q), at) == Expr(floor_div(P, Q)));
    }
  }
  CHECK(decided > 100);  // the rules do fire
}

TEST_CASE("quotients of quotients, and those that inequalities fix") {
  const Symbol a = integer("a"), p = size("p"), q = size("q"), x = integer("x");
  Facts facts;
  facts.add_size(p);
  facts.add_size(q);
  for (const Symbol& s : {a, x}) facts.add_integer(s);
  const Expr A(a), P(p), Q(q), X(x);
  CHECK(facts.proves_equal(div(div(X, P) + A, Q), div(X + A * P, P * Q)));
  CHECK_FALSE(facts.proves_equal(div(div(X, P) + A, Q), div(X + A, P * Q)));
  facts.assume(less_equal(P * A, X) && less(X, P * (A + 1)));
  CHECK(facts.proves_equal(div(A, Q), div(X, P * Q)));
  CHECK_FALSE(facts.proves_equal(div(A, Q), div(X + 1, P * Q)));
}

TEST_CASE("products with a positive factor have the sign of the other") {
  const Symbol n = size("N"), x = integer("x");
  Facts facts;
  facts.add_size(n);
  facts.add_integer(x);
  const Expr N(n), X(x);
  CHECK_FALSE(facts.proves(not_equal(N * X, 0)));
  CHECK(facts.under(not_equal(X, 0)).proves(not_equal(N * X, 0)));
  CHECK(facts.under(less_equal(X, 0)).proves(less(N * X, 1)));
  CHECK(facts.under(less(0, X)).proves(less_equal(X, N * X)));
  CHECK_FALSE(facts.under(less_equal(X, 0)).proves(less(N * X, 0)));
}

TEST_CASE("what proves() claims of quotients holds for random numbers") {
  std::mt19937 random(23);
  const auto draw = [&](int lo, int hi) {
    return static_cast<std::int64_t>(
        std::uniform_int_distribution<int>(lo, hi)(random));
  };
  const Symbol p = size("p"), q = size("q"), x = integer("x"), y = integer("y");
  const Expr P(p), Q(q), X(x), Y(y);
  const auto linear = [&] {
    return X * draw(-1, 2) + Y * draw(-1, 2) + P * draw(-1, 1) + draw(-2, 2);
  };
  int claimed = 0;
  for (int round = 0; round < 3000; ++round) {
    Facts facts;
    facts.add_size(p);
    facts.add_size(q);
    facts.add_integer(x);
    facts.add_integer(y);
    const Expr divisor = draw(0, 1) ? P : P + draw(0, 2);
    const Formula premise = less_equal(divisor * X, Y + draw(-1, 1)) &&
                            less(Y, divisor * (X + draw(0, 1)) + draw(-1, 1)) &&
                            nonnegative(X * draw(-1, 1) + draw(0, 2));
    facts.assume(premise);
    const Expr left = draw(0, 1) ? div(X + draw(-1, 1), Q)
                                 : div(div(linear(), P) + draw(-1, 1), Q);
    const Expr right =
        draw(0, 1) ? div(Y + draw(-1, 1), divisor * Q) : div(linear(), Q * P);
    const Formula goal = draw(0, 3)
                             ? equal(left, right + draw(-1, 1) * draw(0, 1))
                             : less_equal(left * P, linear() * Q);
    if (!facts.proves(goal)) continue;
    ++claimed;
    for (int probe = 0; probe < 200; ++probe) {
      const Substitution at{{p->id, draw(1, 4)},
                            {q->id, draw(1, 4)},
                            {x->id, draw(-5, 5)},
                            {y->id, draw(-9, 9)}};
      if (!substitute(premise, at).is_true()) continue;
      INFO(print(premise) << " => " << print(goal));
      REQUIRE(substitute(goal, at).is_true());
    }
  }
  CHECK(claimed > 30);
}

TEST_CASE("what proves() claims holds for random numbers") {
  std::mt19937 random(11);
  const auto draw = [&](int lo, int hi) {
    return static_cast<std::int64_t>(
        std::uniform_int_distribution<int>(lo, hi)(random));
  };
  int claimed = 0;
  for (int round = 0; round < 3000; ++round) {
    const Symbol n = size("N"), m = size("M"), i = variable("i"),
                 l = make_symbol("l", SymbolKind::integer);
    Facts facts;
    facts.add_size(n);
    facts.add_size(m);
    facts.add_integer(l);
    facts.add_variable(i, Expr(n));
    const Formula premise = less_equal(Expr(l), Expr(m) * draw(0, 2)) &&
                            nonnegative(Expr(l) + draw(-1, 2));
    facts.assume(premise);
    const Expr e = Expr(n) * draw(-1, 3) + Expr(m) * draw(-1, 3) +
                   Expr(i) * draw(-2, 2) + Expr(l) * draw(-2, 2) +
                   Expr(n) * Expr(m) * draw(0, 2) + draw(-3, 3);
    const Formula goal = draw(0, 2) ? nonnegative(e) : not_equal(e, 0);
    if (!facts.proves(goal)) continue;
    ++claimed;
    for (int probe = 0; probe < 20; ++probe) {
      const std::int64_t N = draw(1, 4);
      const Substitution at{{n->id, N},
                            {m->id, draw(1, 4)},
                            {i->id, draw(0, static_cast<int>(N) - 1)},
                            {l->id, draw(-3, 9)}};
      if (!substitute(premise, at).is_true()) continue;
      REQUIRE(substitute(goal, at).is_true());
    }
  }
  CHECK(claimed > 100);
}

}  // namespace rewright::index
