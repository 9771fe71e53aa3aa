// SPDX-License-Identifier: Apache-2.0
//
// Equality of Values without any algebra of elements: the same operations in
// the same order on the same elements, up to commutativity. What this proves
// is bit-exact in floating point, but for sums and products over an axis: in
// which order these are taken is up to each operator.
#pragma once

#include "index/facts.h"
#include "ir/value.h"

namespace rewright::solver {

struct StructuralOutcome {
  bool equal = false;
  bool swapped = false;  // a commutative operation had its operands exchanged
  bool reduced = false;  // through a sum or product, whose order is open
};

StructuralOutcome equal_structurally(const ir::Value& a, const ir::Value& b,
                                     const index::Facts& facts);

}  // namespace rewright::solver
