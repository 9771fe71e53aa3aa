// SPDX-License-Identifier: Apache-2.0
//
// Deciding `e >= 0` without a solver. Every atom with a known range that
// occurs linearly is replaced by the end of its range that makes e smallest;
// what remains is shifted by the lower bounds of the sizes, and e >= 0 is
// certain when no coefficient is negative. Assumed inequalities are
// subtracted first where one covers a negative term.
#include <algorithm>

#include "index/facts.h"
#include "index/linear.h"

namespace rewright::index {

namespace {

constexpr int max_depth = 3;

/// e = a*atom + rest with `atom` in neither, or nothing when it is not linear
/// or occurs inside another atom of `a`.
bool split_linear(const Expr& e, const Atom& atom, Expr& a, Expr& rest) {
  std::vector<Term> with, without;
  for (const Term& t : e.terms()) {
    Monomial others;
    int exponent = 0;
    for (const auto& factor : t.monomial)
      if (is_same(factor.first, atom))
        exponent = factor.second;
      else
        others.push_back(factor);
    if (exponent > 1) return false;
    (exponent ? with : without).push_back({t.coefficient, others});
  }
  a = Expr(std::move(with));
  rest = Expr(std::move(without));
  return !a.is_zero();
}

/// e = a*b with a of several terms and b linear in some atom.
bool factor(const Expr& e, Expr& a, Expr& b) {
  if (e.terms().size() < 2 || e.terms().size() > 16) return false;
  for (const Term& t : e.terms())
    for (const auto& [atom, exponent] : t.monomial) {
      Expr others, rest;
      if (exponent != 1 || !split_linear(e, atom, a, others) ||
          a.terms().size() < 2 || !divide_exactly(others, a, rest))
        continue;
      b = Expr(atom) + rest;
      return true;
    }
  return false;
}

bool has_constant(const Expr& e) {
  return !e.is_zero() && e.terms().back().monomial.empty();
}

std::int64_t constant_of(const Expr& e) {
  return has_constant(e) ? e.terms().back().coefficient : 0;
}

/// Whether a - b is a constant and not negative.
bool is_at_least(const Expr& a, const Expr& b) {
  const auto count = [](const Expr& e) {
    return e.terms().size() - (has_constant(e) ? 1 : 0);
  };
  if (count(a) != count(b) || constant_of(a) < constant_of(b)) return false;
  for (std::size_t k = 0; k < count(a); ++k) {
    const Term &s = a.terms()[k], &t = b.terms()[k];
    if (s.coefficient != t.coefficient || !is_same(s.monomial, t.monomial))
      return false;
  }
  return true;
}

std::vector<Atom> quotients_in(const Expr& e) {
  std::vector<Atom> found;
  for (const Term& t : e.terms())
    for (const auto& factor : t.monomial)
      if (factor.first->kind == AtomKind::div) found.push_back(factor.first);
  return found;
}

}  // namespace

// e without the factors that all its terms share and that are at least 1:
// e == 0 and e >= 0 say the same of both.
Expr Facts::without_positive_factor(const Expr& e) const {
  if (e.is_constant() || e.atom()) return e;
  Expr rest = e;
  for (const auto& [atom, exponent] : e.terms().front().monomial) {
    const auto range = range_of(atom, max_depth - 1);
    if (!range || !range->lower || !range->lower->is_constant() ||
        range->lower->constant() < 1)
      continue;
    for (Expr q; divide_exactly(rest, Expr(atom), q);) rest = q;
  }
  if (Expr a, b; factor(rest, a, b)) {
    if (bounded_below(b - 1, max_depth - 1)) return a;
    if (bounded_below(a - 1, max_depth - 1)) return b;
  }
  return rest;
}

// e >= 0 without one quotient of coefficient 1 or -1, which is equivalent
// when its divisor b is positive: a div b >= r is a >= b*r, and
// a div b <= r is a < b*(r + 1).
std::optional<Expr> Facts::without_quotient(const Expr& e, Expr& divisor) {
  for (const Term& t : e.terms()) {
    if ((t.coefficient != 1 && t.coefficient != -1) || t.monomial.size() != 1 ||
        t.monomial[0].second != 1)
      continue;
    const Atom a = t.monomial[0].first;
    if (a->kind != AtomKind::div) continue;
    const Expr rest = e - Expr(std::vector<Term>{t});
    divisor = a->args[1];
    return t.coefficient == 1 ? a->args[0] + divisor * rest
                              : divisor * (rest + 1) - 1 - a->args[0];
  }
  return {};
}

Expr Facts::without_quotients(const Expr& e) const {
  Expr result = e, divisor;
  for (int round = 0; round < 4; ++round) {
    const auto f = without_quotient(result, divisor);
    fuel_ = effort_;
    if (!f || !bounded_below(divisor - 1, 1)) break;
    result = simplify(*f);
  }
  // Where x is a multiple of q, and result = x + q*w + s or q*w + s - x with
  // 0 <= s < q: what is a multiple of q and at least -s is at least 0.
  const auto excess = [&](const Expr& x, const Expr& q) -> Expr {
    for (const Expr& rest : {result - x, result + x}) {
      if (rest.terms().size() >= result.terms().size() + x.terms().size())
        continue;
      Expr w, s;
      divide(rest, q, w, s);
      fuel_ = effort_;
      for (const Expr& least : {s, s + q})
        if (!least.is_zero() && bounded_below(least, 1) &&
            bounded_below(q - 1 - least, 1))
          return least;
    }
    return 0;
  };
  for (const auto& [x, q] : multiples_)
    if (is_usable(x, result) && is_usable(q, result))
      result = result - excess(x, q);
  return without_positive_factor(result);
}

/// Whether an atom speaks of all axes of the group whose one axis is meant.
bool Facts::spans_axes(const AtomNode& a) const {
  return !one_axis_.empty() && a.group == one_axis_ &&
         (a.kind == AtomKind::numel || a.kind == AtomKind::flat ||
          a.kind == AtomKind::unflat);
}

std::optional<Range> Facts::range_of(const Atom& a, int depth) const {
  if (a->kind == AtomKind::symbol) {
    const auto found = ranges_.find(a->symbol->id);
    if (found == ranges_.end()) return {};
    return found->second.second;
  }
  if (depth >= max_depth || spans_axes(*a)) return {};
  const auto at_least = [&](const Expr& e, std::int64_t bound) {
    return bounded_below(e - bound, depth + 1);
  };
  const auto from = [](std::int64_t lower) {
    return Range{Expr(lower), std::nullopt};
  };
  switch (a->kind) {
    case AtomKind::symbol:
      break;
    case AtomKind::mod:
      if (at_least(a->args[1], 1)) return Range{Expr(0), a->args[1] - 1};
      break;
    case AtomKind::div:
      if (at_least(a->args[0], 0) && at_least(a->args[1], 1)) return from(0);
      break;
    case AtomKind::numel:
      if (at_least(a->args[0], 1)) return from(1);
      if (at_least(a->args[0], 0)) return from(0);
      break;
    case AtomKind::flat:
      if (at_least(a->args[0], 0) && at_least(a->args[1] - a->args[0], 1))
        return Range{Expr(0), numel(a->group, a->args[1]) - 1};
      break;
    case AtomKind::unflat:
      if (at_least(a->args[0], 0) &&
          at_least(numel(a->group, a->args[1]) - a->args[0], 1))
        return Range{Expr(0), a->args[1] - 1};
      break;
    case AtomKind::max:
      for (const std::int64_t bound : {1, 0})
        if (at_least(a->args[0], bound) || at_least(a->args[1], bound))
          return from(bound);
      break;
    case AtomKind::min:
    case AtomKind::ite:
      for (const std::int64_t bound : {1, 0})
        if (at_least(a->args[0], bound) && at_least(a->args[1], bound))
          return from(bound);
      break;
  }
  return {};
}

bool Facts::all_terms_nonnegative(const Expr& e, int depth) const {
  for (const Term& t : e.terms()) {
    bool is_positive = t.coefficient > 0;
    for (const auto& [atom, exponent] : t.monomial) {
      if (exponent % 2 == 0) continue;
      const auto range = range_of(atom, depth);
      if (!range) return false;
      const auto &lower = range->lower, &upper = range->upper;
      if (lower && lower->is_constant() && lower->constant() >= 0) continue;
      if (!upper || !upper->is_constant() || upper->constant() > 0)
        return false;
      is_positive = !is_positive;
    }
    if (!is_positive) return false;
  }
  return true;
}

// Replaces one atom by an end of its range; `changed` tells whether one was.
Expr Facts::eliminate(const Expr& e, int depth, bool& changed) const {
  changed = false;
  std::vector<Atom> atoms;
  for (const Term& t : e.terms())
    for (const auto& factor : t.monomial)
      if (std::none_of(atoms.begin(), atoms.end(),
                       [&](const Atom& a) { return is_same(a, factor.first); }))
        atoms.push_back(factor.first);
  for (const Atom& atom : atoms) {
    const auto range = range_of(atom, depth);
    if (!range || !range->lower || !range->upper) continue;
    Expr a, rest;
    if (!split_linear(e, atom, a, rest)) continue;
    if (all_terms_nonnegative(a, depth)) {
      changed = true;
      return a * *range->lower + rest;
    }
    if (all_terms_nonnegative(-a, depth)) {
      changed = true;
      return a * *range->upper + rest;
    }
  }
  return e;
}

bool Facts::bounded_below(const Expr& e, int depth) const {
  if (e.is_constant()) return e.constant() >= 0;
  if (shown_.count(e)) return true;
  const auto failed = failed_.find(e);
  if (failed != failed_.end() && failed->second <= depth) return false;
  if (depth == 0) fuel_ = effort_;
  if (--fuel_ < 0) return false;
  failed_[e] = depth;  // a question that depends on itself fails
  if (search_below(e, depth)) {
    failed_.erase(e);
    shown_[e] = depth;
    return true;
  }
  return false;
}

void Facts::forget_answers() {
  failed_.clear();
  has_samples_ = false;
}

bool Facts::search_below(const Expr& given, int depth) const {
  const Expr start = depth <= 1 ? without_positive_factor(given) : given;
  const bool component = is_component(start);
  for (const Expr& f : nonnegatives_) {  // assumed, perhaps with more slack
    if (!component && is_component(f)) continue;
    if (is_at_least(start, f)) return true;
  }
  Expr e = start;
  for (int round = 0; round < 24; ++round) {
    bool changed = false;
    e = eliminate(e, depth, changed);
    if (e.is_constant()) return e.constant() >= 0;
    if (!changed) break;
  }
  // Shift: with s = s' + lower, s' >= 0, no coefficient may be negative. The
  // shifted symbol s' stands under the name of s.
  bool certain = true;
  const Expr shifted = map_atoms(e, [&](const Atom& atom) {
    const auto range = range_of(atom, depth);
    if (!range || !range->lower || !range->lower->is_constant()) {
      certain = false;  // may still vanish; by_assumption tries
      return Expr(atom);
    }
    return Expr(atom) + *range->lower;
  });
  for (const Term& t : shifted.terms()) certain = certain && t.coefficient >= 0;
  if (certain) return true;
  if (depth >= max_depth || fails_somewhere(start)) return false;
  if (depth == 0 && follows_linearly(start)) return true;
  Expr divisor;
  if (const auto f = without_quotient(start, divisor))
    if (bounded_below(divisor - 1, depth + 1) && bounded_below(*f, depth + 1))
      return true;
  // x - q < q * (x div q) <= x.
  for (const Atom& quotient : quotients_in(e)) {
    Expr weight, rest, m;
    const Expr &x = quotient->args[0], &q = quotient->args[1];
    if (!split_linear(e, quotient, weight, rest) ||
        !divide_exactly(weight, q, m) || !bounded_below(q - 1, depth + 1))
      continue;
    if (all_terms_nonnegative(-m, depth) &&
        bounded_below(rest + m * x, depth + 1))
      return true;
    if (all_terms_nonnegative(m, depth) &&
        bounded_below(rest + m * (x - q + 1), depth + 1))
      return true;
  }
  return by_assumption(start, depth) || (e != start && by_assumption(e, depth));
}

// An assumed f >= 0 with a term that covers the first term of e of which
// nothing good is known: it is enough that e - m*f >= 0 for some m >= 0.
bool Facts::by_assumption(const Expr& e, int depth) const {
  const auto usable = [&](const Expr& f) { return is_usable(f, e); };
  for (const Term& bad : e.terms()) {
    if (bad.monomial.empty() ||
        all_terms_nonnegative(Expr(std::vector<Term>{bad}), depth))
      continue;
    for (const Expr& f : nonnegatives_) {
      if (!usable(f)) continue;
      for (const Term& cover : f.terms()) {
        Term m;
        if ((cover.coefficient < 0) != (bad.coefficient < 0) ||
            cover.monomial.empty() || !divide_term(bad, cover, m))
          continue;
        const Expr multiplier(std::vector<Term>{m});
        if (!all_terms_nonnegative(multiplier, depth)) continue;
        if (bounded_below(e - multiplier * f, depth + 1)) return true;
      }
    }
    return false;  // some assumption must cover this term
  }
  if (constant_of(e) >= 0) return false;
  for (const Expr& f : nonnegatives_)  // the constant alone is missing
    if (usable(f) && !f.is_constant() && constant_of(f) < 0 &&
        bounded_below(e - f, depth + 1))
      return true;
  return false;
}

}  // namespace rewright::index
