// SPDX-License-Identifier: Apache-2.0
//
// The legality gate: which sizes a target allows for each side of a rule.
#pragma once

#include <map>
#include <memory>

#include "evidence/evidence.h"
#include "ir/graph.h"
#include "solver/session.h"
#include "solver/target.h"

namespace rewright::solver {

/// Inputs by their number, with the value a model gives them.
using Constants = std::map<int, std::shared_ptr<const evaluate::Tensor>>;

/// Limits below `least` are not relied on: a limit only known that weakly
/// counts as not known. F is computed: the instantiated limits, simplified
/// under the rule's own facts, redundant conjuncts dropped. The rule's own
/// `legal TARGET when F'` holds when the right side is known to be legal or
/// conditional, some sizes satisfy F', and F' implies F; it speaks of sizes,
/// so that a bound on ranks, which it has no words for, is assumed. Throws
/// base::InputError when a limit uses a name that its operator does not have.
/// `constants` are the inputs whose values a model states.
evidence::Legality check_legality(const ir::Rule& rule, const Target& target,
                                  Confidence least, Session& session,
                                  const Constants& constants = {});

}  // namespace rewright::solver
