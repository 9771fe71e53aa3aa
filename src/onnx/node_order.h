// SPDX-License-Identifier: Apache-2.0
//
// An order in which every node stands behind those whose results it reads.
#pragma once

#include <cstddef>
#include <vector>

namespace onnx {
class NodeProto;
}

namespace rewright::onnx {

/// The positions of `nodes` in an order of use: among those whose operands are
/// all defined the one with the least place is next, so nodes that are in such
/// an order by their places stay in it. Nodes of a cycle, and what depends on
/// them, are left out.
std::vector<std::size_t> order_of_use(
    const std::vector<::onnx::NodeProto>& nodes,
    const std::vector<int>& places);

}  // namespace rewright::onnx
