// SPDX-License-Identifier: Apache-2.0
//
// How likely residues are to miss a difference.
#pragma once

#include <optional>

#include "ir/graph.h"

namespace rewright::properties {

/// An upper bound on the degree of the polynomial in the elements of the inputs
/// that is zero just where both sides of `rule` agree, quotients brought to
/// a common denominator. Residues drawn evenly modulo a prime p are a zero of
/// one that is not itself zero with probability degree / p at most (Schwartz
/// 1980, Zippel 1979). Nothing where a side is no rational function, or where
/// sizes decide and are no numbers.
std::optional<double> degree_of_difference(const ir::Rule& rule);

}  // namespace rewright::properties
