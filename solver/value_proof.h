// SPDX-License-Identifier: Apache-2.0
//
// Proves that every element of rhs equals that of lhs, for all sizes, ranks
// and values, by normal forms, proved bijections of reduction domains and one
// quantifier-free query for all ranks.
#pragma once

#include <set>

#include "evidence/evidence.h"
#include "ir/graph.h"
#include "solver/session.h"

namespace rewright::solver {

/// The shapes must have been proved equal before.
evidence::ValueProof prove_value(const ir::Rule& rule, Session& session);

/// What axioms say of structures and of floats; sets these fields of `proof`.
void conclude(const ir::Rule& rule, const std::set<evidence::Axiom>& axioms,
              evidence::ValueProof& proof);

}  // namespace rewright::solver
