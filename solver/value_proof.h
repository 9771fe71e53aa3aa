// SPDX-License-Identifier: Apache-2.0
//
// Proves that every element of rhs equals that of lhs, for all sizes, ranks
// and values, by normal forms, proved bijections of reduction domains and one
// quantifier-free query for all ranks.
#pragma once

#include <set>

#include "evidence/evidence.h"
#include "ir/graph.h"
#include "solver/constant_terms.h"
#include "solver/session.h"

namespace rewright::solver {

/// The shapes must have been proved equal before. `constants` (may be null) are
/// inputs whose values are known: the proof may then be one for these values
/// only, and says so in its steps. Sides that are equal but for the rounding of
/// constants are unknown for the reason Reason::constants, with `closeness`.
evidence::ValueProof prove_value(const ir::Rule& rule, Session& session,
                                 const Constants* constants = nullptr);

/// What axioms say of structures and of floats; sets these fields of `proof`.
void conclude(const ir::Rule& rule, const std::set<evidence::Axiom>& axioms,
              evidence::ValueProof& proof);

}  // namespace rewright::solver
