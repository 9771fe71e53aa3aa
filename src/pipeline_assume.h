// SPDX-License-Identifier: Apache-2.0
//
// What may be assumed of the inputs of models: a formula of the rule language
// over their names and the names of their dims. A tensor without indices
// stands for each of its elements: `x >= 0`. Characters of a name that the
// language does not have are written as `_`.
#pragma once

#include <string>

#include "ir/graph.h"

namespace rewright::pipeline {

/// Adds the formula to what `rule`, two models, assumes. Throws
/// base::InputError with the place in the formula.
void assume(ir::Rule& rule, const std::string& formula);

}  // namespace rewright::pipeline
