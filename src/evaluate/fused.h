// SPDX-License-Identifier: Apache-2.0
//
// Outputs in one pass over their inputs: what an output means, composed over
// the whole graph, becomes one loop nest, so that neither products nor
// reshaped, transposed or expanded tensors are ever stored.
#pragma once

#include <optional>
#include <vector>

#include "evaluate/tensor.h"
#include "ir/graph.h"

namespace rewright::evaluate {

/// The outputs of `graph` from float32 or float64 inputs, or nothing when some
/// output is not of the form that one pass suits: reductions one inside the
/// other, the innermost over arithmetic on elements whose offsets are linear
/// in the indices. Sums are taken level by level, in the order of memory.
std::optional<std::vector<Tensor>> evaluate_fused(
    const ir::Rule& instance, const ir::Graph& graph,
    const std::vector<Tensor>& inputs);

}  // namespace rewright::evaluate
