// SPDX-License-Identifier: Apache-2.0
//
// What ONNX itself says a node of its operators may look like, as far as the
// library knows the opset: which attributes, how many results, which element
// types. An attribute that it does not know may change the meaning of the
// node; the other defects are mistakes.
#pragma once

#include <optional>
#include <vector>

#include "ir/element_type.h"

namespace onnx {
class NodeProto;
}

namespace rewright::onnx {

/// Throws ir::Unsupported for attributes that neither the library nor we
/// know, ir::IllFormed for too many results and for element types that the
/// operator does not take. `types` are those of the inputs, where known.
void check_schema(const ::onnx::NodeProto& node, int opset,
                  const std::vector<std::optional<ir::ElementType>>& types);

/// The newest opset of the standard operators that the library knows.
int library_opset();

}  // namespace rewright::onnx
