// SPDX-License-Identifier: Apache-2.0
//
// What comes out of a maximum or a minimum over the real numbers: an addend
// that all operands have, and a positive factor of all of them:
//
//   ReduceMax(x * s + b) = ReduceMax(x) * s + b   where s > 0
#include <algorithm>

#include "solver/normalise.h"

namespace rewright::solver {

using evidence::Axiom;
using ir::Monoid;

namespace {

bool depends(const Factor& f, const std::vector<ir::BoundVariable>& bound) {
  return std::any_of(bound.begin(), bound.end(),
                     [&](const auto& b) { return mentions(f, b.symbol); });
}

bool depends(const Term& t, const std::vector<ir::BoundVariable>& bound) {
  return std::any_of(t.factors.begin(), t.factors.end(),
                     [&](const auto& f) { return depends(*f.first, bound); });
}

bool is_plain(const Term& t) { return t.bound.empty() && t.guard.is_true(); }

bool is_same(const Term& a, const Term& b) {
  return compare(Sum{{a}}, Sum{{b}}) == 0;
}

/// Where the entry's sum has this term and does not vary it.
std::vector<Term>::iterator find(Entry& e, const Term& wanted) {
  return std::find_if(
      e.body.terms.begin(), e.body.terms.end(), [&](const Term& t) {
        return is_plain(t) && is_same(t, wanted) && !depends(t, e.bound);
      });
}

int exponent_in(const Term& t, const Factor& factor,
                const std::vector<ir::BoundVariable>& bound) {
  if (depends(factor, bound) || depends(factor, t.bound)) return 0;
  for (const auto& [other, exponent] : t.factors)
    if (compare(*other, factor) == 0) return exponent;
  return 0;
}

/// The least exponent of the factor in any term.
int least_exponent(const std::vector<Entry>& entries, const Factor& factor) {
  std::optional<int> least;
  for (const Entry& e : entries)
    for (const Term& t : e.body.terms) {
      const int exponent = exponent_in(t, factor, e.bound);
      least = least ? std::min(*least, exponent) : exponent;
    }
  return least.value_or(0);
}

bool may_be_infinite(const std::vector<Entry>& entries) {
  return std::any_of(entries.begin(), entries.end(), [](const Entry& e) {
    return solver::may_be_infinite(e.body);
  });
}

}  // namespace

bool Normaliser::is_positive(const Factor& f) const {
  if (f.kind == FactorKind::access) return positive_inputs_.count(f.input) != 0;
  return f.kind == FactorKind::function && f.function == ir::Function::exp;
}

/// The terms that all entries have.
Sum Normaliser::take_out_addends(std::vector<Entry>& entries) {
  Sum common;
  const std::vector<Term> candidates = entries[0].body.terms;
  for (const Term& wanted : candidates) {
    const bool all = std::all_of(entries.begin(), entries.end(), [&](Entry& e) {
      return find(e, wanted) != e.body.terms.end();
    });
    if (!all) continue;
    for (Entry& e : entries) e.body.terms.erase(find(e, wanted));
    common.terms.push_back(wanted);
  }
  return common;
}

/// A positive number and positive factors, the greatest that all terms share.
Term Normaliser::take_out_factors(std::vector<Entry>& entries) {
  Sum all;
  for (const Entry& e : entries)
    all.terms.insert(all.terms.end(), e.body.terms.begin(), e.body.terms.end());
  Term common{content(all)};
  for (const Term& t : all.terms)
    for (const auto& [factor, ignored] : t.factors) {
      if (!is_positive(*factor) || exponent_in(common, *factor, {}) != 0)
        continue;
      const int least = least_exponent(entries, *factor);
      if (least != 0) common.factors.emplace_back(factor, least);
    }
  for (Entry& e : entries)
    for (Term& t : e.body.terms) {
      t.coefficient /= common.coefficient;
      for (const auto& [factor, exponent] : common.factors)
        t.factors.emplace_back(factor, -exponent);
      sort_factors(t);
    }
  return common;
}

Sum Normaliser::extreme(Monoid m, std::vector<Entry> entries) {
  const auto opaque = [&] {
    Factor f{FactorKind::monoid};
    f.monoid = m;
    f.entries = entries;
    return single(std::move(f));
  };
  if (class_ != ir::ElementClass::floating || may_be_infinite(entries))
    return opaque();
  const Sum addends = take_out_addends(entries);
  Term factors = take_out_factors(entries);
  const bool is_scaled = factors.coefficient != 1 || !factors.factors.empty();
  if (is_scaled || !addends.terms.empty()) use(Axiom::ordered_ring);
  Sum result = opaque();
  if (is_scaled) {
    sort_factors(factors);
    result = multiply(Sum{{factors}}, result);
  }
  return addends.terms.empty() ? result : add(std::move(result), addends);
}

}  // namespace rewright::solver
