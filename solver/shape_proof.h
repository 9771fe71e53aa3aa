// SPDX-License-Identifier: Apache-2.0
//
// Proves that wherever `when` holds and lhs is well formed, rhs is well
// formed with the same shapes and element types, for all sizes and ranks.
#pragma once

#include "evidence/evidence.h"
#include "ir/graph.h"
#include "solver/session.h"

namespace rewright::solver {

evidence::ShapeProof prove_shape(const ir::Rule& rule, Session& session);

}  // namespace rewright::solver
