// SPDX-License-Identifier: Apache-2.0
//
// One side of a rule on one target: every limit at every node.
#pragma once

#include "solver/legality_findings.h"
#include "solver/legality_names.h"
#include "solver/session.h"
#include "solver/target.h"

namespace rewright::solver {

/// `facts` hold the rule's facts and that the side is well formed. What no
/// limit names is not known; so is a limit that is stated as not known or is
/// weaker than `least`. Free of limits are an Identity, which is no operation
/// on the device, and what depends on no input, which the compiler computes.
SideResult judge_side(const ir::Rule& rule, const ir::Graph& graph,
                      const Target& target, Confidence least,
                      const index::Facts& facts, const Ranks& ranks,
                      const Activations& activations, Session& session);

}  // namespace rewright::solver
