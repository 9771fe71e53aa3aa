// SPDX-License-Identifier: Apache-2.0
//
// The normal form of a Value: a sum of guarded products
//
//   sum_k  c_k * SUM_{bound_k, guard_k}  prod_j factor_kj ^ e_kj
//
// with rational c_k. A factor is an input access, an index expression read as
// a number (sizes among them, so 1/N has exponent -1), an opaque function of
// normal forms, a reduction of another monoid, or the inverse of a sum.
// A guard is a formula over sizes, output indices and the bound variables.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "ir/value.h"

namespace rewright::solver {

struct Factor;
using FactorPtr = std::shared_ptr<const Factor>;

struct Term {
  base::Rational coefficient = 1;
  std::vector<ir::BoundVariable> bound = {};
  index::Formula guard = {};
  std::vector<std::pair<FactorPtr, int>> factors = {};  // sorted, e != 0
};

struct Sum {
  std::vector<Term> terms = {};
};

/// One operand of a monoid reduction other than a sum: `body` for all bound
/// variables that satisfy the guard; the identity elsewhere.
struct Entry {
  std::vector<ir::BoundVariable> bound = {};
  index::Formula guard = {};
  Sum body = {};
};

enum class FactorKind {
  access,
  index,     // one index atom read as a number
  function,  // opaque
  monoid,    // a reduction other than a sum
  inverse,   // 1 / args[0]
  nested,    // args[0] itself, as the body of a monoid entry
  constant,  // an infinity or a truth value
};

struct Factor {
  FactorKind kind;
  int input = -1;                             // access
  ir::Indices indices = {};                   // access
  index::Expr index = {};                     // index: one atom
  ir::Function function = ir::Function::add;  // function
  std::vector<Sum> args = {};                 // function, inverse
  ir::Monoid monoid = ir::Monoid::max;        // monoid
  std::vector<Entry> entries = {};            // monoid
  ir::ConstantNumber constant = {};           // infinity or truth
};

int compare(const Factor& a, const Factor& b);
int compare(const Sum& a, const Sum& b);

/// A copy with index expressions rewritten and guards simplified by `change`.
Sum substitute(const Sum& s, const index::Substitution& by);
Factor substitute(const Factor& f, const index::Substitution& by);

/// The domain of the bound variables: their boxes and the guard.
index::Formula domain(const std::vector<ir::BoundVariable>& bound,
                      const index::Formula& guard);
/// Closes a component formula of `v`'s group, if it has one.
index::Formula close(const index::Symbol& v, const index::Formula& f);

Sum single(Factor f, int exponent = 1);
Sum rational(const base::Rational& value);
bool is_zero(const Sum& s);
/// A sum of one unguarded, unbound term, else null.
const Term* plain_term(const Sum& s);
bool mentions(const Sum& s, const index::Symbol& v);
bool mentions(const Factor& f, const index::Symbol& v);
/// Whether an infinity occurs in it at any depth: it may be no real number, so
/// that no law of arithmetic or order is to be used on it.
bool may_be_infinite(const Sum& s);
bool may_be_infinite(const Factor& f);
void sort_factors(Term& t);
/// Every access, those inside functions and monoids included.
void collect_accesses(const Sum& s, std::vector<const Factor*>& into);
void collect_accesses(const Factor& f, std::vector<const Factor*>& into);

std::string print(const Sum& s, const std::vector<std::string>& inputs);

}  // namespace rewright::solver
