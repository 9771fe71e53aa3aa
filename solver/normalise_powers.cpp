// SPDX-License-Identifier: Apache-2.0
//
// Quotients, logarithms and roots: of their operands what comes out is taken
// out, so that operands that differ by it only have one form.
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

namespace {

bool is_exponential(const Factor& f) {
  return f.kind == FactorKind::function && f.function == ir::Function::exp;
}

Sum without(Sum s, const Term& common) {
  for (Term& t : s.terms) {
    t.coefficient /= common.coefficient;
    for (const auto& [factor, exponent] : common.factors)
      t.factors.emplace_back(factor, -exponent);
    sort_factors(t);
  }
  return s;
}

Sum function_of(ir::Function function, Sum argument) {
  Factor f{FactorKind::function};
  f.function = function;
  f.args.push_back(std::move(argument));
  return single(std::move(f));
}

/// The greatest k with k*k a divisor of n, of divisors that are small.
base::Integer root_of_square_part(base::Integer n) {
  base::Integer root = 1;
  for (int p = 2; p < 100; ++p)
    for (; n % (p * p) == 0; n /= p * p) root *= p;
  const base::Integer whole = boost::multiprecision::sqrt(n);
  return whole * whole == n ? base::Integer(root * whole) : root;
}

}  // namespace

/// The greatest positive rational of which all coefficients are multiples.
base::Rational content(const Sum& s) {
  base::Integer numerators = 0, denominators = 1;
  for (const Term& t : s.terms) {
    numerators =
        boost::multiprecision::gcd(numerators, numerator(t.coefficient));
    denominators =
        boost::multiprecision::lcm(denominators, denominator(t.coefficient));
  }
  if (numerators == 0) return 1;
  return base::Rational(boost::multiprecision::abs(numerators), denominators);
}

// log(exp(a)*b) = a + log(b), log(1/b) = -log(b): exponentials are positive,
// and b is where its inverse is.
Sum Normaliser::logarithm(const Sum& s) {
  if (is_one(s)) return {};
  Sum result;
  Term common{1};
  if (!s.terms.empty())
    for (const auto& [factor, exponent] : common_part(s).factors)
      if (is_exponential(*factor))
        common.factors.emplace_back(factor, exponent);
  const Term* plain = plain_term(s);
  if (plain != nullptr) {
    common.factors.clear();
    for (const auto& power : plain->factors)
      if (is_exponential(*power.first)) common.factors.push_back(power);
  }
  for (const auto& [factor, exponent] : common.factors)
    for (Term t : factor->args[0].terms) {
      t.coefficient *= exponent;
      result = add(std::move(result), Sum{{std::move(t)}});
    }
  if (!common.factors.empty()) use(Axiom::function_law);
  Sum rest = without(s, common);
  if (is_one(rest)) return result;
  int sign = 1;
  const Term* t = plain_term(rest);
  if (t != nullptr && t->coefficient == 1 && t->factors.size() == 1) {
    const auto [factor, exponent] = t->factors[0];
    const bool is_inverse = factor->kind == FactorKind::inverse;
    if (is_inverse != (exponent < 0) && (exponent == 1 || exponent == -1)) {
      use(Axiom::function_law);
      sign = -1;
      rest = is_inverse ? factor->args[0] : single(*factor);
    }
  }
  Sum log = function_of(ir::Function::log, std::move(rest));
  log.terms[0].coefficient = sign;
  return add(std::move(result), log);
}

// sqrt(k*k*f*f*s) = k*|f|*sqrt(s) for a positive number k.
Sum Normaliser::root(const Sum& s) {
  Term common{1}, taken{1};
  const base::Rational whole = content(s);
  const base::Rational k(root_of_square_part(numerator(whole)),
                         root_of_square_part(denominator(whole)));
  common.coefficient = k * k;
  taken.coefficient = k;
  Sum factors = rational(1);
  const Term* plain = plain_term(s);
  const Term shared = plain != nullptr  ? *plain
                      : s.terms.empty() ? Term{1}
                                        : common_part(s);
  for (const auto& [factor, exponent] : shared.factors) {
    const int half = exponent / 2;
    if (half == 0) continue;
    common.factors.emplace_back(factor, 2 * half);
    if (is_exponential(*factor)) {
      taken.factors.emplace_back(factor, half);
      continue;
    }
    Sum size = function_of(ir::Function::abs, single(*factor));
    size.terms[0].factors[0].second = half;
    factors = multiply(factors, size);
  }
  if (common.factors.empty() && k == 1)
    return function_of(ir::Function::sqrt, s);
  use(Axiom::function_law);
  sort_factors(taken);
  const Sum rest = without(s, common);
  Sum result = multiply(Sum{{taken}}, factors);
  return is_one(rest) ? result
                      : multiply(result, function_of(ir::Function::sqrt, rest));
}

}  // namespace rewright::solver
