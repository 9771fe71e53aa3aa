// SPDX-License-Identifier: Apache-2.0
//
// Leaves out of a graph what its outputs do not need.
#pragma once

#include "ir/graph.h"

namespace rewright::onnx {

/// Removes the nodes that no output depends on; the others keep their order.
void prune(ir::Graph& graph);

}  // namespace rewright::onnx
