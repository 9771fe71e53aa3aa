// SPDX-License-Identifier: Apache-2.0
//
// Facts as rows of linear arithmetic: what is assumed, ranges of the atoms that
// occur, and products whose sign is known.
#include <algorithm>

#include "index/facts.h"
#include "index/linear.h"

namespace rewright::index {

namespace {

constexpr int range_depth = 1;  // of the questions that a range may ask

bool mentions_monomial(const Expr& e, const Monomial& m) {
  return std::any_of(e.terms().begin(), e.terms().end(),
                     [&](const Term& t) { return is_same(t.monomial, m); });
}

}  // namespace

/// What is known of the atoms that matter to `goal`, and usable for it.
std::vector<Expr> Facts::inequalities(const Expr& goal) const {
  std::vector<Expr> found;
  for (const Expr& e : nonnegatives_)
    if (is_usable(e, goal)) found.push_back(e);
  std::vector<Atom> atoms;
  std::vector<Expr> products;
  const auto look = [&](const Expr& e) {
    for (const Term& t : e.terms()) {
      for (const auto& factor : t.monomial)
        if (std::none_of(atoms.begin(), atoms.end(), [&](const Atom& a) {
              return is_same(a, factor.first);
            }))
          atoms.push_back(factor.first);
      const Expr product(std::vector<Term>{{1, t.monomial}});
      if (t.monomial.size() > 1 && std::find(products.begin(), products.end(),
                                             product) == products.end())
        products.push_back(product);
    }
  };
  look(goal);
  for (const Expr& e : found) look(e);
  for (std::size_t i = 0; i < atoms.size(); ++i) {  // ranges bring new atoms
    const auto range = range_of(atoms[i], range_depth);
    if (!range) continue;
    if (range->lower) found.push_back(Expr(atoms[i]) - *range->lower);
    if (range->upper) found.push_back(*range->upper - Expr(atoms[i]));
    if (range->lower) look(*range->lower);
    if (range->upper) look(*range->upper);
  }
  const std::size_t plain = found.size();
  for (const Expr& product : products) {
    Expr least = 1;  // of all factors that are not negative
    const Monomial& monomial = product.terms().front().monomial;
    for (const auto& [atom, exponent] : monomial) {
      const auto range = range_of(atom, range_depth);
      if (!range || !range->lower || !range->lower->is_constant() ||
          range->lower->constant() < 0) {
        least = -1;
        continue;
      }
      if (!least.is(-1)) least = least * power(*range->lower, exponent);
      // What is known of the other factors, times this one.
      Expr others;
      divide_exactly(product, Expr(atom), others);
      for (std::size_t k = 0; k < plain; ++k)
        if (mentions_monomial(found[k], others.terms().front().monomial))
          found.push_back(Expr(atom) * found[k]);
    }
    if (!least.is(-1)) found.push_back(product - least);
  }
  return found;
}

bool Facts::follows_linearly(const Expr& e) const {
  std::vector<Expr> known = inequalities(e);
  known.push_back(-e - 1);
  return is_infeasible(known);
}

bool Facts::is_contradictory() const {
  if (is_infeasible(inequalities(0))) return true;
  return std::any_of(
      assumptions_.begin(), assumptions_.end(), [&](const Formula& f) {
        if (f->kind != FormulaKind::not_all || !one_axis_.empty() ||
            f->args[0]->kind != FormulaKind::nonnegative)
          return false;
        std::vector<Expr> known =
            of_one_axis(f->group).inequalities(f->args[0]->expr);
        known.push_back(-f->args[0]->expr - 1);
        return is_infeasible(known);
      });
}

}  // namespace rewright::index
