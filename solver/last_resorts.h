// SPDX-License-Identifier: Apache-2.0
//
// Other values that mean the same, for what is not proved as it stands:
// sigmoid and tanh by exponentials, and constants by their elements.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <utility>

#include "index/facts.h"
#include "ir/value.h"
#include "solver/constant_facts.h"

namespace rewright::solver {

using ValuePair = std::pair<ir::Value, ir::Value>;

/// sigmoid(x) = exp(x)/(exp(x) + 1), tanh(x) = (exp(2*x) - 1)/(exp(2*x) + 1);
/// nothing when neither occurs.
std::optional<ValuePair> by_exponentials(const ValuePair& sides);

/// The variables that constants of few elements are read at.
std::set<std::uint64_t> variables_of_constants(const ValuePair& sides,
                                               const ConstantData& constants);

/// The elements that are read at indices which are numbers, as numbers.
ir::Value with_elements(const ir::Value& value, const ConstantData& constants);

}  // namespace rewright::solver
