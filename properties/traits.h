// SPDX-License-Identifier: Apache-2.0
//
// What decides how a rule is tried, beside its sizes and types.
#pragma once

#include "ir/graph.h"
#include "properties/fixed.h"

namespace rewright::properties {

struct Traits {
  bool has_functions = false;    // exp, log, ...: irrational results
  bool has_reductions = false;   // sums and products in any order
  bool has_comparisons = false;  // a result jumps where two numbers meet
  bool is_partial = false;       // division, log, sqrt: often undefined
  FixedInputs fixed = {};        // never drawn
};

/// What the operators of both sides say.
Traits traits_of(const ir::Rule& rule);

/// An estimate of the scalar operations in evaluating both sides of an
/// instance once.
double work_of(const ir::Rule& instance);

/// The elements of its largest tensor.
std::int64_t largest_tensor(const ir::Rule& instance);

}  // namespace rewright::properties
