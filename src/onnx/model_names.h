// SPDX-License-Identifier: Apache-2.0
//
// The names in a model, those inside the bodies of If, Loop and Scan included:
// a body reads values of the graph around it by their names.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "onnx/fresh_names.h"

namespace onnx {
class GraphProto;
class NodeProto;
}  // namespace onnx

namespace rewright::onnx {

/// Calls `visit` with every value that the node reads, and every one that a
/// node in its bodies does; those of the bodies' own are among them.
void for_each_read(const ::onnx::NodeProto& node,
                   const std::function<void(const std::string&)>& visit);

/// Fresh names for a graph that has these.
FreshNames names_beside(const ::onnx::GraphProto& graph);

}  // namespace rewright::onnx
