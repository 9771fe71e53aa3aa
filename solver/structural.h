// SPDX-License-Identifier: Apache-2.0
//
// Equality of Values without any algebra of elements: the same operations in
// the same order on the same elements, up to commutativity. What this proves
// is bit-exact in floating point.
#pragma once

#include "index/facts.h"
#include "ir/value.h"

namespace rewright::solver {

struct StructuralOutcome {
  bool equal = false;
  bool swapped = false;  // a commutative operation had its operands exchanged
};

StructuralOutcome equal_structurally(const ir::Value& a, const ir::Value& b,
                                     const index::Facts& facts);

}  // namespace rewright::solver
