// SPDX-License-Identifier: Apache-2.0
//
// What the operators of a rule say about how to try it.
#pragma once

#include "ir/graph.h"

namespace rewright::properties {

struct Traits {
  bool has_functions = false;    // exp, log, ...: irrational results
  bool has_reductions = false;   // sums and products in any order
  bool has_comparisons = false;  // a result jumps where two numbers meet
  bool is_partial = false;       // division, log, sqrt: often undefined
};

Traits traits_of(const ir::Rule& rule);

/// An estimate of the scalar operations in evaluating both sides of an
/// instance once.
double work_of(const ir::Rule& instance);

/// The elements of its largest tensor.
std::int64_t largest_tensor(const ir::Rule& instance);

}  // namespace rewright::properties
