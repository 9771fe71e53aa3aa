// SPDX-License-Identifier: Apache-2.0
//
// A graph as ONNX nodes: the reverse of importing. Each operator file says how
// its operator is written at an opset (ir::Operator::to_onnx); here operands,
// constants and names are put together. What ONNX does not have at that
// opset, an operator or an element type, is refused, as its own schemas say.
//
// Numbers become constants. Sizes that are known only at run time become 0 or
// -1 where Reshape allows it, else nodes compute them from the shapes of
// values (onnx/size_writer.h).
//
// This header names protocol buffers, so it is for src/onnx; other layers use
// onnx/export_model.h and onnx/edit.h.
#pragma once

#include <string>
#include <vector>

#include "ir/graph.h"
#include "onnx/fresh_names.h"
#include "onnx/node_writer.h"

namespace rewright::onnx {

/// The nodes of `graph`, a side of `rule` without axis groups, at `opset`.
/// `inputs` names the values that the rule's inputs are, `outputs` the results
/// to be defined, each once; an output that is an input or another output is
/// an Identity of it. Names and constants of its own are fresh. Throws
/// ir::IllFormed, naming the node, for what that opset cannot say.
Exported export_graph(const ir::Rule& rule, const ir::Graph& graph,
                      const std::vector<std::string>& inputs,
                      const std::vector<std::string>& outputs, int opset,
                      FreshNames& fresh);

}  // namespace rewright::onnx
