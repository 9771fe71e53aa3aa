// SPDX-License-Identifier: Apache-2.0
//
// From an ONNX node to a call of one of our operators.
#pragma once

#include "ir/onnx_form.h"
#include "ir/operator.h"

namespace onnx {
class NodeProto;
}

namespace rewright::onnx {

/// The attributes of `node` that an operator file may ask for (tensors and
/// graphs are left out); operands are added by the caller.
ir::OnnxNode node_form(const ::onnx::NodeProto& node, int opset);

/// Adds the defaults of the operator's signature to what is given.
void fill_defaults(const ir::Operator& op, ir::Attributes& attributes);

/// What `op` makes of the node, with the defaults of its signature filled in.
/// Throws ir::IllFormed.
ir::OnnxCall call_form(const ir::Operator& op, const ir::OnnxNode& node);

}  // namespace rewright::onnx
