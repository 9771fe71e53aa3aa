// SPDX-License-Identifier: Apache-2.0
//
// Samples of a rule: random sizes, integers and elements, drawn as fuzzing
// draws them, each with the answer whether both sides agree there. Worlds of
// numbers only: exact ones and machine integers.
#pragma once

#include <vector>

#include "ir/graph.h"
#include "properties/fuzz.h"
#include "properties/tensors.h"

namespace rewright::suggest {

struct Sample {
  ir::Assignment at;  // types set where elements were drawn
  /// Each as one axis; none where the shapes alone tell the sides apart.
  properties::Tensors inputs;
  bool agrees = false;
};

/// Same seed, same samples. None when lhs has no instance that was found.
std::vector<Sample> draw_samples(const ir::Rule& rule, std::uint64_t seed);

/// What a counterexample of `variant`, a rule of the same clauses, is as a
/// sample of `rule`.
Sample sample_of(const evidence::Counterexample& found, const ir::Rule& variant,
                 const ir::Rule& rule);

}  // namespace rewright::suggest
