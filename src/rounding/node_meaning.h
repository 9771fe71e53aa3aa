// SPDX-License-Identifier: Apache-2.0
//
// What one node does, apart from the graph around it: an element of a result
// in terms of elements of the operands, which stay opaque.
#pragma once

#include <vector>

#include "ir/graph.h"

namespace rewright::rounding {

struct NodeMeaning {
  index::Facts facts;             // of the rule, and ranges of `at`
  std::vector<index::Symbol> at;  // one variable per entry of the result
  ir::Value value;                // input k of it is operand k of the node
};

/// Result `slot` of `node`. `facts` are those of the rule.
NodeMeaning node_meaning(const ir::Rule& rule, const ir::Graph& graph,
                         const ir::Node& node, int slot,
                         const index::Facts& facts);

}  // namespace rewright::rounding
