// SPDX-License-Identifier: Apache-2.0
//
// What is known about the symbols of one rule: lower bounds of sizes, ranges
// of index variables, and the assumptions of `when`. Facts decide formulas by
// cheap bounds on polynomials; what they cannot decide they may put to an
// Oracle (an SMT solver) that a proof installs.
//
// Assumptions on axis groups are used only for goals that mention all these
// groups: at rank 0 there is no axis of which they would say anything.
#pragma once

#include <map>
#include <optional>
#include <unordered_map>
#include <vector>

#include "index/sample.h"

namespace rewright::index {

/// The seam to a solver: answers whether the facts imply `goal`.
class Oracle {
 public:
  virtual ~Oracle() = default;
  virtual bool implies(const class Facts& facts, const Formula& goal) = 0;
};

struct Range {
  std::optional<Expr> lower;  // inclusive; absent when unbounded
  std::optional<Expr> upper;  // inclusive; absent when unbounded
};

class Facts {
 public:
  /// Declares a size with its lower bound (0 or 1).
  void add_size(const Symbol& size, std::int64_t lower = 1);
  void add_integer(const Symbol& integer);
  /// Declares an index variable with 0 <= v < extent.
  void add_variable(const Symbol& variable, const Expr& extent);
  /// Assumes a formula; `all` formulas are assumed of the generic component.
  void assume(const Formula& formula);

  /// True only when the facts imply it; false means "not shown".
  bool proves(const Formula& formula) const;
  bool proves_nonnegative(const Expr& e) const;
  bool proves_equal(const Expr& a, const Expr& b) const;

  /// Rewrites by ranges: div, mod, min, max, ite, flat and unflat atoms that
  /// the facts decide disappear. Equal under the facts to what it was given.
  Expr simplify(const Expr& e) const;
  Formula simplify(const Formula& f) const;

  /// The same facts of one axis of `group` alone, which exists: what is
  /// assumed of its component from here on says nothing of the other axes.
  /// Facts of one axis have no oracle, and no axis of another group.
  Facts of_one_axis(const std::string& group) const;
  bool is_of_one_axis() const { return !one_axis_.empty(); }
  /// Whether `formula` speaks of that axis and of no other group.
  bool is_of_one_axis(const Formula& formula) const;
  /// What `assumption` says of that axis: of `all` its component.
  Formula at_one_axis(const Formula& assumption) const;
  /// The facts and `condition`, everything known simplified by it. A condition
  /// on a component needs facts of one axis of its group.
  Facts under(const Formula& condition) const;
  /// True only when no values of the symbols satisfy the facts.
  bool is_contradictory() const;
  /// Numbers that satisfy all that is known, a few of them or none.
  const std::vector<Sample>& samples() const;
  /// e >= 0 without quotients of coefficient 1 or -1 whose divisor is
  /// positive, without positive factors, and without what a known multiple
  /// leaves over: an expression that is not negative in the same cases, of the
  /// same axes or fewer.
  Expr without_quotients(const Expr& e) const;

  const std::vector<Formula>& assumptions() const { return assumptions_; }
  const std::map<std::uint64_t, std::pair<Symbol, Range>>& ranges() const {
    return ranges_;
  }
  /// The extent a variable was declared with.
  std::optional<Expr> extent(const Symbol& variable) const;
  /// Values of symbols that assumed equations fix, already applied to
  /// everything that simplify() returns.
  const Substitution& solved() const { return solved_; }

  /// How many bounds a question may try before it is given up.
  void set_effort(int searches) { effort_ = searches; }

  void set_oracle(Oracle* oracle) { oracle_ = oracle; }

 private:
  void learn(const Formula& conjunct, const std::string& group);
  void learn_nonzero(const Expr& e);
  void refresh();
  static std::optional<Expr> without_quotient(const Expr& e, Expr& divisor);
  bool spans_axes(const AtomNode& atom) const;
  void learn_parts(const Expr& e, const std::string& group);
  bool solve(const Expr& zero, const std::string& group);
  // `depth` bounds the search: every nested question is one deeper.
  std::optional<Range> range_of(const Atom& atom, int depth) const;
  Expr eliminate(const Expr& e, int depth, bool& changed) const;
  bool all_terms_nonnegative(const Expr& e, int depth) const;
  bool bounded_below(const Expr& e, int depth) const;
  bool search_below(const Expr& e, int depth) const;
  bool by_assumption(const Expr& e, int depth) const;
  bool is_usable(const Expr& known, const Expr& goal) const;
  std::vector<Expr> inequalities(const Expr& goal) const;
  bool follows_linearly(const Expr& e) const;
  Expr without_positive_factor(const Expr& e) const;
  void forget_answers();
  // Whether it fails at some sample: then it does not follow.
  bool fails_somewhere(const Formula& formula) const;
  bool fails_somewhere(const Expr& nonnegative) const;
  Expr simplify_atom(const Atom& atom) const;
  Expr simplify_div(const Expr& a, const Expr& b) const;
  Expr simplify_mod(const Expr& a, const Expr& b) const;
  Expr simplify_choice(const Atom& atom, const Expr& a, const Expr& b) const;
  std::optional<Expr> common_factor(const Expr& a, const Expr& b, Expr& whole,
                                    Expr& rest, Expr& divisor) const;

  std::map<std::uint64_t, std::pair<Symbol, Range>> ranges_;
  std::map<std::uint64_t, Expr> extents_;  // of variables, as declared
  std::vector<Formula> assumptions_;
  std::vector<Expr> nonnegatives_;                // assumed e >= 0
  std::vector<std::pair<Expr, Expr>> multiples_;  // assumed p mod q == 0
  Substitution solved_;
  Oracle* oracle_ = nullptr;  // not owned; may be null

  struct ByHash {
    std::size_t operator()(const Expr& e) const { return e.hash(); }
  };
  // Answers of bounded_below: the least depth that proved an expression, or
  // the least depth that failed to.
  mutable std::unordered_map<Expr, int, ByHash> shown_, failed_;
  mutable std::vector<Sample> samples_;
  // Whether samples_ fit what is known now, and whether a search found none.
  mutable bool has_samples_ = false, has_no_samples_ = false;
  int effort_ = 60;       // searches per question
  mutable int fuel_ = 0;  // what is left of them for the one being asked
  std::string one_axis_;  // group of which one axis is meant, or empty
};

/// Whether `e` mentions a symbol of an axis group outside numel and flat.
bool is_component(const Expr& e);
/// The group of one component of which `e` speaks, "" when there is none.
std::string group_of(const Expr& e);
/// Whether `e` holds a min, a max or a choice, at any depth.
bool has_choice(const Expr& e);

}  // namespace rewright::index
