// SPDX-License-Identifier: Apache-2.0
//
// What the data of a constant say. A model's constants are inputs of its rule,
// so that a proof holds whatever they are; some edits are right only because
// of what they are: a factor moves through an activation where it is not
// negative, and out of a root where it is positive. Here each such fact is a
// condition on all elements, read off the data, which the prover may use as it
// uses `forall i: s[i] >= 0` of a rule.
#pragma once

#include <map>
#include <memory>
#include <vector>

#include "evaluate/tensor.h"
#include "ir/graph.h"

namespace rewright::solver {

using ConstantData = std::map<int, std::shared_ptr<const evaluate::Tensor>>;

/// For each constant the strongest of "> 0", "< 0", ">= 0", "<= 0" and, if
/// asked for, "!= 0" that all of its elements meet, when one does, and none is
/// NaN or infinite.
/// The texts are such as "every element of w > 0".
std::vector<ir::ElementCondition> facts_of_constants(
    const ir::Rule& rule, const ConstantData& constants, bool with_unequal);

}  // namespace rewright::solver
