// SPDX-License-Identifier: Apache-2.0
//
// Backtracking search for numbers that satisfy the constraints of a rule.
// Plain rejection almost never meets an equation between sizes; here every
// constraint is checked as soon as its unknowns have numbers, the last unknown
// of a linear constraint is solved for, and a budget bounds the whole.
#pragma once

#include <optional>
#include <vector>

#include "properties/constraints.h"
#include "properties/stream.h"

namespace rewright::properties {

/// For each unknown the numbers to try, the preferred one first.
using Proposals = std::vector<std::vector<std::int64_t>>;

/// A solution near the first proposals, or nothing within `budget` tries.
std::optional<ir::Assignment> search(const Problem& problem,
                                     const Proposals& proposals, Stream& stream,
                                     int budget);

}  // namespace rewright::properties
