// SPDX-License-Identifier: Apache-2.0
//
// When side(|.|) is nothing new. A side that neither subtracts nor takes a
// minimum nor compares, and has no negative constant, makes of absolute values
// what it makes of any numbers. If that is so of both sides of a rule, then
// lhs(|.|) = rhs(|.|), because the rule holds of absolute values too.
#pragma once

#include "ir/graph.h"

namespace rewright::rounding {

/// True only when evaluate_absolute() at x is the side itself at |x|.
bool is_own_magnitude(const ir::Rule& rule, const ir::Graph& graph);

/// The same of both sides, and no condition on elements that |x| might break.
bool has_one_magnitude(const ir::Rule& rule);

}  // namespace rewright::rounding
