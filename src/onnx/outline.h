// SPDX-License-Identifier: Apache-2.0
//
// The nodes of a model as its file lists them, by name and op_type only: what
// reports call the nodes that graphs of ours are from (ir::Node::origin is a
// position in this list).
#pragma once

#include <string>
#include <vector>

#include "onnx/model.h"

namespace rewright::onnx {

struct OutlineNode {
  std::string name;     // its own, or that of its first output
  std::string op_type;  // with its domain, unless that is the default one
};

/// All nodes of the graph, in the order of the file.
std::vector<OutlineNode> outline(const Model& model);

}  // namespace rewright::onnx
