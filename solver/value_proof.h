// SPDX-License-Identifier: Apache-2.0
//
// Proves that every element of rhs equals that of lhs, for all sizes, ranks
// and values, by normal forms, proved bijections of reduction domains and one
// quantifier-free query for all ranks.
#pragma once

#include "evidence/evidence.h"
#include "ir/graph.h"
#include "solver/session.h"

namespace rewright::solver {

/// The shapes must have been proved equal before.
evidence::ValueProof prove_value(const ir::Rule& rule, Session& session);

}  // namespace rewright::solver
