// SPDX-License-Identifier: Apache-2.0
//
// Attributes in one form: two nodes of one operator and equal operand shapes
// mean the same when their attributes are equal in this form. A default is
// written out, axes whose order means nothing are sorted, a position counted
// from the end is counted from the front, and what a shape already says is
// taken from the shape.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "ir/graph.h"

namespace rewright::match {

/// The shapes of a node's operands; an absent one has an empty shape.
std::vector<ir::Shape> operand_shapes(const ir::Rule& rule,
                                      const ir::Graph& graph,
                                      const ir::Node& node);

/// The attributes of `node`, whose operands have these shapes (an absent one
/// an empty shape), without axis groups.
ir::Attributes normalised(const ir::Node& node,
                          const std::vector<ir::Shape>& operands);

/// Two expressions that have to be equal.
using Equation = std::pair<index::Expr, index::Expr>;

/// Appends what must hold for the two to be equal, left ones from `a`; false
/// when they differ whatever the numbers are.
bool equate(const ir::Attributes& a, const ir::Attributes& b,
            std::vector<Equation>& into);
bool equate(const ir::Shape& a, const ir::Shape& b,
            std::vector<Equation>& into);

}  // namespace rewright::match
