// SPDX-License-Identifier: Apache-2.0
#include "index/formula.h"

#include <numeric>

namespace rewright::index {

namespace {

Formula make(FormulaKind kind, Expr expr, std::string group = "",
             std::vector<Formula> args = {}) {
  return Formula(
      Formula::Node{kind, std::move(expr), std::move(group), std::move(args)});
}

std::int64_t content(const Expr& e, bool with_constant) {
  std::int64_t g = 0;
  for (const Term& t : e.terms())
    if (with_constant || !t.monomial.empty()) g = std::gcd(g, t.coefficient);
  return g;
}

std::int64_t constant_term(const Expr& e) {
  return !e.terms().empty() && e.terms().back().monomial.empty()
             ? e.terms().back().coefficient
             : 0;
}

std::int64_t floor_div(std::int64_t a, std::int64_t b) {
  const std::int64_t q = a / b;
  return (a % b != 0 && (a < 0) != (b < 0)) ? q - 1 : q;
}

/// g*p + c >= 0 over the integers is p + floor(c/g) >= 0.
Expr tighten(const Expr& e) {
  const std::int64_t g = content(e, false);
  if (g <= 1) return e;
  std::vector<Term> terms;
  for (Term t : e.terms()) {
    if (t.monomial.empty()) continue;
    t.coefficient /= g;
    terms.push_back(std::move(t));
  }
  return Expr(std::move(terms)) + floor_div(constant_term(e), g);
}

/// The sign-normalised primitive part, for == 0 and != 0.
Expr primitive(const Expr& e) {
  const std::int64_t g = content(e, true);
  std::vector<Term> terms = e.terms();
  const std::int64_t by = terms.front().coefficient < 0 ? -g : g;
  for (Term& t : terms) t.coefficient /= by;
  return Expr(std::move(terms));
}

bool never_zero(const Expr& e) {
  if (e.is_constant()) return !e.is_zero();
  const std::int64_t g = content(e, false);
  return constant_term(e) % g != 0;
}

void flatten(FormulaKind kind, const Formula& f, std::vector<Formula>& into) {
  if (f->kind != kind) {
    for (const Formula& have : into)
      if (have == f) return;
    into.push_back(f);
    return;
  }
  for (const Formula& arg : f->args) flatten(kind, arg, into);
}

bool is_leaf(const Formula& f) {
  return f->kind != FormulaKind::conjunction &&
         f->kind != FormulaKind::disjunction;
}

Formula combine(FormulaKind kind, const Formula& a, const Formula& b) {
  std::vector<Formula> args;
  flatten(kind, a, args);
  const std::size_t old = args.size();
  flatten(kind, b, args);
  for (std::size_t k = old; k < args.size(); ++k) {  // f and not f; f or not f
    if (!is_leaf(args[k])) continue;
    const Formula opposite = !args[k];
    for (std::size_t i = 0; i < old; ++i)
      if (args[i] == opposite) return kind == FormulaKind::disjunction;
  }
  if (args.size() == 1) return args[0];
  return make(kind, {}, "", std::move(args));
}

}  // namespace

Formula::Formula() : Formula(true) {}

Formula::Formula(bool value) {
  static const auto yes =
      std::make_shared<const Node>(Node{FormulaKind::truth, {}, {}, {}});
  static const auto no =
      std::make_shared<const Node>(Node{FormulaKind::falsehood, {}, {}, {}});
  node_ = value ? yes : no;
}

Formula::Formula(Node node)
    : node_(std::make_shared<const Node>(std::move(node))) {}

int compare(const Formula& a, const Formula& b) {
  if (&*a == &*b) return 0;
  if (a->kind != b->kind) return a->kind < b->kind ? -1 : 1;
  if (const int c = compare(a->expr, b->expr); c != 0) return c;
  if (const int c = a->group.compare(b->group); c != 0) return c;
  if (a->args.size() != b->args.size())
    return a->args.size() < b->args.size() ? -1 : 1;
  for (std::size_t i = 0; i < a->args.size(); ++i)
    if (const int c = compare(a->args[i], b->args[i]); c != 0) return c;
  return 0;
}

Formula nonnegative(const Expr& e) {
  if (e.is_constant()) return e.constant() >= 0;
  return make(FormulaKind::nonnegative, tighten(e));
}

Formula less_equal(const Expr& a, const Expr& b) { return nonnegative(b - a); }
Formula less(const Expr& a, const Expr& b) { return nonnegative(b - a - 1); }

namespace {

/// -p is a multiple of q exactly when p is.
Expr orient(const Expr& e) {
  const Atom a = e.atom();
  if (!a || a->kind != AtomKind::mod) return e;
  if (a->args[0].terms().front().coefficient > 0) return e;
  return mod(-a->args[0], a->args[1]);
}

}  // namespace

Formula equal(const Expr& a, const Expr& b) {
  const Expr d = orient(a - b);
  if (d.is_zero()) return true;
  if (never_zero(d)) return false;
  return make(FormulaKind::zero, primitive(d));
}

Formula not_equal(const Expr& a, const Expr& b) { return !equal(a, b); }

Formula operator&&(const Formula& a, const Formula& b) {
  if (a.is_false() || b.is_true()) return a;
  if (b.is_false() || a.is_true()) return b;
  return combine(FormulaKind::conjunction, a, b);
}

Formula operator||(const Formula& a, const Formula& b) {
  if (a.is_true() || b.is_false()) return a;
  if (b.is_true() || a.is_false()) return b;
  return combine(FormulaKind::disjunction, a, b);
}

Formula operator!(const Formula& a) {
  switch (a->kind) {
    case FormulaKind::truth:
      return false;
    case FormulaKind::falsehood:
      return true;
    case FormulaKind::nonnegative:
      return nonnegative(-a->expr - 1);
    case FormulaKind::zero:
      return make(FormulaKind::nonzero, a->expr);
    case FormulaKind::nonzero:
      return make(FormulaKind::zero, a->expr);
    case FormulaKind::conjunction: {
      Formula r(false);
      for (const Formula& arg : a->args) r = r || !arg;
      return r;
    }
    case FormulaKind::disjunction: {
      Formula r(true);
      for (const Formula& arg : a->args) r = r && !arg;
      return r;
    }
    case FormulaKind::all:
      return make(FormulaKind::not_all, {}, a->group, a->args);
    case FormulaKind::not_all:
      return make(FormulaKind::all, {}, a->group, a->args);
  }
  return false;
}

// all distributes over conjunction, which keeps atoms small.
Formula all(const std::string& group, const Formula& component) {
  if (component.is_true()) return true;
  if (component->kind == FormulaKind::conjunction) {
    Formula r(true);
    for (const Formula& arg : component->args) r = r && all(group, arg);
    return r;
  }
  return make(FormulaKind::all, {}, group, {component});
}

Formula in_range(const Expr& e, const Expr& extent) {
  return nonnegative(e) && less(e, extent);
}

Formula map_exprs(const Formula& f,
                  const std::function<Expr(const Expr&)>& change) {
  switch (f->kind) {
    case FormulaKind::truth:
    case FormulaKind::falsehood:
      return f;
    case FormulaKind::nonnegative:
      return nonnegative(change(f->expr));
    case FormulaKind::zero:
      return equal(change(f->expr), 0);
    case FormulaKind::nonzero:
      return not_equal(change(f->expr), 0);
    case FormulaKind::conjunction: {
      Formula r(true);
      for (const Formula& arg : f->args) r = r && map_exprs(arg, change);
      return r;
    }
    case FormulaKind::disjunction: {
      Formula r(false);
      for (const Formula& arg : f->args) r = r || map_exprs(arg, change);
      return r;
    }
    case FormulaKind::all:
      return all(f->group, map_exprs(f->args[0], change));
    case FormulaKind::not_all:
      return !all(f->group, map_exprs(f->args[0], change));
  }
  return f;
}

Formula substitute(const Formula& f, const Substitution& by) {
  if (by.empty()) return f;
  return map_exprs(f, [&](const Expr& e) { return substitute(e, by); });
}

void collect_symbols(const Formula& f, std::map<std::uint64_t, Symbol>& into) {
  collect_symbols(f->expr, into);
  for (const Formula& arg : f->args) collect_symbols(arg, into);
}

std::vector<Formula> conjuncts(const Formula& f) {
  if (f.is_true()) return {};
  if (f->kind == FormulaKind::conjunction) return f->args;
  return {f};
}

}  // namespace rewright::index
