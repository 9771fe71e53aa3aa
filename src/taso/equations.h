// SPDX-License-Identifier: Apache-2.0
//
// Equations between sizes. What the source demands is solved for a size where
// the solution is positive whatever the others are, as in C = G*I or S = A+B,
// so that nothing is lost; the other equations are remembered. What the target
// demands beyond that becomes a condition, reduced by all that is known: from
// A+B = C+D and C+B = A+D follows A = C. What follows from a condition and a
// product of sizes, such as G = H from I = J and G*I = H*J, is said besides,
// since a proof cannot be expected to find it.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "index/expr.h"

namespace rewright::taso {

/// What a target demands of sizes: left == factor * right, `right` divides
/// `left`, or left >= right.
struct Condition {
  enum class Kind { equal, multiple, at_least };
  Kind kind = Kind::equal;
  index::Expr left;
  index::Expr right;
  index::Expr factor = 1;
  friend bool operator==(const Condition&, const Condition&) = default;
};

class Equations {
 public:
  enum class Answer { possible, impossible };

  /// The source demands e == 0.
  Answer assume(const index::Expr& e);
  /// The source demands that `divisor` divides `e`; a size `e` then is the
  /// divisor times a new size of the name `quotient`.
  void assume_multiple(const index::Expr& e, const index::Expr& divisor,
                       const std::string& quotient);
  /// The source demands e >= bound.
  void assume_at_least(const index::Expr& e, const index::Expr& bound);

  /// `e` in the sizes that are left.
  index::Expr solved(const index::Expr& e) const;

  /// The target demands it: a condition unless it is known. All assumptions
  /// come before.
  Answer need(const index::Expr& zero);
  void need_multiple(const index::Expr& e, const index::Expr& divisor);
  void need_at_least(const index::Expr& e, const index::Expr& bound);
  /// A condition that nothing else is concluded from.
  void add_condition(const Condition& condition);

  /// `e` by all that is known, conditions included.
  index::Expr reduced(const index::Expr& e);
  const std::vector<Condition>& conditions() const { return conditions_; }

 private:
  void bind(const index::Symbol& symbol, const index::Expr& value);
  void settle();
  void conclude();
  void demand(const index::Expr& zero);
  std::vector<index::Expr> learn(const index::Expr& zero);

  index::Substitution bound_;       // sizes that the source's equations give
  std::vector<index::Expr> left_;   // the source's other equations
  index::Substitution known_;       // what the target may assume besides
  std::vector<index::Expr> facts_;  // equations that give no size (yet)
  bool is_concluded_ = false;       // the assumptions went into known_
  std::vector<std::pair<index::Expr, index::Expr>> multiples_;
  std::vector<index::Expr> nonnegative_;
  std::vector<Condition> conditions_;
};

/// `e` without the number and the sizes that all its terms share; the first
/// term is positive. Zero where `e` is, since sizes are positive.
index::Expr primitive(const index::Expr& e);

}  // namespace rewright::taso
