// SPDX-License-Identifier: Apache-2.0
//
// Radix splitting. Where `(k*v + ...) div (k*C)` does not resolve and v has
// extent E*C, v is replaced by v1*C + v0 with v1 < E and v0 < C: a bijection
// of [0, E*C) and [0, E) x [0, C), after which the quotient is plain.
#include "solver/normalise.h"

namespace rewright::solver {

using index::Atom;
using index::AtomKind;
using index::Expr;

namespace {

std::optional<Split> split_for(const Expr& dividend, const Expr& divisor,
                               const std::vector<index::Symbol>& candidates,
                               const index::Facts& facts) {
  for (const index::Term& t : dividend.terms())
    for (std::size_t i = 0; i < t.monomial.size(); ++i) {
      const Atom& a = t.monomial[i].first;
      if (a->kind != AtomKind::symbol || t.monomial[i].second != 1) continue;
      bool is_candidate = false;
      for (const auto& c : candidates)
        is_candidate = is_candidate || c->id == a->symbol->id;
      const auto extent = facts.extent(a->symbol);
      if (!is_candidate || !extent || !a->symbol->group.empty()) continue;
      index::Term weight = t;
      weight.monomial.erase(weight.monomial.begin() +
                            static_cast<std::ptrdiff_t>(i));
      Expr inner, outer;
      if (!index::divide_exactly(divisor, Expr(std::vector{weight}), inner))
        continue;
      if (inner.is_constant() && inner.constant() <= 1) continue;
      if (!index::divide_exactly(*extent, inner, outer) || outer.is(1))
        continue;
      if (outer.is_constant() && outer.constant() <= 1) continue;
      if (!facts.proves_nonnegative(inner - 1)) continue;
      return Split{a->symbol, inner};
    }
  return {};
}

std::optional<Split> find_in(const Expr& e,
                             const std::vector<index::Symbol>& candidates,
                             const index::Facts& facts) {
  for (const index::Term& t : e.terms())
    for (const auto& [atom, exponent] : t.monomial) {
      for (const Expr& arg : atom->args)
        if (const auto s = find_in(arg, candidates, facts)) return s;
      if (atom->condition)
        if (const auto s = find_split(*atom->condition, candidates, facts))
          return s;
      if (atom->kind == AtomKind::div || atom->kind == AtomKind::mod)
        if (const auto s =
                split_for(atom->args[0], atom->args[1], candidates, facts))
          return s;
    }
  return {};
}

}  // namespace

std::optional<Split> find_split(const index::Formula& f,
                                const std::vector<index::Symbol>& candidates,
                                const index::Facts& facts) {
  if (const auto s = find_in(f->expr, candidates, facts)) return s;
  for (const auto& arg : f->args)
    if (const auto s = find_split(arg, candidates, facts)) return s;
  return {};
}

std::optional<Split> find_split(const Sum& sum,
                                const std::vector<index::Symbol>& candidates,
                                const index::Facts& facts) {
  for (const Term& t : sum.terms) {
    if (const auto s = find_split(t.guard, candidates, facts)) return s;
    for (const auto& factor : t.factors) {
      const Factor& f = *factor.first;
      for (const Expr& i : f.indices)
        if (const auto s = find_in(i, candidates, facts)) return s;
      if (const auto s = find_in(f.index, candidates, facts)) return s;
      for (const Sum& arg : f.args)
        if (const auto s = find_split(arg, candidates, facts)) return s;
      for (const Entry& e : f.entries) {
        if (const auto s = find_split(e.guard, candidates, facts)) return s;
        if (const auto s = find_split(e.body, candidates, facts)) return s;
      }
    }
  }
  return {};
}

std::optional<index::Substitution> apply_split(
    const Split& split, index::Facts& facts,
    std::vector<ir::BoundVariable>& variables) {
  const auto extent = facts.extent(split.variable);
  Expr outer;
  if (!extent || !index::divide_exactly(*extent, split.inner, outer)) return {};
  const auto make = [&](const char* suffix) {
    return index::make_symbol(split.variable->name + suffix,
                              index::SymbolKind::variable);
  };
  variables = {{make("1"), outer}, {make("0"), split.inner}};
  for (const auto& v : variables) facts.add_variable(v.symbol, v.extent);
  return index::Substitution{
      {split.variable->id,
       Expr(variables[0].symbol) * split.inner + Expr(variables[1].symbol)}};
}

}  // namespace rewright::solver
