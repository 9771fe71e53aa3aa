// SPDX-License-Identifier: Apache-2.0
//
// What two float results show about the float effect of a rule. Only what
// contradicts a claim may be counted: sums have no fixed order, so finite
// differences of graphs with reductions say nothing; and finite inputs whose
// results overflow differ by rounding, though one result may be infinite.
#pragma once

#include "evaluate/tensor.h"
#include "evidence/evidence.h"
#include "properties/draws.h"

namespace rewright::properties {

/// The worst difference between two tensors of one machine type.
/// `any_order`: the graphs reduce, so rounding may differ.
evidence::FloatEffect observed_effect(const evaluate::Tensor& lhs,
                                      const evaluate::Tensor& rhs,
                                      Values values, bool any_order);

}  // namespace rewright::properties
