// SPDX-License-Identifier: Apache-2.0
//
// The sizes and integers of a rule as a small constraint problem: given a rank
// for each axis group, one unknown per scalar and per axis of each vector, and
// the conjuncts of `when`, of the well-formedness of lhs, and of the limits on
// the number of elements. A conjunct about every axis of a group becomes one
// constraint per axis.
#pragma once

#include <cstdint>
#include <vector>

#include "evaluate/index_values.h"
#include "ir/graph.h"

namespace rewright::properties {

struct Unknown {
  index::Symbol symbol;
  int component;       // 0 for a scalar, else which axis
  bool is_size;        // or an integer
  std::int64_t lower;  // of sizes
};

struct Constraint {
  index::Formula formula;
  int axis;                   // at which a component formula is evaluated
  std::vector<int> unknowns;  // positions in Problem::unknowns
};

struct Problem {
  ir::Assignment start;  // ranks set, every value at its lower bound (or 0)
  std::vector<index::Symbol> symbols;
  std::vector<Unknown> unknowns;
  std::vector<Constraint> constraints;
};

/// What must hold of an instance: `when` and lhs well formed.
index::Formula required(const ir::Rule& rule);

/// All shapes of a rule: of inputs and of every node's results.
std::vector<ir::Shape> all_shapes(const ir::Rule& rule);

/// `largest` bounds the elements of each tensor, except where constants alone
/// make it larger.
Problem problem_of(const ir::Rule& rule, const ir::Assignment& ranks,
                   std::int64_t largest);

inline std::int64_t& value_of(ir::Assignment& at, const Unknown& unknown) {
  return at.values.at(unknown.symbol->id)[unknown.component];
}
inline std::int64_t value_of(const ir::Assignment& at, const Unknown& unknown) {
  return at.values.at(unknown.symbol->id)[unknown.component];
}

/// What expressions of the rule are evaluated with.
evaluate::IndexValues index_values(const Problem& problem,
                                   const ir::Assignment& at);

/// Whether a constraint holds; false where it has no value.
bool holds(const Constraint& constraint, const evaluate::IndexValues& values);
/// Whether all constraints of a problem do.
bool all_hold(const Problem& problem, const ir::Assignment& at);

}  // namespace rewright::properties
