// SPDX-License-Identifier: Apache-2.0
//
// Leaves out of a graph what its outputs do not need.
#pragma once

#include <vector>

#include "ir/graph.h"

namespace rewright::onnx {

/// Removes the nodes that no output depends on; the others keep their order.
/// Gives the new number of every node, -1 for those removed.
std::vector<int> prune(ir::Graph& graph);

}  // namespace rewright::onnx
