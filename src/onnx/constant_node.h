// SPDX-License-Identifier: Apache-2.0
//
// Tensors in attributes: those of Constant nodes, in each of the forms ONNX
// gives them, and the `value` of ConstantOfShape.
#pragma once

#include <optional>
#include <string>

#include "onnx/known.h"

namespace onnx {
class NodeProto;
}

namespace rewright::onnx {

/// What a Constant node holds. Throws ir::IllFormed for strings and sparse
/// tensors, base::InputError for tensors that cannot be read.
Known constant_of(const ::onnx::NodeProto& node, const std::string& model_path);

/// The tensor attribute `value`, when there is one.
std::optional<Known> value_attribute(const ::onnx::NodeProto& node,
                                     const std::string& model_path);

}  // namespace rewright::onnx
