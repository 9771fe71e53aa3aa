// SPDX-License-Identifier: Apache-2.0
//
// A model's node that became several of ours, judged as the one operator that
// it is on the device: a target may limit Softmax, which we have no operator
// for. The names that such limits may use are `rank`, `elements` and
// `activation0`, ... of the model's node, and of the reductions it is made of
// `reduced` and `reduced_elements`. A limit that uses another name is not
// known here.
#pragma once

#include <cstddef>

#include "solver/legality_findings.h"
#include "solver/model_graph.h"
#include "solver/session.h"
#include "solver/target.h"

namespace rewright::solver {

/// Adds to `findings` what the target says of the op_type of the model's node.
void judge_whole(const ModelGraph& model, std::size_t node,
                 const Target& target, Confidence least,
                 const index::Facts& facts, const Ranks& ranks,
                 Session& session, Findings& findings);

}  // namespace rewright::solver
