// SPDX-License-Identifier: Apache-2.0
//
// "Which condition did I miss?" For a refuted rule, preconditions under which
// it is proved; for a proved one, which conjuncts of `when` it does not need.
//
// A suggestion is a conjunction of at most three conditions (atom.h) that no
// sample breaks on which the sides differ (search.h). It is tried at random,
// and what that finds becomes another sample; then it is proved like any rule,
// and tried again with the usual cases. Nothing is shown that was not proved.
#pragma once

#include <cstdint>

#include "evidence/record.h"
#include "ir/graph.h"
#include "properties/fuzz.h"

namespace rewright::suggest {

constexpr std::size_t most_suggestions = 5;
constexpr int most_proofs = 60;  // attempts, of one rule

/// `rule` is no pair of models and was given `verdict`; `fuzz` says how it was
/// tried. Same seed, same advice. Other verdicts than proved and refuted get
/// none.
evidence::Advice advise(const ir::Rule& rule, evidence::Verdict verdict,
                        const properties::FuzzOptions& fuzz);

}  // namespace rewright::suggest
