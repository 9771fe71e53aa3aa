// SPDX-License-Identifier: Apache-2.0
//
// Which values of a graph may be infinite although its inputs are finite: those
// that depend on an infinite constant. A proof about opaque numbers must not be
// applied to them unless its laws hold of infinities.
#pragma once

#include <map>
#include <memory>
#include <set>
#include <vector>

#include "evaluate/tensor.h"
#include "ir/graph.h"

namespace rewright::models {

/// The inputs that are constants with an element that is no finite number.
std::set<int> infinite_inputs(
    const std::map<int, std::shared_ptr<const evaluate::Tensor>>& constants);

/// By node of lhs.
std::vector<bool> infinite_results(
    const ir::Rule& rule,
    const std::map<int, std::shared_ptr<const evaluate::Tensor>>& constants);

}  // namespace rewright::models
