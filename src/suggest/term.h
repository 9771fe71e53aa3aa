// SPDX-License-Identifier: Apache-2.0
//
// What the conditions of a suggestion speak of: the numbers, windows and type
// variables of a rule.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "ir/graph.h"
#include "suggest/variant.h"

namespace rewright::suggest {

/// A number of the rule, or one for each axis of a group.
struct Term {
  index::Expr e;
  std::string group;
  std::string text;
  int lower;         // 0 or 1 when it is at least that; -1 when not known
  bool is_compound;  // an expression, not a name
};

/// Sizes, integers, then the expressions among attributes and shapes.
std::vector<Term> terms_of(const ir::Rule& rule);

/// Part of an axis of which a slice or an update speaks.
struct Window {
  index::Expr start, end, extent;
  std::string group;
  bool is_slice;  // which may also be empty, or end before it starts
};
std::vector<Window> windows_of(const ir::Rule& rule);

/// Constants above 1 among the attributes: strides, factors.
std::vector<std::int64_t> steps_of(const ir::Rule& rule);

/// Type variables that stand for floating-point and other types, with the
/// type class of each.
std::map<std::string, int> type_variables(const Template& source,
                                          const ir::Rule& rule);

}  // namespace rewright::suggest
