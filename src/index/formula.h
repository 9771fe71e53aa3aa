// SPDX-License-Identifier: Apache-2.0
//
// Quantifier-free formulas over index expressions, plus `all`: a formula on
// the generic component of an axis group, true when every axis satisfies it
// (hence true at rank 0). Negation is pushed inwards down to `all`, whose
// negation is a formula of its own ("some axis fails").
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "index/expr.h"

namespace rewright::index {

enum class FormulaKind {
  truth,
  falsehood,
  nonnegative,  // expr >= 0
  zero,         // expr == 0
  nonzero,      // expr != 0
  conjunction,
  disjunction,
  all,      // every axis of group satisfies args[0]
  not_all,  // some axis of group fails args[0]
};

/// Immutable; copying is cheap; simplified while being built.
class Formula {
 public:
  struct Node {
    FormulaKind kind;
    Expr expr;
    std::string group;
    std::vector<Formula> args;
  };
  Formula();            // true
  Formula(bool value);  // NOLINT
  explicit Formula(Node node);

  const Node& operator*() const { return *node_; }
  const Node* operator->() const { return node_.get(); }
  bool is_true() const { return node_->kind == FormulaKind::truth; }
  bool is_false() const { return node_->kind == FormulaKind::falsehood; }

 private:
  std::shared_ptr<const Node> node_;
};

int compare(const Formula& a, const Formula& b);
inline bool operator==(const Formula& a, const Formula& b) {
  return compare(a, b) == 0;
}

Formula nonnegative(const Expr& e);
Formula less_equal(const Expr& a, const Expr& b);
Formula less(const Expr& a, const Expr& b);
Formula equal(const Expr& a, const Expr& b);
Formula not_equal(const Expr& a, const Expr& b);
Formula operator&&(const Formula& a, const Formula& b);
Formula operator||(const Formula& a, const Formula& b);
Formula operator!(const Formula& a);
Formula all(const std::string& group, const Formula& component);
/// 0 <= e < extent
Formula in_range(const Expr& e, const Expr& extent);

Formula substitute(const Formula& f, const Substitution& by);
void collect_symbols(const Formula& f, std::map<std::uint64_t, Symbol>& into);
/// The formula with every expression in it replaced by `f(expr)`.
Formula map_exprs(const Formula& f,
                  const std::function<Expr(const Expr&)>& change);
/// The conjuncts of `f`, flattened.
std::vector<Formula> conjuncts(const Formula& f);

/// In the notation of the rule language (`all` as its component formula).
std::string print(const Formula& f);

}  // namespace rewright::index
