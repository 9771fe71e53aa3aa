// SPDX-License-Identifier: Apache-2.0
//
// The two questions of suggest.h, apart.
#pragma once

#include "suggest/suggest.h"

namespace rewright::suggest {

/// Conditions that a refuted rule lacks.
std::vector<evidence::Suggestion> missing(const ir::Rule& rule,
                                          const properties::FuzzOptions& fuzz);

/// What a proved rule is without each conjunct of its `when`. A redundant one
/// stays away while the others are judged.
void weigh(const ir::Rule& rule, const properties::FuzzOptions& fuzz,
           evidence::Advice& advice);

}  // namespace rewright::suggest
