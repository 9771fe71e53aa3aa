// SPDX-License-Identifier: Apache-2.0
//
// Proves that every element of rhs equals that of lhs, for all sizes, ranks
// and values, by normal forms, proved bijections of reduction domains and one
// quantifier-free query for all ranks.
#pragma once

#include <set>

#include "evidence/evidence.h"
#include "ir/graph.h"
#include "solver/constant_facts.h"
#include "solver/constant_terms.h"
#include "solver/session.h"

namespace rewright::solver {

/// The shapes must have been proved equal before.
evidence::ValueProof prove_value(const ir::Rule& rule, Session& session);

/// What axioms say of structures and of floats; sets these fields of `proof`.
void conclude(const ir::Rule& rule, const std::set<evidence::Axiom>& axioms,
              evidence::ValueProof& proof);

/// The same where some inputs have known data: what is not proved whatever the
/// constants are is tried once more with what their data say, and the scope
/// or the steps tell which of that was needed. Sides that are equal but for the
/// rounding of constants are unknown for the reason Reason::constants, with
/// `closeness`.
evidence::ValueProof prove_value(const ir::Rule& rule,
                                 const ConstantData& constants,
                                 Session& session);

}  // namespace rewright::solver
