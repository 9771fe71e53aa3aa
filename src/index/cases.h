// SPDX-License-Identifier: Apache-2.0
//
// Proofs by case distinction: what Facts leave open is tried again under a
// condition and under its negation, until the facts decide every case. The
// conditions are those that the formulas themselves hold: of choices, of the
// order that a min or a max needs, and atomic parts of compound formulas. In
// the manner of semantic tableaux (Smullyan, First-Order Logic, 1968).
#pragma once

#include <functional>
#include <vector>

#include "index/facts.h"

namespace rewright::index {

/// True only when the facts imply `goal`; false means "not shown".
bool proves_by_cases(const Facts& facts, const Formula& goal);

/// Whether `is_closed` accepts the formulas as they stand in every case. It is
/// given them simplified by what is known there; a formula that became true or
/// false is decided, and equal formulas are equivalent.
bool closes_by_cases(
    const Facts& facts, const std::vector<Formula>& formulas,
    const std::function<bool(const std::vector<Formula>&)>& is_closed);

}  // namespace rewright::index
