// SPDX-License-Identifier: Apache-2.0
//
// A whole model on one target, node by node. A node that became several of
// ours is judged as the operator it is when the target has limits on that one
// (legality_whole.h), and else by what the target says of its parts. An
// operator that we do not know is unknown, whatever the target says.
#pragma once

#include <vector>

#include "evidence/lint.h"
#include "solver/legality.h"
#include "solver/model_graph.h"
#include "solver/session.h"
#include "solver/target.h"

namespace rewright::solver {

/// `rule.lhs` is the model's graph, `nodes` are the model's, in the order that
/// ir::Node::origin counts in. Limits below `least` are not relied on. Throws
/// base::InputError when a limit uses a name that its operator does not have.
evidence::TargetLint lint(const ir::Rule& rule, std::vector<ModelNode> nodes,
                          const Target& target, Confidence least,
                          Session& session, const Constants& constants);

}  // namespace rewright::solver
