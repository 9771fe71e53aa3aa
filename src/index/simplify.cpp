// SPDX-License-Identifier: Apache-2.0
//
// Range-aware rewriting of index expressions. With P = Q*e + f and
// 0 <= f < Q: P div Q = e and P mod Q = f. A common factor g cancels:
// (g*P + f) div (g*Q) = P div Q and (g*P + f) mod (g*Q) = g*(P mod Q) + f
// when 0 <= f < g.
#include <algorithm>
#include <numeric>

#include "index/facts.h"

namespace rewright::index {

namespace {

/// Splits a into by*whole + rest, `by` a single term.
void split(const Expr& a, const Term& by, Expr& whole, Expr& rest) {
  std::vector<Term> w, r;
  for (const Term& t : a.terms()) {
    Term q;
    if (divide_term(t, by, q))
      w.push_back(q);
    else
      r.push_back(t);
  }
  whole = Expr(std::move(w));
  rest = Expr(std::move(r));
}

/// Candidate common factors of the single term b: its atoms, and the gcd of
/// its coefficient with each coefficient of a.
std::vector<Term> factors(const Expr& a, const Term& b) {
  std::vector<Term> result;
  for (const auto& [atom, exponent] : b.monomial)
    result.push_back({1, Monomial{{atom, 1}}});
  for (const Term& t : a.terms()) {
    const std::int64_t g = std::gcd(t.coefficient, b.coefficient);
    if (g > 1) result.push_back({g, {}});
  }
  if (b.coefficient > 1 || b.monomial.size() > 1) {
    for (const Term& t : a.terms()) {  // what b shares with each term of a
      Term shared{std::gcd(t.coefficient, b.coefficient), {}};
      for (const auto& [atom, exponent] : b.monomial)
        for (const auto& [other, power] : t.monomial)
          if (compare(atom, other) == 0)
            shared.monomial.emplace_back(atom, std::min(exponent, power));
      if (shared.coefficient > 1 || !shared.monomial.empty())
        result.push_back(std::move(shared));
    }
  }
  return result;
}

}  // namespace

namespace {

/// q * (x div q) is x where x is a multiple of q.
Expr join_quotient(const Expr& e, const Expr& x, const Expr& q) {
  const Atom quotient = div(x, q).atom();
  if (!quotient) return e;
  std::vector<Term> with, rest;
  for (const Term& t : e.terms()) {
    Term other;
    if (divide_term(t, Term{1, Monomial{{quotient, 1}}}, other))
      with.push_back(other);
    else
      rest.push_back(t);
  }
  Expr weight;
  if (with.empty() || !divide_exactly(Expr(std::move(with)), q, weight))
    return e;
  return weight * x + Expr(std::move(rest));
}

/// (-x) div q is -(x div q) where x is a multiple of q.
Expr turn_quotient(const Expr& e, const Expr& x, const Expr& q) {
  const Expr turned = div(-x, q);
  for (const Term& t : turned.terms())
    for (const auto& [quotient, exponent] : t.monomial) {
      if (quotient->kind != AtomKind::div || t.coefficient != 1 ||
          t.monomial.size() != 1 || exponent != 1)
        continue;
      const Expr value = Expr(quotient) - turned - div(x, q);
      return map_atoms(e, [&](const Atom& a) {
        return compare(a, quotient) == 0 ? value : Expr(a);
      });
    }
  return e;
}

bool mentions_atom(const Expr& e, const Atom& atom) {
  for (const Term& t : e.terms())
    for (const auto& factor : t.monomial)
      if (compare(factor.first, atom) == 0) return true;
  return false;
}

/// b * (x div b) + x mod b is x.
Expr join_rest(const Expr& e) {
  for (const Term& t : e.terms())
    for (const auto& [rest, exponent] : t.monomial) {
      if (rest->kind != AtomKind::mod || exponent != 1) continue;
      const Atom quotient = div(rest->args[0], rest->args[1]).atom();
      Term weight;
      if (!quotient || quotient->kind != AtomKind::div ||
          !divide_term(t, Term{1, Monomial{{rest, 1}}}, weight))
        continue;
      const Expr w(std::vector<Term>{weight});
      const Expr without =
          e - w * Expr(rest) - w * rest->args[1] * Expr(quotient);
      const auto holds = [&](const Atom& a) {
        return mentions_atom(without, a);
      };
      if (!holds(rest) && !holds(quotient))
        return join_rest(without + w * rest->args[0]);
    }
  return e;
}

}  // namespace

std::optional<Expr> Facts::common_factor(const Expr& a, const Expr& b,
                                         Expr& whole, Expr& rest,
                                         Expr& divisor) const {
  if (b.terms().size() != 1) return {};
  for (const Term& g : factors(a, b.terms()[0])) {
    const Expr factor(std::vector<Term>{g});
    if (factor.is(1) || factor == b) continue;
    split(a, g, whole, rest);
    if (whole.is_zero()) continue;
    if (!divide_exactly(b, factor, divisor)) continue;
    if (bounded_below(rest, 0) && bounded_below(factor - 1 - rest, 0))
      return factor;
  }
  return {};
}

Expr Facts::simplify_div(const Expr& a, const Expr& b) const {
  const Expr light = div(a, b);
  const Expr whole = map_atoms(light, [&](const Atom& atom) {
    if (atom->kind != AtomKind::div) return Expr(atom);
    const Expr &p = atom->args[0], &q = atom->args[1];
    if (bounded_below(p, 0) && bounded_below(q - 1 - p, 0)) return Expr(0);
    for (const int k : {-1, 1})  // p = k*q + f
      if (bounded_below(p - Expr(k) * q, 0) &&
          bounded_below(q - 1 - p + Expr(k) * q, 0))
        return Expr(k);
    // (x div a + c) div q is (x + a*c) div (a*q).
    for (const Term& t : p.terms()) {
      const Expr term(std::vector<Term>{t});
      const Atom inner = term.atom();
      if (inner && inner->kind == AtomKind::div && bounded_below(q - 1, 0) &&
          bounded_below(inner->args[1] - 1, 0))
        return simplify_div(inner->args[0] + inner->args[1] * (p - term),
                            inner->args[1] * q);
    }
    Expr w, rest, divisor;
    if (common_factor(p, q, w, rest, divisor)) return simplify_div(w, divisor);
    return Expr(atom);
  });
  return whole;
}

Expr Facts::simplify_mod(const Expr& a, const Expr& b) const {
  const Expr quotient = simplify_div(a, b);
  bool decided = true;
  for (const Term& t : quotient.terms())
    for (const auto& [atom, exponent] : t.monomial)
      if (atom->kind == AtomKind::div) decided = false;
  if (decided) return a - b * quotient;
  const Expr light = mod(a, b);
  return map_atoms(light, [&](const Atom& atom) {
    if (atom->kind != AtomKind::mod) return Expr(atom);
    Expr w, rest, divisor;
    if (const auto g =
            common_factor(atom->args[0], atom->args[1], w, rest, divisor))
      return *g * simplify_mod(w, divisor) + rest;
    return Expr(atom);
  });
}

Expr Facts::simplify_choice(const Atom& atom, const Expr& a,
                            const Expr& b) const {
  const bool minimum = atom->kind == AtomKind::min;
  if (proves(less_equal(a, b))) return minimum ? a : b;
  if (proves(less_equal(b, a))) return minimum ? b : a;
  return minimum ? min(a, b) : max(a, b);
}

Expr Facts::simplify_atom(const Atom& atom) const {
  if (atom->kind == AtomKind::symbol) {
    const auto found = solved_.find(atom->symbol->id);
    return found == solved_.end() ? Expr(atom) : found->second;
  }
  if (spans_axes(*atom)) return substitute(Expr(atom), solved_);
  std::vector<Expr> args;
  for (const Expr& arg : atom->args) args.push_back(simplify(arg));
  switch (atom->kind) {
    case AtomKind::div:
      return simplify_div(args[0], args[1]);
    case AtomKind::mod:
      return simplify_mod(args[0], args[1]);
    case AtomKind::min:
    case AtomKind::max:
      return simplify_choice(atom, args[0], args[1]);
    case AtomKind::ite: {
      const Formula c = simplify(*atom->condition);
      return ite(c, args[0], args[1]);
    }
    case AtomKind::flat:
      if (const Atom inner = args[0].atom();
          inner && inner->kind == AtomKind::unflat &&
          inner->group == atom->group && inner->args[1] == args[1] &&
          bounded_below(inner->args[0], 0) &&
          bounded_below(numel(atom->group, args[1]) - 1 - inner->args[0], 0))
        return inner->args[0];
      return flat(atom->group, args[0], args[1]);
    case AtomKind::unflat:
      if (const Atom inner = args[0].atom();
          inner && inner->kind == AtomKind::flat &&
          inner->group == atom->group && inner->args[1] == args[1] &&
          bounded_below(inner->args[0], 0) &&
          bounded_below(args[1] - 1 - inner->args[0], 0))
        return inner->args[0];
      return unflat(atom->group, args[0], args[1]);
    default:
      return rebuild(atom, args, atom->condition);
  }
}

Expr Facts::simplify(const Expr& e) const {
  bool plain = solved_.empty();
  for (const Term& t : e.terms())
    for (const auto& factor : t.monomial)
      plain = plain && factor.first->kind == AtomKind::symbol;
  if (plain) return e;
  Expr result =
      map_atoms(e, [&](const Atom& atom) { return simplify_atom(atom); });
  for (const auto& [x, by] : multiples_)
    result = join_quotient(turn_quotient(result, x, by), x, by);
  return join_rest(result);
}

Formula Facts::simplify(const Formula& f) const {
  switch (f->kind) {
    case FormulaKind::truth:
    case FormulaKind::falsehood:
      return f;
    case FormulaKind::nonnegative:
    case FormulaKind::zero:
    case FormulaKind::nonzero: {
      const Formula g =
          map_exprs(f, [&](const Expr& e) { return simplify(e); });
      if (g.is_true() || g.is_false()) return g;
      if (proves(g)) return true;
      if (proves(!g)) return false;
      return g;
    }
    case FormulaKind::conjunction: {
      Formula r(true);
      for (const Formula& arg : f->args) r = r && simplify(arg);
      return r;
    }
    case FormulaKind::disjunction: {
      Formula r(false);
      for (const Formula& arg : f->args) r = r || simplify(arg);
      return r;
    }
    case FormulaKind::all: {
      if (f->group == one_axis_) return f;
      return all(f->group, simplify(f->args[0]));
    }
    case FormulaKind::not_all: {
      if (f->group == one_axis_) return f;
      const Formula g = simplify(f->args[0]);
      return !all(f->group, g);
    }
  }
  return f;
}

}  // namespace rewright::index
