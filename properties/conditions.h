// SPDX-License-Identifier: Apache-2.0
//
// Tensor values that meet the conditions of a rule on elements, such as
// `forall i: y[i] != 0` or `scale >= 0`. Wherever a condition fails, the
// elements it speaks of are drawn again, and where that does not help they
// are given simple values or each other's.
#pragma once

#include "properties/fixed.h"

namespace rewright::properties {

/// Whether all conditions of `instance` hold. Throws as evaluation does.
bool conditions_hold(const ir::Rule& instance, const Tensors& inputs);

/// Changes `inputs`, but for fixed ones, until the conditions hold; false when
/// the budget was not enough. Throws NotInWorld where the world of the inputs
/// cannot say (no order among residues).
bool meet_conditions(const ir::Rule& instance, const Palette& palette,
                     const FixedInputs& fixed, Stream& stream, Tensors& inputs);

}  // namespace rewright::properties
