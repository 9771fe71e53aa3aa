// SPDX-License-Identifier: Apache-2.0
//
// What Facts learn: declarations, assumptions, and what follows from them at
// once (bounds of symbols, values of sizes, parts of a min or a quotient).
#include <algorithm>
#include <cassert>

#include "index/facts.h"

namespace rewright::index {

void Facts::add_size(const Symbol& size, std::int64_t lower) {
  forget_answers();
  shown_.clear();
  ranges_[size->id] = {size, Range{Expr(lower), std::nullopt}};
}

void Facts::add_integer(const Symbol& integer) {
  forget_answers();
  ranges_[integer->id] = {integer, Range{}};
}

void Facts::add_variable(const Symbol& variable, const Expr& extent) {
  forget_answers();
  ranges_[variable->id] = {variable, Range{Expr(0), extent - 1}};
  extents_[variable->id] = extent;
  // Where the variable has a value, its extent is at least 1.
  learn(nonnegative(extent - 1), variable->group);
}

std::optional<Expr> Facts::extent(const Symbol& variable) const {
  const auto found = ranges_.find(variable->id);
  if (!extents_.count(variable->id) || found == ranges_.end() ||
      !found->second.second.upper)
    return {};
  // A constant end may be nearer than the one declared.
  if (found->second.second.upper->is_constant())
    return substitute(extents_.at(variable->id), solved_);
  return *found->second.second.upper + 1;
}

void Facts::assume(const Formula& formula) {
  forget_answers();
  for (const Formula& given : conjuncts(formula)) {
    fuel_ = effort_;
    const Formula f = map_exprs(
        given, [&](const Expr& e) { return without_positive_factor(e); });
    if (f.is_true()) continue;
    assumptions_.push_back(f);
    if (f->kind == FormulaKind::all)
      for (const Formula& c : conjuncts(f->args[0])) learn(c, f->group);
    else
      learn(f, is_component(f->expr) ? one_axis_ : "");
    if (f->kind == FormulaKind::nonzero) learn_nonzero(f->expr);
  }
  forget_answers();  // those given on the way
}

namespace {

/// The constant end of a range that s + c >= 0 or c - s >= 0 gives.
void tighten(Range& range, std::int64_t sign, std::int64_t c) {
  std::optional<Expr>& end = sign > 0 ? range.lower : range.upper;
  const Expr found(sign > 0 ? -c : c);
  if (end && !end->is_constant()) return;
  const bool better = !end || (sign > 0 ? end->constant() < found.constant()
                                        : end->constant() > found.constant());
  if (better) end = found;
}

}  // namespace

void Facts::learn(const Formula& f, const std::string& group) {
  if (f.is_false()) {  // a contradiction, where there are axes
    if (group.empty() || group == one_axis_) nonnegatives_.push_back(-1);
  } else if (f->kind == FormulaKind::zero) {
    if (is_component(f->expr) != !group.empty()) return;
    if ((!group.empty() && group == one_axis_) || !solve(f->expr, group)) {
      const Atom a = f->expr.atom();
      if (a && a->kind == AtomKind::mod)
        multiples_.emplace_back(a->args[0], a->args[1]);
      nonnegatives_.push_back(f->expr);
      nonnegatives_.push_back(-f->expr);
    }
  } else if (f->kind == FormulaKind::nonnegative) {
    if (is_component(f->expr) != !group.empty()) return;
    Expr e = substitute(f->expr, solved_);
    if (!is_usable(f->expr, e)) return;  // of no axes it says nothing
    for (const Formula& assumption : assumptions_) {  // e >= 0 and e != 0
      const bool is_of_each =
          assumption->kind == FormulaKind::all && assumption->group == group;
      const Formula& a = is_of_each ? assumption->args[0] : assumption;
      if (a->kind == FormulaKind::nonzero && (a->expr == e || a->expr == -e)) {
        e = e - 1;
        break;
      }
    }
    if (e.is_constant() && e.constant() >= 0) return;
    if (std::find(nonnegatives_.begin(), nonnegatives_.end(), e) !=
        nonnegatives_.end())
      return;
    nonnegatives_.push_back(e);
    learn_parts(e, group);
    const auto& terms = e.terms();
    if (terms.size() > 2 || (terms.size() == 2 && !terms[1].monomial.empty()))
      return;
    const std::int64_t sign = terms[0].coefficient;
    if (terms[0].monomial.size() != 1 || terms[0].monomial[0].second != 1 ||
        terms[0].monomial[0].first->kind != AtomKind::symbol ||
        (sign != 1 && sign != -1))
      return;
    const auto found = ranges_.find(terms[0].monomial[0].first->symbol->id);
    if (found != ranges_.end())
      tighten(found->second.second, sign,
              terms.size() == 2 ? terms[1].coefficient : 0);
  }
}

// e != 0 where e >= 0 or e <= 0 is known.
void Facts::learn_nonzero(const Expr& e) {
  for (const Expr& side : {e, -e}) {
    const bool component = is_component(side);
    if (component && !is_of_one_axis(nonnegative(side))) continue;
    fuel_ = 20;
    if (bounded_below(side, 1))
      learn(nonnegative(side - 1), component ? one_axis_ : "");
  }
}

Facts Facts::of_one_axis(const std::string& group) const {
  assert(one_axis_.empty());
  Facts facts = *this;
  facts.oracle_ = nullptr;
  facts.forget_answers();
  facts.one_axis_ = group;
  return facts;
}

bool Facts::is_of_one_axis(const Formula& formula) const {
  std::map<std::uint64_t, Symbol> symbols;
  collect_symbols(formula, symbols);
  return !one_axis_.empty() &&
         std::all_of(symbols.begin(), symbols.end(), [&](const auto& entry) {
           const std::string& group = entry.second->group;
           return group.empty() || group == one_axis_;
         });
}

Formula Facts::at_one_axis(const Formula& assumption) const {
  const bool is_component =
      assumption->kind == FormulaKind::all && assumption->group == one_axis_;
  return is_component ? assumption->args[0] : assumption;
}

Facts Facts::under(const Formula& condition) const {
  Facts facts = *this;
  facts.assume(condition);
  if (facts.is_contradictory()) return facts;  // nothing to learn
  facts.refresh();
  for (const Formula& known : assumptions_) {  // the last of some alternatives
    const Formula f = at_one_axis(known);
    if (f->kind != FormulaKind::disjunction) continue;
    const Formula left = facts.simplify(f);
    if (left->kind != FormulaKind::disjunction) facts.assume(left);
  }
  return facts;
}

// What was learned may say more once it is simplified by what came later.
void Facts::refresh() {
  forget_answers();
  for (auto& [id, entry] : ranges_) {
    Range& r = entry.second;
    if (r.lower) r.lower = simplify(*r.lower);
    if (r.upper) r.upper = simplify(*r.upper);
  }
  const std::vector<Expr> known = nonnegatives_;
  for (const Expr& e : known) {
    fuel_ = effort_;
    const Expr simpler = without_quotients(simplify(e));
    if (!is_usable(e, simpler)) continue;  // of no axes it says nothing
    if (simpler != e) learn(nonnegative(simpler), group_of(simpler));
  }
}

// min(a, b) >= d says so of both; max(c, b) >= d with a constant c < d of b.
void Facts::learn_parts(const Expr& e, const std::string& group) {
  Expr divisor;
  if (const auto f = without_quotient(e, divisor))
    if (bounded_below(divisor - 1, 1)) learn(nonnegative(*f), group);
  for (const Term& t : e.terms()) {
    if (t.coefficient != 1 || t.monomial.size() != 1 ||
        t.monomial[0].second != 1)
      continue;
    const Atom a = t.monomial[0].first;
    const Expr rest = e - Expr(std::vector<Term>{t});
    const auto part = [&](int k) {
      learn(nonnegative(a->args[static_cast<std::size_t>(k)] + rest), group);
    };
    if (a->kind == AtomKind::min) part(0), part(1);
    if (a->kind != AtomKind::max) continue;
    for (const int k : {0, 1}) {
      const Expr other = a->args[static_cast<std::size_t>(1 - k)] + rest;
      if (other.is_constant() && other.constant() < 0) part(k);
    }
  }
}

// A size that an equation fixes is replaced by its value; its own lower bound
// stays known as an assumption on that value.
bool Facts::solve(const Expr& zero, const std::string& group) {
  const Expr e = substitute(zero, solved_);
  for (const Term& t : e.terms()) {
    if (t.monomial.size() != 1 || t.monomial[0].second != 1) continue;
    if (t.coefficient != 1 && t.coefficient != -1) continue;
    const Atom atom = t.monomial[0].first;
    if (atom->kind != AtomKind::symbol || atom->symbol->group != group)
      continue;
    const Expr rest = e - Expr(std::vector<Term>{t});
    if (mentions(rest, atom->symbol)) continue;
    const Expr value = t.coefficient == 1 ? -rest : rest;
    // Of a group without axes, n == A says nothing about A.
    const bool is_generic = !group.empty();
    if (is_generic && !is_component(value) && !value.is_constant()) continue;
    const Substitution one{{atom->symbol->id, value}};
    for (auto& [id, to] : solved_) to = substitute(to, one);
    solved_[atom->symbol->id] = value;
    for (Expr& n : nonnegatives_) {
      const bool was_component = is_component(n);
      n = substitute(n, one);
      if (was_component && !is_component(n)) n = 0;
    }
    const auto found = ranges_.find(atom->symbol->id);
    if (found != ranges_.end()) {
      const Range range = found->second.second;
      const auto know = [&](const Expr& n) {
        if (!is_generic || is_component(n)) nonnegatives_.push_back(n);
      };
      if (range.lower) know(value - *range.lower);
      if (range.upper) know(*range.upper - value);
    }
    for (auto& [id, entry] : ranges_) {
      Range& r = entry.second;
      if (r.lower) r.lower = substitute(*r.lower, one);
      if (r.upper) r.upper = substitute(*r.upper, one);
    }
    return true;
  }
  return false;
}

}  // namespace rewright::index
