// SPDX-License-Identifier: Apache-2.0
//
// A region: what computes a value of the first graph and a value of the second
// from a frontier of values that are known to be equal on both sides. It is a
// rule of its own, whose inputs are the frontier: what is proved of it holds
// whatever the frontier's values are, and so for the values that they have.
#pragma once

#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "models/congruence.h"

namespace rewright::models {

struct Region {
  ir::Rule rule;
  std::vector<int> frontier;  // by input of `rule`: the number of the value
  std::vector<int> first;     // the nodes of the first graph within, sorted
  std::vector<int> second;    // and of the second
};

/// How far a region reaches.
struct Reach {
  /// Common values that are looked through.
  std::set<int> opened = {};
  std::size_t most_nodes = 64;  // of both sides
};

/// Values at which a walk back ends, by node and slot, with their numbers.
using Cuts = std::map<std::pair<int, int>, int>;

/// Where a region ends at the back.
struct Frontier {
  std::set<int> first, second;  // numbers of values that each side reads
  Cuts first_cuts, second_cuts;
  std::vector<int> first_nodes, second_nodes;
  bool is_too_large = false;
};

/// The frontier of the region of `a` and `b`, which is never cut at these two.
Frontier frontier_of(const Congruence& values, const ir::Ref& a,
                     const ir::Ref& b, const Reach& reach);

/// Whether a rule is small enough to be proved as one: what is summed in sums
/// multiplies.
bool is_small(const ir::Rule& rule);

/// A text of all of the rule but its names: rules of one text have one proof.
std::string form_of(const ir::Rule& rule);

/// The region as a rule of the same sizes.
Region region_of(const Congruence& values, const ir::Ref& a, const ir::Ref& b,
                 const Frontier& frontier);

}  // namespace rewright::models
