// SPDX-License-Identifier: Apache-2.0
#include "index/facts.h"

#include <algorithm>

namespace rewright::index {

namespace {

constexpr int few_samples = 6;

template <typename Accepts>
bool all_groups(const Expr& e, const Accepts& accepts);

template <typename Accepts>
bool all_groups(const Formula& f, const Accepts& accepts) {
  if (f->kind == FormulaKind::all || f->kind == FormulaKind::not_all)
    return true;
  return all_groups(f->expr, accepts) &&
         std::all_of(f->args.begin(), f->args.end(), [&](const Formula& arg) {
           return all_groups(arg, accepts);
         });
}

/// Whether `accepts` says so of every axis group of one component of which
/// `e` speaks.
template <typename Accepts>
bool all_groups(const Expr& e, const Accepts& accepts) {
  for (const Term& t : e.terms())
    for (const auto& [atom, exponent] : t.monomial) {
      if (atom->kind == AtomKind::symbol && !atom->symbol->group.empty() &&
          !accepts(atom->symbol->group))
        return false;
      if (atom->kind == AtomKind::unflat && !accepts(atom->group)) return false;
      if (atom->kind == AtomKind::numel || atom->kind == AtomKind::flat)
        continue;
      for (const Expr& arg : atom->args)
        if (!all_groups(arg, accepts)) return false;
      if (atom->condition && !all_groups(*atom->condition, accepts))
        return false;
    }
  return true;
}

/// Whether e is (a div q) - (b div (g*q)) with g*a <= b < g*(a + 1), or that
/// negated: then it is 0.
bool is_same_quotient(const Facts& facts, const Expr& e) {
  if (e.terms().size() != 2) return false;
  std::vector<Atom> quotients;
  for (const Term& t : e.terms()) {
    const Atom a = Expr(std::vector<Term>{{1, t.monomial}}).atom();
    if (a && a->kind == AtomKind::div) quotients.push_back(a);
  }
  const std::int64_t first = e.terms()[0].coefficient;
  if (quotients.size() != 2 || (first != 1 && first != -1) ||
      e.terms()[1].coefficient != -first)
    return false;
  for (const auto& [one, other] : {std::pair(quotients[0], quotients[1]),
                                   std::pair(quotients[1], quotients[0])}) {
    Expr g;
    if (!divide_exactly(other->args[1], one->args[1], g)) continue;
    const Expr least = g * one->args[0], &b = other->args[0];
    if (facts.proves(less(0, one->args[1])) && facts.proves(less(0, g)) &&
        facts.proves(less_equal(least, b)) && facts.proves(less(b, least + g)))
      return true;
  }
  return false;
}

}  // namespace

bool is_component(const Expr& e) {
  return !all_groups(e, [](const std::string&) { return false; });
}

std::string group_of(const Expr& e) {
  std::string found;
  all_groups(e, [&](const std::string& group) {
    found = group;
    return false;
  });
  return found;
}

bool has_choice(const Expr& e) {
  for (const Term& t : e.terms())
    for (const auto& [a, exponent] : t.monomial) {
      if (a->kind == AtomKind::min || a->kind == AtomKind::max ||
          a->kind == AtomKind::ite)
        return true;
      if (std::any_of(a->args.begin(), a->args.end(), has_choice)) return true;
    }
  return false;
}

/// Whether `known` may serve a goal: an axis that it speaks of exists where
/// the goal speaks of an axis of that group too.
bool Facts::is_usable(const Expr& known, const Expr& goal) const {
  return all_groups(known, [&](const std::string& group) {
    return group == one_axis_ ||
           !all_groups(goal, [&](const std::string& g) { return g != group; });
  });
}

const std::vector<Sample>& Facts::samples() const {
  if (has_samples_) return samples_;
  has_samples_ = true;
  Wanted wanted;
  wanted.solved = solved_;
  wanted.nonnegative = nonnegatives_;
  wanted.formulas = assumptions_;
  for (const auto& [id, entry] : ranges_) {
    const auto& [symbol, range] = entry;
    wanted.symbols.push_back(symbol);
    if (solved_.count(id)) continue;
    if (range.lower) wanted.nonnegative.push_back(Expr(symbol) - *range.lower);
    if (range.upper) wanted.nonnegative.push_back(*range.upper - Expr(symbol));
  }
  std::vector<Sample> kept;
  for (const Sample& s : samples_)
    if (satisfies(s, wanted)) kept.push_back(s);
  if (kept.empty() && !has_no_samples_) {
    kept = find_samples(wanted, samples_, few_samples);
    has_no_samples_ = kept.empty();
  }
  samples_ = std::move(kept);
  return samples_;
}

bool Facts::fails_somewhere(const Formula& formula) const {
  const auto& known = samples();
  return std::any_of(known.begin(), known.end(), [&](const Sample& s) {
    return !s.holds(formula).value_or(true);
  });
}

bool Facts::fails_somewhere(const Expr& nonnegative) const {
  const auto& known = samples();
  return std::any_of(known.begin(), known.end(), [&](const Sample& s) {
    return s.number(nonnegative).value_or(0) < 0;
  });
}

bool Facts::proves_nonnegative(const Expr& e) const {
  return proves(nonnegative(e));
}

bool Facts::proves_equal(const Expr& a, const Expr& b) const {
  if (a == b) return true;
  return proves(equal(simplify(a), simplify(b)));
}

bool Facts::proves(const Formula& f) const {
  const auto algebra = [&](const Formula& g, const auto& self) -> bool {
    fuel_ = effort_;
    switch (g->kind) {
      case FormulaKind::truth:
        return true;
      case FormulaKind::nonnegative:
        return bounded_below(g->expr, 0);
      case FormulaKind::zero:
        return simplify(g->expr).is_zero() ||
               is_same_quotient(*this, g->expr) ||
               (bounded_below(g->expr, 1) && bounded_below(-g->expr, 1));
      case FormulaKind::nonzero:
        if (const Expr e = without_positive_factor(g->expr); e != g->expr)
          return proves(not_equal(e, 0));
        return bounded_below(g->expr - 1, 1) || bounded_below(-g->expr - 1, 1);
      case FormulaKind::conjunction:
        return std::all_of(g->args.begin(), g->args.end(),
                           [&](const Formula& a) { return self(a, self); });
      case FormulaKind::disjunction:
        return std::any_of(g->args.begin(), g->args.end(),
                           [&](const Formula& a) { return self(a, self); });
      case FormulaKind::all:
        return g->group != one_axis_ && self(g->args[0], self);
      default:
        return false;
    }
  };
  if (f.is_false()) return false;
  const Formula g = substitute(f, solved_);
  for (const Formula& known : assumptions_)
    if (known == f || known == g) return true;
  if (fails_somewhere(g)) return false;
  return algebra(g, algebra) || (oracle_ && oracle_->implies(*this, f));
}

}  // namespace rewright::index
