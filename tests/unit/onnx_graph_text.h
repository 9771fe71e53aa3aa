// SPDX-License-Identifier: Apache-2.0
//
// An imported graph as text, one line a node, without the names that models
// give to values inside them:
//
//   0 = ReduceSum(x; axes=[1], keepdims=0, noop_with_empty_axes=0) float32[N]
//   -> 0
//
// Conditions of well-formedness follow their node, "where N mod 2 == 0".
#pragma once

#include <string>

#include "ir/graph.h"

namespace rewright::tests {

std::string text(const ir::Rule& rule, const ir::Graph& graph);

/// "x : float32[N, 3]", one line for each input of the rule.
std::string inputs_text(const ir::Rule& rule);

}  // namespace rewright::tests
