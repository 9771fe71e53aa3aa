// SPDX-License-Identifier: Apache-2.0
//
// Equality of normal forms. Terms of one shape are carried onto common bound
// variables by proved bijections; what is left to show is that, for every
// value of those variables, the coefficients of the guards that hold add up
// to zero. That covers permuted, shifted, reversed and split reductions alike.
//
// For a term b over r' and a representative a over r, a candidate phi
// (r = phi(r')) and psi (r' = psi(r)) is read off the accesses. With
//   psi(phi(r')) = r' and  factors_b(r') = factors_a(phi(r'))  on D_b,
// the sum over D_b is the sum of a's factors over
//   { r : D_b(psi(r)) and phi(psi(r)) = r }.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "evidence/evidence.h"
#include "ir/graph.h"
#include "solver/normalise.h"
#include "solver/session.h"

namespace rewright::solver {

/// Terms that one bijection class holds: `shape` gives bound variables and
/// factors; each item a coefficient and the guard (box included) over them.
struct TermClass {
  Term shape;
  std::vector<std::pair<base::Rational, index::Formula>> items;
  std::vector<int> sides = {};  // of the items: 0 = left, 1 = right
};

class Comparer {
 public:
  Comparer(const ir::Rule& rule, Session& session,
           std::set<evidence::Axiom>& axioms,
           std::vector<evidence::Obligation>& log);

  /// Whether a == b for all values of the inputs, by classes alone. On
  /// failure `rest` (may be null) receives the classes that do not cancel.
  bool equal(const Sum& a, const Sum& b, const index::Facts& facts,
             std::vector<TermClass>* rest = nullptr);
  bool equal(const Factor& a, const Factor& b, const index::Facts& facts);
  /// Whether two lists denote the same set of (bound, guard, body).
  bool same_entries(const std::vector<Entry>& a, const std::vector<Entry>& b,
                    bool idempotent, const index::Facts& facts);

 private:
  struct Signed {
    int side;  // 0 = left, 1 = right
    Term term;
  };
  struct Equation {
    index::Expr left, right;  // over r' and over r
    std::string group;
  };
  std::vector<TermClass> classify(std::vector<Signed> terms,
                                  const index::Facts& facts);
  /// Every term in a class, or false and in `wanted` (null: never) the digits
  /// that a variable has to be split into first.
  bool classify_once(const std::vector<Signed>& terms,
                     const index::Facts& facts, std::vector<TermClass>& classes,
                     Split* wanted);
  bool match(const Term& shape, const Term& term, const index::Facts& facts,
             index::Formula& pushed, std::optional<Split>& wanted);
  bool match_with(const Term& shape, const Term& term,
                  const std::vector<Equation>& equations,
                  const index::Facts& facts, index::Formula& pushed,
                  std::optional<Split>& wanted);
  bool same_factors(const Term& a, const Term& b, const index::Facts& facts);
  void equate(const Sum& a, const Sum& b, std::vector<Equation>& into);
  void equate(const Factor& a, const Factor& b, std::vector<Equation>& into);
  bool cancels(const TermClass& c, bool idempotent, const index::Facts& facts);
  bool same_guards(const TermClass& c, const index::Formula& a,
                   const index::Formula& b, const index::Facts& facts);

  const ir::Rule& rule_;
  Session& session_;
  std::set<evidence::Axiom>& axioms_;
  std::vector<evidence::Obligation>& log_;
};

/// Solves the equations for `unknowns` (as functions of everything else);
/// false when some unknown stays undetermined.
bool solve(const std::vector<ir::BoundVariable>& unknowns,
           std::vector<std::pair<index::Expr, std::string>> zeros,
           const index::Facts& facts, index::Substitution& solution);

}  // namespace rewright::solver
