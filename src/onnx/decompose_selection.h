// SPDX-License-Identifier: Apache-2.0
//
// What other decompositions use of selecting by masks.
#pragma once

#include "onnx/decompose.h"

namespace rewright::onnx {

/// Gather with indices that are computed, in a type of integers.
ir::Ref gather_computed(const Decomposition& d, const ir::Ref& x,
                        const ir::Ref& indices, int axis);

/// At each position of `axis` the sum of the elements there that
/// `mask(position of the element, position of the result)` selects.
ir::Ref sum_of_run(
    const Decomposition& d, const ir::Ref& x, int axis,
    const std::function<ir::Ref(const ir::Ref&, const ir::Ref&)>& mask);

}  // namespace rewright::onnx
