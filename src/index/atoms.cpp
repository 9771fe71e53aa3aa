// SPDX-License-Identifier: Apache-2.0
//
// Constructors of atoms. Each folds what holds without any knowledge of
// ranges: constants, exact quotients, multiples of the divisor. What needs
// facts (Facts::simplify) comes later.
#include <algorithm>
#include <cassert>
#include <numeric>

#include "index/expr.h"
#include "index/formula.h"

namespace rewright::index {

namespace {

std::size_t mix(std::size_t seed, std::size_t value) {
  return seed * 1000003u ^ (value + 0x9e3779b97f4a7c15ull);
}

Expr make_atom(AtomKind kind, std::vector<Expr> args, std::string group = "",
               std::shared_ptr<const Formula> condition = nullptr) {
  std::size_t hash = mix(static_cast<std::size_t>(kind) + 101,
                         std::hash<std::string>()(group));
  for (const Expr& arg : args) hash = mix(hash, arg.hash());
  return Expr(std::make_shared<const AtomNode>(
      AtomNode{kind, nullptr, std::move(group), std::move(args),
               std::move(condition), hash}));
}

std::int64_t floor_div(std::int64_t a, std::int64_t b) {
  const std::int64_t q = a / b;
  return (a % b != 0 && (a < 0) != (b < 0)) ? q - 1 : q;
}

/// The greatest common divisor of all coefficients of both.
std::int64_t content(const Expr& a, const Expr& b) {
  std::int64_t g = 0;
  for (const Expr* e : {&a, &b})
    for (const Term& t : e->terms()) g = std::gcd(g, t.coefficient);
  return g;
}

Expr scale_down(const Expr& e, std::int64_t by) {
  std::vector<Term> terms = e.terms();
  for (Term& t : terms) t.coefficient /= by;
  return Expr(std::move(terms));
}

}  // namespace

// (b*e + f) div b = e + f div b for every integer e.
Expr div(const Expr& a, const Expr& b) {
  if (a.is_zero() || b.is(1)) return a;
  if (a.is_constant() && b.is_constant() && !b.is_zero())
    return floor_div(a.constant(), b.constant());
  if (b.is_zero()) return make_atom(AtomKind::div, {a, b});
  if (b.is_constant()) {
    const std::int64_t c = b.constant();
    std::vector<Term> whole, rest;
    for (const Term& t : a.terms()) {
      const std::int64_t q = floor_div(t.coefficient, c);
      if (q != 0) whole.push_back({q, t.monomial});
      const std::int64_t r = t.coefficient - q * c;
      if (r != 0) rest.push_back({r, t.monomial});
    }
    const Expr f(std::move(rest));
    if (f.is_zero()) return Expr(std::move(whole));
    if (f.is_constant())
      return Expr(std::move(whole)) + floor_div(f.constant(), c);
    const std::int64_t g = content(f, b);
    return Expr(std::move(whole)) +
           (g == c ? scale_down(f, g)
                   : make_atom(AtomKind::div,
                               {scale_down(f, g), scale_down(b, g)}));
  }
  Expr quotient, rest;
  divide(a, b, quotient, rest);
  if (rest.is_zero()) return quotient;
  const std::int64_t g = content(rest, b);
  return quotient +
         make_atom(AtomKind::div, {scale_down(rest, g), scale_down(b, g)});
}

Expr ceildiv(const Expr& a, const Expr& b) { return div(a + b - 1, b); }

// (b*e + f) mod b = f mod b.
Expr mod(const Expr& a, const Expr& b) {
  if (a.is_zero() || b.is(1)) return 0;
  if (b.is_zero()) return make_atom(AtomKind::mod, {a, b});
  Expr quotient, rest;
  if (b.is_constant()) {
    std::vector<Term> kept;
    for (const Term& t : a.terms()) {
      const std::int64_t c = b.constant();
      const std::int64_t r = t.coefficient - floor_div(t.coefficient, c) * c;
      if (r != 0) kept.push_back({r, t.monomial});
    }
    rest = Expr(std::move(kept));
  } else {
    divide(a, b, quotient, rest);
  }
  if (rest.is_zero()) return 0;
  if (rest.is_constant() && b.is_constant()) return rest;
  return make_atom(AtomKind::mod, {rest, b});
}

Expr min(const Expr& a, const Expr& b) {
  const Expr d = a - b;
  if (d.is_constant()) return d.constant() <= 0 ? a : b;
  return a < b ? make_atom(AtomKind::min, {a, b})
               : make_atom(AtomKind::min, {b, a});
}

Expr max(const Expr& a, const Expr& b) {
  const Expr d = a - b;
  if (d.is_constant()) return d.constant() >= 0 ? a : b;
  return a < b ? make_atom(AtomKind::max, {a, b})
               : make_atom(AtomKind::max, {b, a});
}

Expr ite(const Formula& condition, const Expr& a, const Expr& b) {
  if (condition.is_true() || a == b) return a;
  if (condition.is_false()) return b;
  return make_atom(AtomKind::ite, {a, b}, "",
                   std::make_shared<const Formula>(condition));
}

// numel is multiplicative: numel(e1 * e2) = numel(e1) * numel(e2).
Expr numel(const std::string& group, const Expr& extent) {
  if (extent.is(1)) return 1;
  const auto& terms = extent.terms();
  if (terms.size() != 1) return make_atom(AtomKind::numel, {extent}, group);
  Expr product =
      terms[0].coefficient == 1
          ? Expr(1)
          : make_atom(AtomKind::numel, {terms[0].coefficient}, group);
  for (const auto& [atom, exponent] : terms[0].monomial)
    product = product *
              power(make_atom(AtomKind::numel, {Expr(atom)}, group), exponent);
  return product;
}

Expr flat(const std::string& group, const Expr& component, const Expr& extent) {
  if (component.is_zero() || extent.is(1)) return 0;
  return make_atom(AtomKind::flat, {component, extent}, group);
}

Expr unflat(const std::string& group, const Expr& offset, const Expr& extent) {
  if (offset.is_zero() || extent.is(1)) return 0;
  return make_atom(AtomKind::unflat, {offset, extent}, group);
}

Expr rebuild(const Atom& atom, const std::vector<Expr>& args,
             const std::shared_ptr<const Formula>& condition) {
  switch (atom->kind) {
    case AtomKind::symbol:
      return Expr(atom);
    case AtomKind::div:
      return div(args[0], args[1]);
    case AtomKind::mod:
      return mod(args[0], args[1]);
    case AtomKind::min:
      return min(args[0], args[1]);
    case AtomKind::max:
      return max(args[0], args[1]);
    case AtomKind::ite:
      return ite(*condition, args[0], args[1]);
    case AtomKind::numel:
      return numel(atom->group, args[0]);
    case AtomKind::flat:
      return flat(atom->group, args[0], args[1]);
    case AtomKind::unflat:
      return unflat(atom->group, args[0], args[1]);
  }
  return Expr(atom);
}

}  // namespace rewright::index
