// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ir/graph.h"

namespace rewright::solver {

/// Whether some of a few small assignments (axis groups of rank 1) satisfies
/// the precondition of `rule` and makes its lhs well formed. False says
/// nothing: a solver has to decide.
bool has_small_witness(const ir::Rule& rule);

}  // namespace rewright::solver
