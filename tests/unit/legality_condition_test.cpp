// SPDX-License-Identifier: Apache-2.0
//
// Conditions made short, and what may be concluded about one axis of a group
// from a bound on the product of all.
#include "solver/legality_condition.h"

#include <string>

#include "catch.h"

namespace rewright::solver {
namespace {

using index::Expr;
using index::Facts;
using index::Formula;
using index::Symbol;

Symbol size(Facts& facts, const std::string& name,
            const std::string& group = "", int lower = 1) {
  const Symbol symbol =
      index::make_symbol(name, index::SymbolKind::size, group);
  facts.add_size(symbol, lower);
  return symbol;
}

struct Groups {
  explicit Groups(int lower)
      : p(size(facts, "p", "p", lower)), q(size(facts, "q", "q", lower)) {}
  Formula product_at_most(int bound) const {
    return index::less_equal(
        index::numel("p", Expr(p)) * index::numel("q", Expr(q)), bound);
  }
  Formula axis_at_most(int bound) const {
    return index::all("p", index::less_equal(Expr(p), bound));
  }
  Facts facts;
  Symbol p, q;
};

TEST_CASE("A bound on a product bounds each axis of it", "[legality]") {
  Groups g(1);
  Session session;
  g.facts.assume(g.product_at_most(100));
  CHECK(implied(g.facts, g.axis_at_most(100), session));
  CHECK(implied(g.facts, g.axis_at_most(200), session));
  CHECK_FALSE(implied(g.facts, g.axis_at_most(99), session));
}

TEST_CASE("Where an axis may be empty the product bounds nothing",
          "[legality]") {
  Groups g(0);
  Session session;
  g.facts.assume(g.product_at_most(100));
  CHECK_FALSE(implied(g.facts, g.axis_at_most(100), session));
}

TEST_CASE("A bound on each axis does not bound the product", "[legality]") {
  Groups g(1);
  Session session;
  g.facts.assume(g.axis_at_most(10));
  CHECK_FALSE(implied(g.facts, g.product_at_most(1000), session));
}

TEST_CASE("A bound on axes of one group says nothing of another",
          "[legality]") {
  Groups g(1);
  Session session;
  g.facts.assume(index::all("q", index::less_equal(Expr(g.q), 10)));
  CHECK_FALSE(implied(g.facts, g.axis_at_most(10), session));
}

TEST_CASE("Nothing that is false is implied by satisfiable facts",
          "[legality]") {
  Groups g(1);
  Session session;
  CHECK_FALSE(implied(g.facts, Formula(false), session));
  CHECK_FALSE(implied(g.facts, g.axis_at_most(0), session));
}

TEST_CASE("The most complex part goes first when the others imply it",
          "[legality]") {
  Facts facts;
  const Expr h(size(facts, "H")), w(size(facts, "W"));
  Session session;
  const Formula f = index::less_equal(h * w, 65535) &&
                    index::less_equal(h, 31) && index::less_equal(w, 31);
  CHECK(index::print(shortest(facts, f, session)) == "H <= 31 and W <= 31");
}

TEST_CASE("A part that says more than the others stays", "[legality]") {
  Facts facts;
  const Expr h(size(facts, "H")), w(size(facts, "W"));
  Session session;
  const Formula f = index::less_equal(h * w, 900) && index::less_equal(h, 31) &&
                    index::less_equal(w, 31);
  CHECK(index::print(shortest(facts, f, session)) ==
        "H <= 31 and W <= 31 and H*W <= 900");
}

TEST_CASE("Of two bounds on one size the tighter stays", "[legality]") {
  Facts facts;
  const Expr h(size(facts, "H"));
  Session session;
  const Formula f = index::less_equal(h, 40) && index::less_equal(h, 31);
  CHECK(index::print(shortest(facts, f, session)) == "H <= 31");
}

TEST_CASE("What the facts imply goes altogether", "[legality]") {
  Facts facts;
  const Expr h(size(facts, "H"));
  facts.assume(index::less_equal(h, 8));
  Session session;
  const Formula f = index::less_equal(h, 31) && index::less_equal(1, h);
  CHECK(shortest(facts, f, session).is_true());
}

}  // namespace
}  // namespace rewright::solver
