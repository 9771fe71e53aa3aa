// SPDX-License-Identifier: Apache-2.0
//
// The left side of a rule as something to look for. At given ranks of its axis
// groups a rule is a graph of single axes whose sizes and integers are plain
// unknowns, one for each axis of a group; these expansions are made once for
// every choice of ranks that a model asks for.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "ir/expansion.h"
#include "ir/graph.h"

namespace rewright::match {

using Ranks = std::map<std::string, int>;

/// One node of a left side at given ranks, attributes normalised.
struct ExpandedNode {
  ir::Attributes attributes;
  std::vector<ir::Shape> results;
};

struct Expanded {
  Ranks ranks;
  /// The unknowns that a size or an integer of the rule is, one per axis; of
  /// those alone that the rule speaks of.
  std::map<std::uint64_t, std::vector<index::Symbol>> unknowns;
  std::vector<ir::Shape> inputs;
  std::vector<ExpandedNode> nodes;
};

class Pattern {
 public:
  explicit Pattern(ir::Rule rule);

  const ir::Rule& rule() const { return rule_; }
  const ir::Graph& graph() const { return rule_.lhs; }
  bool is_constant(int node) const;
  /// Null when the left side is ill formed at these ranks.
  const Expanded* at(const Ranks& ranks) const;

 private:
  Expanded expand(const Ranks& ranks) const;

  ir::Rule rule_;
  std::vector<index::Symbol> symbols_;  // that are mentioned
  mutable std::map<Ranks, std::unique_ptr<const Expanded>> known_;
};

}  // namespace rewright::match
