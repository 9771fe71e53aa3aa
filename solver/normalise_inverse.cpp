// SPDX-License-Identifier: Apache-2.0
//
// Quotients: a/b is a times the inverse of b, and an inverse is brought into
// one form by taking out of it what comes out.
#include <algorithm>

#include "solver/normalise.h"

namespace rewright::solver {

using evidence::Axiom;

namespace {

int exponent_in(const Term& t, const FactorPtr& factor) {
  for (const auto& b : t.bound)
    if (mentions(*factor, b.symbol)) return 0;
  for (const auto& [other, exponent] : t.factors)
    if (compare(*other, *factor) == 0) return exponent;
  return 0;
}

/// The power of `factor` that comes out of every term: what all have, or, of
/// a denominator, the greatest that one has. That must not be 0 only where
/// its term is there: either all terms have it, or one that is always there.
int common_exponent(const Sum& s, const FactorPtr& factor) {
  int least = exponent_in(s.terms[0], factor), greatest = least;
  bool is_always = false;
  for (const Term& t : s.terms) {
    const int exponent = exponent_in(t, factor);
    least = std::min(least, exponent);
    greatest = std::max(greatest, exponent);
    if (exponent < 0 && t.bound.empty() && t.guard.is_true()) is_always = true;
  }
  return least > 0 || greatest < 0 || is_always ? least : 0;
}

/// What comes out of the inverse of a sum.
Term common_part(const Sum& s) {
  Term common{s.terms[0].coefficient};
  for (const Term& t : s.terms)
    for (const auto& [factor, ignored] : t.factors) {
      if (exponent_in(common, factor) != 0) continue;
      const int exponent = common_exponent(s, factor);
      if (exponent != 0) common.factors.emplace_back(factor, exponent);
    }
  return common;
}

bool is_one(const Sum& s) {
  const Term* t = plain_term(s);
  return t != nullptr && t->factors.empty() && t->coefficient == 1;
}

}  // namespace

// The inverse of a product is the product of inverses; what all terms of a
// sum share is taken out first, so that 1/(f*g + f*h) = 1/f * 1/(g + h), and
// denominators are cleared, so that 1/(1 + 1/f) = f * 1/(f + 1).
Sum Normaliser::invert(const Sum& s, const index::Facts&) {
  Term common{1};
  if (const Term* t = plain_term(s)) {
    common = *t;
  } else if (!s.terms.empty()) {
    common = common_part(s);
  }
  Sum rest = s;
  for (Term& t : rest.terms) {
    t.coefficient /= common.coefficient;
    for (const auto& [factor, exponent] : common.factors)
      t.factors.emplace_back(factor, -exponent);
    sort_factors(t);
  }
  Sum result{{common}};
  result.terms[0].coefficient = 1 / common.coefficient;
  for (auto& f : result.terms[0].factors) f.second = -f.second;
  if (is_one(rest)) return result;
  if (!result.terms[0].factors.empty()) use(Axiom::division);
  Factor inverse{FactorKind::inverse};
  inverse.args.push_back(std::move(rest));
  return multiply(result, single(std::move(inverse)));
}

Sum Normaliser::divide(const Sum& a, const Sum& b, const index::Facts& facts) {
  use(Axiom::division);
  return multiply(a, invert(b, facts));
}

}  // namespace rewright::solver
