// SPDX-License-Identifier: Apache-2.0
//
// From a Value to its normal form. Products distribute over sums, nested
// reductions of one monoid merge, selections on index conditions become
// guards, and a branch that is the monoid's identity only narrows a domain.
// Each step that is more than data movement leaves its axiom.
#pragma once

#include <optional>
#include <set>
#include <vector>

#include "evidence/evidence.h"
#include "ir/element_type.h"
#include "solver/normal_form.h"

namespace rewright::solver {

/// Where a partial operation is defined: for all `bound` in the guard, `of`
/// is nonzero / positive / nonnegative.
struct Definedness {
  enum class Relation { nonzero, positive, nonnegative };
  std::vector<ir::BoundVariable> bound;
  index::Formula guard;
  Sum of;
  Relation relation;
};

/// An index variable v to be replaced by v1*inner + v0, v0 < inner.
struct Split {
  index::Symbol variable;
  index::Expr inner;
};

class Normaliser {
 public:
  /// All elements of `positive_inputs` are known to be positive.
  Normaliser(ir::ElementClass element_class, std::set<evidence::Axiom>& axioms,
             std::set<int> positive_inputs = {});

  Sum normalise(const ir::Value& v, const index::Facts& facts);
  const std::vector<Definedness>& definedness() const { return defined_; }

 private:
  struct Binder {
    index::Facts facts;
    std::vector<ir::BoundVariable> bound;
    index::Formula guard;
    ir::Value body;
  };

  Sum apply(const ir::ValueNode& v, const index::Facts& facts);
  Sum select(const ir::ValueNode& v, const index::Facts& facts);
  Sum reduce_sum(const ir::ValueNode& v, const index::Facts& facts);
  Sum divide(const Sum& a, const Sum& b, const index::Facts& facts);
  Sum invert(const Sum& s, const index::Facts& facts);
  Sum exponential(const Sum& s);
  Sum logarithm(const Sum& s);
  Sum root(const Sum& s);
  Sum extreme(ir::Monoid m, std::vector<Entry> entries);
  Sum take_out_addends(std::vector<Entry>& entries);
  Term take_out_factors(std::vector<Entry>& entries);
  bool is_positive(const Factor& f) const;
  Sum size(const index::Expr& e, const index::Facts& facts);
  Sum add(Sum a, const Sum& b);
  Sum multiply(const Sum& a, const Sum& b);
  Sum monoid(ir::Monoid m, std::vector<Entry> entries,
             const index::Facts& facts);
  std::vector<Entry> entries(ir::Monoid m, const ir::Value& v,
                             const index::Facts& facts);
  std::vector<Entry> reduce_entries(ir::Monoid m, const ir::ValueNode& v,
                                    const index::Facts& facts);
  Binder bind(const ir::ValueNode& v, const index::Facts& facts);
  /// `normalised()` inside the binder.
  template <class Result>
  Result inside(const Binder& binder, const index::Facts& facts,
                const std::function<Result()>& normalised);
  bool split_bound(Binder& binder, const Split& split);
  Sum finish(Term t, const index::Facts& facts);
  void require(const Sum& s, Definedness::Relation relation);
  void use(evidence::Axiom axiom) { axioms_.insert(axiom); }

  ir::ElementClass class_;
  std::set<evidence::Axiom>& axioms_;
  std::set<int> positive_inputs_;
  std::vector<Definedness> defined_;
  std::vector<ir::BoundVariable> context_bound_;
  /// Whether each of these has a value, by what is known outside of it.
  std::vector<bool> context_exists_;
  index::Formula context_guard_;
};

/// The greatest positive rational of which all coefficients are multiples.
base::Rational content(const Sum& s);
/// A digit split that an unresolved div or mod in `s` asks for, of one of
/// `candidates`, under the facts; nothing when there is none.
std::optional<Split> find_split(const Sum& s,
                                const std::vector<index::Symbol>& candidates,
                                const index::Facts& facts);
std::optional<Split> find_split(const index::Formula& f,
                                const std::vector<index::Symbol>& candidates,
                                const index::Facts& facts);
/// v = outer*inner + digit over the two new variables, which are declared in
/// `facts` and returned in `variables` (outer first); nothing when the extent
/// of v in `facts` is no multiple of inner.
std::optional<index::Substitution> apply_split(
    const Split& split, index::Facts& facts,
    std::vector<ir::BoundVariable>& variables);
/// Every index expression and guard simplified under the facts (and, inside
/// binders, under the domain).
Sum simplify(const Sum& s, const index::Facts& facts);

}  // namespace rewright::solver
