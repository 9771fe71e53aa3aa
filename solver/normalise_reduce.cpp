// SPDX-License-Identifier: Apache-2.0
//
// Reductions: binding, radix splitting of bound variables, sums whose
// variable is fixed by an equation or does not occur, and the entries of
// other monoids.
#include <algorithm>

#include "solver/normalise.h"

namespace rewright::solver {

using evidence::Axiom;
using index::Expr;
using index::FormulaKind;
using ir::Function;
using ir::Monoid;
using ir::ValueKind;

namespace {

bool is_idempotent(Monoid m) {
  return m != Monoid::sum && m != Monoid::product;
}

Function function_of(Monoid m) {
  switch (m) {
    case Monoid::min:
      return Function::min;
    case Monoid::max:
      return Function::max;
    case Monoid::conjunction:
      return Function::logical_and;
    case Monoid::disjunction:
      return Function::logical_or;
    case Monoid::product:
      return Function::mul;
    default:
      return Function::add;
  }
}

ir::ConstantNumber identity_of(Monoid m) {
  using Kind = ir::ConstantNumber::Kind;
  ir::ConstantNumber c;
  switch (m) {
    case Monoid::sum:
      break;
    case Monoid::product:
      c.rational = 1;
      break;
    case Monoid::min:
      c.kind = Kind::plus_infinity;
      break;
    case Monoid::max:
      c.kind = Kind::minus_infinity;
      break;
    case Monoid::conjunction:
      c.kind = Kind::truth;
      c.truth = true;
      break;
    case Monoid::disjunction:
      c.kind = Kind::truth;
      break;
  }
  return c;
}

bool is_identity(const ir::Value& v, Monoid m) {
  if (v->kind != ValueKind::constant) return false;
  const ir::ConstantNumber id = identity_of(m);
  return v->constant.kind == id.kind && v->constant.truth == id.truth &&
         v->constant.rational == id.rational;
}

bool all_negative(const std::vector<Entry>& entries) {
  return std::all_of(entries.begin(), entries.end(), [](const Entry& e) {
    return !e.body.terms.empty() && e.body.terms[0].coefficient < 0;
  });
}

bool occurs(const index::Formula& f, const index::Symbol& v) {
  std::map<std::uint64_t, index::Symbol> symbols;
  index::collect_symbols(f, symbols);
  return symbols.count(v->id) != 0;
}

/// The value of v that the equation e == 0 fixes, when v is linear in it with
/// coefficient 1 or -1 and occurs nowhere else.
std::optional<Expr> solved_for(const Expr& e, const index::Symbol& v) {
  for (const index::Term& t : e.terms()) {
    const bool unit = t.coefficient == 1 || t.coefficient == -1;
    if (!unit || t.monomial.size() != 1 || t.monomial[0].second != 1) continue;
    const index::Atom a = t.monomial[0].first;
    if (a->kind != index::AtomKind::symbol || a->symbol->id != v->id) continue;
    const Expr rest = e - Expr(std::vector<index::Term>{t});
    if (index::mentions(rest, v)) return {};
    return t.coefficient == 1 ? -rest : rest;
  }
  return {};
}

/// The end of the box 0 <= v < extent beyond which f, an inequality, leaves
/// nothing: v <= 0 or v >= extent - 1.
std::optional<Expr> end_fixed_by(const index::Formula& f,
                                 const ir::BoundVariable& b) {
  const Expr v(b.symbol), last = b.extent - 1;
  if ((f->expr + v).is_zero()) return Expr(0);
  if ((f->expr - v + last).is_zero()) return last;
  return {};
}

std::optional<Expr> fixed_by(const index::Formula& guard,
                             const ir::BoundVariable& b) {
  const std::string& group = b.symbol->group;
  for (const index::Formula& c : index::conjuncts(guard)) {
    const bool closed = c->kind == FormulaKind::all;
    const index::Formula& f = closed ? c->args[0] : c;
    if (closed != !group.empty() || (closed && c->group != group)) continue;
    if (f->kind == FormulaKind::zero)
      if (const auto value = solved_for(f->expr, b.symbol)) return value;
    if (f->kind == FormulaKind::nonnegative)
      if (const auto value = end_fixed_by(f, b)) return value;
  }
  return {};
}

}  // namespace

// Bound variables get fresh symbols (a reduction may be used twice in one
// product); those of extent 1 are 0.
Normaliser::Binder Normaliser::bind(const ir::ValueNode& v,
                                    const index::Facts& facts) {
  Binder binder{facts, {}, true, v.args[0]};
  index::Substitution rename;
  for (const ir::BoundVariable& b : v.bound) {
    const Expr extent = facts.simplify(index::substitute(b.extent, rename));
    if (extent.is(1)) {
      rename[b.symbol->id] = 0;
      continue;
    }
    const auto symbol = index::make_symbol(
        b.symbol->name, index::SymbolKind::variable, b.symbol->group);
    rename[b.symbol->id] = Expr(symbol);
    binder.bound.push_back({symbol, extent});
    binder.facts.add_variable(symbol, extent);
  }
  binder.guard = binder.facts.simplify(index::substitute(v.condition, rename));
  binder.body = ir::substitute(v.args[0], rename);
  return binder;
}

bool Normaliser::split_bound(Binder& binder, const Split& split) {
  const auto at = std::find_if(
      binder.bound.begin(), binder.bound.end(),
      [&](const auto& b) { return b.symbol->id == split.variable->id; });
  if (at == binder.bound.end()) return false;
  std::vector<ir::BoundVariable> digits;
  const auto by = apply_split(split, binder.facts, digits);
  if (!by) return false;
  binder.bound.erase(at);
  binder.bound.insert(binder.bound.end(), digits.begin(), digits.end());
  binder.guard = binder.facts.simplify(index::substitute(binder.guard, *by));
  binder.body = ir::substitute(binder.body, *by);
  return true;
}

template <class Result>
Result Normaliser::inside(const Binder& binder, const index::Facts& facts,
                          const std::function<Result()>& normalised) {
  const auto outer_guard = context_guard_;
  const std::size_t outer = context_bound_.size();
  for (const ir::BoundVariable& b : binder.bound) {
    context_bound_.push_back(b);
    context_exists_.push_back(facts.proves_nonnegative(b.extent - 1));
  }
  context_guard_ = context_guard_ && binder.guard;
  Result result = normalised();
  context_guard_ = outer_guard;
  context_bound_.resize(outer);
  context_exists_.resize(outer);
  return result;
}

Sum Normaliser::reduce_sum(const ir::ValueNode& v, const index::Facts& facts) {
  Binder binder = bind(v, facts);
  if (!binder.bound.empty()) use(Axiom::commutativity);
  if (binder.bound.size() < v.bound.size())
    use(Axiom::additive_identity);  // 0 + x, the sum of one element
  const std::size_t defined = defined_.size();
  for (int round = 0;; ++round) {
    if (binder.guard.is_false()) return {};
    index::Facts inner = binder.facts;
    inner.assume(binder.guard);
    Sum body = inside<Sum>(binder, facts,
                           [&] { return normalise(binder.body, inner); });
    std::vector<index::Symbol> candidates;
    for (const auto& b : binder.bound) candidates.push_back(b.symbol);
    auto split = find_split(body, candidates, inner);
    if (!split) split = find_split(binder.guard, candidates, inner);
    if (round < 16 && split && split_bound(binder, *split)) {
      defined_.resize(defined);
      continue;
    }
    if (binder.bound.size() > 0 && !body.terms.empty() &&
        (body.terms.size() > 1 || !body.terms[0].bound.empty()))
      use(Axiom::associativity);
    Sum result;
    for (Term& t : body.terms) {
      if (!t.guard.is_true()) use(Axiom::additive_identity);
      t.bound.insert(t.bound.begin(), binder.bound.begin(), binder.bound.end());
      t.guard = binder.guard && t.guard;
      for (Term& done : finish(std::move(t), facts).terms)
        result.terms.push_back(std::move(done));
    }
    return result;
  }
}

// A variable that the guard fixes is replaced by its value; one that occurs
// nowhere multiplies the term by its extent.
Sum Normaliser::finish(Term t, const index::Facts& facts) {
  for (std::size_t k = 0; k < t.bound.size(); ++k) {
    const ir::BoundVariable b = t.bound[k];
    if (const auto value = fixed_by(t.guard, b)) {
      const index::Formula inside =
          close(b.symbol, index::in_range(*value, b.extent));
      t.bound.erase(t.bound.begin() + static_cast<std::ptrdiff_t>(k));
      t.guard = t.guard && inside;
      Sum s = simplify(
          substitute(Sum{{std::move(t)}}, {{b.symbol->id, *value}}), facts);
      if (s.terms.empty()) return s;
      return finish(std::move(s.terms[0]), facts);
    }
    bool used = occurs(t.guard, b.symbol);
    for (const auto& f : t.factors)
      used = used || mentions(*f.first, b.symbol) || may_be_infinite(*f.first);
    for (const auto& other : t.bound)
      used = used || index::mentions(other.extent, b.symbol);
    if (used) continue;
    t.bound.erase(t.bound.begin() + static_cast<std::ptrdiff_t>(k));
    const ir::Dim dim{b.extent, b.symbol->group};
    use(Axiom::distributivity);
    Sum rest = finish(std::move(t), facts);
    return multiply(size(ir::elements(dim), facts), rest);
  }
  return Sum{{std::move(t)}};
}

std::vector<Entry> Normaliser::reduce_entries(Monoid m, const ir::ValueNode& v,
                                              const index::Facts& facts) {
  Binder binder = bind(v, facts);
  const std::size_t defined = defined_.size();
  for (int round = 0;; ++round) {
    if (binder.guard.is_false()) return {};
    index::Facts inner = binder.facts;
    inner.assume(binder.guard);
    auto result = inside<std::vector<Entry>>(
        binder, facts, [&] { return entries(m, binder.body, inner); });
    std::vector<index::Symbol> candidates;
    for (const auto& b : binder.bound) candidates.push_back(b.symbol);
    std::optional<Split> split;
    for (const Entry& e : result) {
      if (!split) split = find_split(e.body, candidates, inner);
      if (!split) split = find_split(e.guard, candidates, inner);
    }
    if (round < 16 && split && split_bound(binder, *split)) {
      defined_.resize(defined);
      continue;
    }
    for (Entry& e : result) {
      e.bound.insert(e.bound.begin(), binder.bound.begin(), binder.bound.end());
      e.guard = binder.guard && e.guard;
    }
    return result;
  }
}

std::vector<Entry> Normaliser::entries(Monoid m, const ir::Value& v,
                                       const index::Facts& facts) {
  if (is_identity(v, m)) return {};
  const auto join = [](std::vector<Entry> a, const std::vector<Entry>& b) {
    a.insert(a.end(), b.begin(), b.end());
    return a;
  };
  if (v->kind == ValueKind::apply && v->function == function_of(m) &&
      m != Monoid::product) {
    std::vector<Entry> all;
    for (const auto& arg : v->args) all = join(all, entries(m, arg, facts));
    return all;
  }
  if (v->kind == ValueKind::reduce && v->monoid == m)
    return reduce_entries(m, *v, facts);
  if (v->kind == ValueKind::select) {
    const index::Formula c = facts.simplify(v->condition);
    std::vector<Entry> all;
    const index::Formula outer = context_guard_;
    for (const bool branch : {true, false}) {
      const index::Formula guard = branch ? c : !c;
      if (guard.is_false()) continue;
      index::Facts inner = facts;
      inner.assume(guard);
      context_guard_ = outer && guard;
      for (Entry& e : entries(m, v->args[branch ? 0 : 1], inner)) {
        e.guard = e.guard && guard;
        all.push_back(std::move(e));
      }
      context_guard_ = outer;
    }
    return all;
  }
  Sum body = normalise(v, facts);
  if (const Term* t = plain_term(body); t && t->coefficient == 1 &&
                                        t->factors.size() == 1 &&
                                        t->factors[0].second == 1) {
    const Factor& f = *t->factors[0].first;
    if (f.kind == FactorKind::monoid && f.monoid == m) return f.entries;
  }
  return {Entry{{}, true, std::move(body)}};
}

Sum Normaliser::monoid(Monoid m, std::vector<Entry> entries,
                       const index::Facts& facts) {
  use(m == Monoid::product ? Axiom::associativity : Axiom::order);
  std::vector<Entry> kept;
  for (Entry& e : entries) {
    if (is_idempotent(m))
      for (std::size_t k = 0; k < e.bound.size();) {
        const auto& b = e.bound[k];
        if (!occurs(e.guard, b.symbol) && !mentions(e.body, b.symbol) &&
            facts.proves_nonnegative(b.extent - 1))
          e.bound.erase(e.bound.begin() + static_cast<std::ptrdiff_t>(k));
        else
          ++k;
      }
    bool have = false;
    for (const Entry& k : kept)
      have = have || (is_idempotent(m) && k.bound.empty() && e.bound.empty() &&
                      k.guard == e.guard && compare(k.body, e.body) == 0);
    if (!have) kept.push_back(std::move(e));
  }
  if (kept.empty()) {
    Factor f{FactorKind::constant};
    f.constant = identity_of(m);
    if (f.constant.kind == ir::ConstantNumber::Kind::rational)
      return rational(f.constant.rational);
    return single(std::move(f));
  }
  if (kept.size() == 1 && kept[0].bound.empty() && kept[0].guard.is_true())
    return kept[0].body;
  if (m == Monoid::max || m == Monoid::min)
    if (all_negative(kept)) {  // max(-a, -b) = -min(a, b)
      use(Axiom::ordered_ring);
      for (Entry& e : kept)
        for (Term& t : e.body.terms) t.coefficient = -t.coefficient;
      Sum s = monoid(m == Monoid::max ? Monoid::min : Monoid::max,
                     std::move(kept), facts);
      for (Term& t : s.terms) t.coefficient = -t.coefficient;
      return s;
    }
  if (m == Monoid::max || m == Monoid::min) return extreme(m, std::move(kept));
  Factor f{FactorKind::monoid};
  f.monoid = m;
  f.entries = std::move(kept);
  return single(std::move(f));
}

}  // namespace rewright::solver
