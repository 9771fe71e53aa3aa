// SPDX-License-Identifier: Apache-2.0
#include "solver/match.h"

#include <algorithm>

#include "index/cases.h"
#include "solver/context.h"

namespace rewright::solver {

using evidence::Axiom;
using index::Expr;
using index::Formula;

namespace {

constexpr int most_splits = 16;  // of the variables of one sum

index::Facts with(const index::Facts& facts,
                  const std::vector<ir::BoundVariable>& bound,
                  const Formula& guard) {
  index::Facts inner = facts;
  for (const auto& b : bound) inner.add_variable(b.symbol, b.extent);
  inner.assume(guard);
  return inner;
}

bool same_index(const Expr& a, const Expr& b, const std::string& group,
                const index::Facts& facts) {
  if (facts.proves_equal(a, b)) return true;
  if (!index::has_choice(a) && !index::has_choice(b)) return false;
  const Formula same = index::equal(a, b);
  return index::proves_by_cases(facts,
                                group.empty() ? same : index::all(group, same));
}

/// Monoid entries as terms, so that both go through one machinery.
Term as_term(const Entry& e) {
  Term t{1, e.bound, e.guard, {}};
  Factor f{FactorKind::nested};
  f.args.push_back(e.body);
  t.factors.emplace_back(std::make_shared<const Factor>(std::move(f)), 1);
  return t;
}

}  // namespace

Comparer::Comparer(const ir::Rule& rule, Session& session,
                   std::set<Axiom>& axioms,
                   std::vector<evidence::Obligation>& log)
    : rule_(rule), session_(session), axioms_(axioms), log_(log) {}

bool Comparer::equal(const Factor& a, const Factor& b,
                     const index::Facts& facts) {
  if (a.kind != b.kind) return false;
  if (compare(a, b) == 0) return true;
  switch (a.kind) {
    case FactorKind::access:
      if (a.input != b.input) return false;
      for (std::size_t i = 0; i < a.indices.size(); ++i)
        if (!same_index(a.indices[i], b.indices[i],
                        rule_.inputs[a.input].type.shape[i].group, facts))
          return false;
      return true;
    case FactorKind::index:
      return same_index(a.index, b.index, "", facts);
    case FactorKind::function:
      if (a.function != b.function) return false;
      if (a.function == ir::Function::equal &&
          equal(a.args[0], b.args[1], facts) &&
          equal(a.args[1], b.args[0], facts))
        return true;
      [[fallthrough]];
    case FactorKind::inverse:
    case FactorKind::nested:
      for (std::size_t i = 0; i < a.args.size(); ++i)
        if (!equal(a.args[i], b.args[i], facts)) return false;
      return true;
    case FactorKind::monoid:
      return a.monoid == b.monoid &&
             same_entries(a.entries, b.entries, a.monoid != ir::Monoid::product,
                          facts);
    case FactorKind::constant:
      return false;
  }
  return false;
}

bool Comparer::same_factors(const Term& a, const Term& b,
                            const index::Facts& facts) {
  if (a.factors.size() != b.factors.size()) return false;
  std::vector<bool> used(b.factors.size(), false);
  for (const auto& [f, exponent] : a.factors) {
    bool found = false;
    for (std::size_t j = 0; j < b.factors.size() && !found; ++j) {
      if (used[j] || b.factors[j].second != exponent) continue;
      found = used[j] = equal(*f, *b.factors[j].first, facts);
    }
    if (!found) return false;
  }
  return true;
}

bool Comparer::same_entries(const std::vector<Entry>& a,
                            const std::vector<Entry>& b, bool idempotent,
                            const index::Facts& facts) {
  std::vector<Signed> terms;
  for (const Entry& e : a) terms.push_back({0, as_term(e)});
  for (const Entry& e : b) {
    terms.push_back({1, as_term(e)});
    terms.back().term.coefficient = -1;
  }
  for (const TermClass& c : classify(std::move(terms), facts))
    if (!cancels(c, idempotent, facts)) return false;
  return true;
}

namespace {

/// Whether terms of one side cancel: infinities of theirs would not.
bool has_inverses(const TermClass& c) {
  for (std::size_t i = 0; i < c.items.size(); ++i)
    for (std::size_t j = 0; j < i; ++j)
      if (c.sides[i] == c.sides[j] &&
          (c.items[i].first > 0) != (c.items[j].first > 0))
        return true;
  return false;
}

}  // namespace

bool Comparer::equal(const Sum& a, const Sum& b, const index::Facts& facts,
                     std::vector<TermClass>* rest) {
  if (compare(a, b) == 0) return true;
  std::vector<Signed> terms;
  for (const Term& t : a.terms) terms.push_back({0, t});
  for (const Term& t : b.terms) {
    terms.push_back({1, t});
    terms.back().term.coefficient = -t.coefficient;
  }
  bool all = true;
  for (TermClass& c : classify(std::move(terms), facts)) {
    if (cancels(c, false, facts)) {
      if (!c.shape.bound.empty()) axioms_.insert(Axiom::associativity);
      if (has_inverses(c)) axioms_.insert(Axiom::additive_inverse);
      continue;
    }
    all = false;
    if (rest) rest->push_back(std::move(c));
    if (!rest) return false;
  }
  return all;
}

namespace {

/// How far the accesses of a term are from plain variables. The plainest term
/// of a class makes the best representative: the others map onto it.
std::int64_t complexity(const Term& t) {
  std::vector<const Factor*> accesses;
  collect_accesses(Sum{{t}}, accesses);
  std::int64_t sum = 0;
  for (const Factor* f : accesses)
    for (const Expr& i : f->indices)
      for (const index::Term& term : i.terms())
        for (const auto& [atom, exponent] : term.monomial)
          sum += (term.coefficient == 1 ? 1 : 2) +
                 (atom->kind == index::AtomKind::symbol ? 0 : 4);
  return sum;
}

}  // namespace

namespace {

/// Fresh names for the bound variables of `t` that `used` has already: a term
/// that shares one with another is not matched with it by chance.
void rename_bound(Term& t, std::set<std::uint64_t>& used) {
  index::Substitution by;
  for (auto& b : t.bound) {
    if (used.insert(b.symbol->id).second) continue;
    const auto fresh =
        index::make_symbol(b.symbol->name, b.symbol->kind, b.symbol->group);
    by[b.symbol->id] = Expr(fresh);
    b.symbol = fresh;
    used.insert(fresh->id);
  }
  if (!by.empty()) t = substitute(Sum{{std::move(t)}}, by).terms[0];
}

}  // namespace

std::vector<TermClass> Comparer::classify(std::vector<Signed> terms,
                                          const index::Facts& facts) {
  std::set<std::uint64_t> used;
  for (Signed& s : terms) rename_bound(s.term, used);
  std::stable_sort(terms.begin(), terms.end(), [](auto& a, auto& b) {
    return complexity(a.term) < complexity(b.term);
  });
  for (int rounds = most_splits;; --rounds) {
    std::vector<TermClass> classes;
    Split wanted;
    if (classify_once(terms, facts, classes, rounds > 0 ? &wanted : nullptr))
      return classes;
    std::vector<Signed> split;  // one variable replaced by two digits
    for (Signed& s : terms) {
      const auto at = std::find_if(
          s.term.bound.begin(), s.term.bound.end(),
          [&](const auto& b) { return b.symbol->id == wanted.variable->id; });
      if (at == s.term.bound.end()) {
        split.push_back(std::move(s));
        continue;
      }
      index::Facts inner = with(facts, s.term.bound, s.term.guard);
      std::vector<ir::BoundVariable> digits;
      const auto by = apply_split(wanted, inner, digits);
      if (!by) {
        split.push_back(std::move(s));
        rounds = 0;  // nor in the next round
        continue;
      }
      s.term.bound.erase(at);
      s.term.bound.insert(s.term.bound.end(), digits.begin(), digits.end());
      Sum changed = simplify(substitute(Sum{{s.term}}, *by), facts);
      for (Term& t : changed.terms) split.push_back({s.side, std::move(t)});
    }
    terms = std::move(split);
  }
}

bool Comparer::classify_once(const std::vector<Signed>& terms,
                             const index::Facts& facts,
                             std::vector<TermClass>& classes, Split* wanted) {
  for (const Signed& s : terms) {
    bool placed = false;
    for (TermClass& c : classes) {
      Formula pushed;
      std::optional<Split> split;
      placed = match(c.shape, s.term, facts, pushed, split);
      if (placed) {
        c.items.emplace_back(s.term.coefficient, pushed);
        c.sides.push_back(s.side);
        break;
      }
      if (split && wanted) {
        *wanted = *split;
        return false;
      }
    }
    if (!placed) {
      TermClass c{s.term, {}};
      c.shape.coefficient = 1;
      c.shape.guard = true;
      c.items.emplace_back(s.term.coefficient,
                           domain(s.term.bound, s.term.guard));
      c.sides.push_back(s.side);
      classes.push_back(std::move(c));
    }
  }
  return true;
}

void Comparer::equate(const Factor& a, const Factor& b,
                      std::vector<Equation>& into) {
  if (a.kind == FactorKind::access && b.kind == FactorKind::access) {
    if (a.input != b.input) return;
    const ir::Shape& shape = rule_.inputs[a.input].type.shape;
    for (std::size_t i = 0; i < a.indices.size(); ++i)
      into.push_back({b.indices[i], a.indices[i], shape[i].group});
    return;
  }
  if (a.kind == FactorKind::index && b.kind == FactorKind::index) {
    into.push_back({b.index, a.index, ""});
    return;
  }
  std::vector<const Factor*> x, y;
  collect_accesses(a, x);
  collect_accesses(b, y);
  for (std::size_t i = 0; i < x.size() && i < y.size(); ++i)
    equate(*x[i], *y[i], into);
}

// Tries the pairings of factors that could correspond, most literal first.
bool Comparer::match(const Term& shape, const Term& term,
                     const index::Facts& facts, Formula& pushed,
                     std::optional<Split>& wanted) {
  const std::size_t n = shape.factors.size();
  if (term.factors.size() != n) return false;
  if (shape.bound.empty() && term.bound.empty()) {
    if (!same_factors(shape, term, with(facts, {}, term.guard))) return false;
    pushed = term.guard;
    return true;
  }
  std::vector<std::size_t> order(n);
  for (std::size_t i = 0; i < n; ++i) order[i] = i;
  const auto compatible = [&](std::size_t i, std::size_t j) {
    const auto& [f, e] = shape.factors[i];
    const auto& [g, d] = term.factors[j];
    return e == d && f->kind == g->kind && f->input == g->input &&
           f->function == g->function && f->monoid == g->monoid;
  };
  std::optional<Split> first_split;
  int tries = 0;
  do {
    bool fits = true;
    for (std::size_t i = 0; i < n && fits; ++i) fits = compatible(i, order[i]);
    if (!fits) continue;
    if (++tries > 24) break;
    std::vector<Equation> equations;
    for (std::size_t i = 0; i < n; ++i)
      equate(*shape.factors[i].first, *term.factors[order[i]].first, equations);
    std::optional<Split> split;
    if (match_with(shape, term, equations, facts, pushed, split)) return true;
    if (split && !first_split) first_split = split;
  } while (std::next_permutation(order.begin(), order.end()) && n <= 6);
  wanted = first_split;
  return false;
}

bool Comparer::match_with(const Term& shape, const Term& term,
                          const std::vector<Equation>& equations,
                          const index::Facts& facts, Formula& pushed,
                          std::optional<Split>& wanted) {
  const index::Facts on_shape = with(facts, shape.bound, true);
  const index::Facts on_term = with(facts, term.bound, term.guard);
  std::vector<std::pair<Expr, std::string>> zeros;
  for (const Equation& e : equations) {
    std::map<std::uint64_t, index::Symbol> symbols;
    index::collect_symbols(e.left - e.right, symbols);
    bool foreign = false;  // a variable bound deeper inside
    for (const auto& [id, s] : symbols)
      foreign = foreign ||
                (s->kind == index::SymbolKind::variable &&
                 !on_shape.ranges().count(id) && !on_term.ranges().count(id));
    if (!foreign) zeros.emplace_back(e.left - e.right, e.group);
  }
  index::Substitution psi, phi;
  if (!solve(term.bound, zeros, on_shape, psi)) return false;
  if (!solve(shape.bound, zeros, on_term, phi)) return false;
  const auto unresolved = [&](const index::Substitution& map,
                              const std::vector<ir::BoundVariable>& bound,
                              const index::Facts& where) {
    std::vector<index::Symbol> candidates;
    for (const auto& b : bound) candidates.push_back(b.symbol);
    for (const auto& [id, value] : map)
      if (const auto s =
              find_split(index::nonnegative(value), candidates, where))
        return s;
    return std::optional<Split>();
  };
  if (!shape.bound.empty())
    if (const auto s = unresolved(psi, shape.bound, on_shape)) {
      wanted = s;
      return false;
    }
  if (!term.bound.empty())
    if (const auto s = unresolved(phi, term.bound, on_term)) {
      wanted = s;
      return false;
    }
  for (const auto& b : term.bound) {  // psi(phi(r')) = r' on D_b
    const Expr back = index::substitute(psi[b.symbol->id], phi);
    if (on_term.proves_equal(back, Expr(b.symbol))) continue;
    const Formula goal = close(b.symbol, index::equal(back, Expr(b.symbol)));
    if (session_.implies(on_term, goal, &log_,
                         "bijection: " + b.symbol->name + " comes back") !=
        Answer::yes)
      return false;
  }
  Sum moved{{shape}};
  moved = simplify(substitute(moved, phi), on_term);
  if (moved.terms.empty()) return false;
  if (!same_factors(moved.terms[0], term, on_term)) return false;
  pushed = index::substitute(domain(term.bound, term.guard), psi);
  for (const auto& b : shape.bound) {
    const Expr there = index::substitute(phi[b.symbol->id], psi);
    pushed = pushed && close(b.symbol, index::equal(there, Expr(b.symbol)));
  }
  return true;
}

}  // namespace rewright::solver
