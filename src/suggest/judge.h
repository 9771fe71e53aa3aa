// SPDX-License-Identifier: Apache-2.0
//
// One variant of a rule through the stages, each time with a solver of its
// own, so that no answer depends on what was asked before.
#pragma once

#include "evidence/verdict.h"
#include "ir/graph.h"
#include "properties/fuzz.h"

namespace rewright::suggest {

/// Fuzzing alone.
evidence::FuzzResult tried(const ir::Rule& rule, std::int64_t cases,
                           const properties::FuzzOptions& how);

/// Shape and value proof, then at least a few cases. Contradictions between
/// the stages make it unknown.
evidence::Verdict judged(const ir::Rule& rule,
                         const properties::FuzzOptions& how);

}  // namespace rewright::suggest
