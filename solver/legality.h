// SPDX-License-Identifier: Apache-2.0
//
// The legality gate: which sizes a target allows for each side of a rule.
#pragma once

#include "evidence/evidence.h"
#include "ir/graph.h"
#include "solver/session.h"
#include "solver/target.h"

namespace rewright::solver {

/// Limits below `least` are not relied on: a limit only known that weakly
/// counts as not known. F is computed: the instantiated limits, simplified
/// under the rule's own facts, redundant conjuncts dropped.
evidence::Legality check_legality(const ir::Rule& rule, const Target& target,
                                  Confidence least, Session& session);

}  // namespace rewright::solver
