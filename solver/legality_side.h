// SPDX-License-Identifier: Apache-2.0
//
// One side of a rule on one target: every limit at every node, and what that
// comes to.
#pragma once

#include "evidence/evidence.h"
#include "solver/legality_names.h"
#include "solver/session.h"
#include "solver/target.h"

namespace rewright::solver {

struct SideResult {
  evidence::SideLegality legality;
  index::Formula where;  // what the known limits ask of the sizes
};

/// `facts` hold the rule's facts and that the side is well formed. An
/// operator that no limit names is not known; so is a limit that is stated as
/// not known or weaker than `least`, unless the limits relied on cover every
/// aspect it is about. Free of limits are an Identity, which is no operation
/// on the device, and what depends on no input, which the compiler computes.
SideResult judge_side(const ir::Rule& rule, const ir::Graph& graph,
                      const Target& target, Confidence least,
                      const index::Facts& facts, const Ranks& ranks,
                      const Activations& activations, Session& session);

}  // namespace rewright::solver
