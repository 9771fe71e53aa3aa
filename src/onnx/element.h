// SPDX-License-Identifier: Apache-2.0
//
// Element types of ONNX tensors and ours. ONNX numbers them
// (TensorProto.DataType); types without a counterpart here, unsigned integers,
// strings and complex numbers among them, are refused by name.
#pragma once

#include <optional>
#include <string>

#include "ir/element_type.h"

namespace rewright::onnx {

/// Our type for a TensorProto.DataType number, or nothing.
std::optional<ir::ElementType> element_type(int data_type);

/// The TensorProto.DataType number of our type.
int data_type(ir::ElementType type);

/// "uint8", "string", ... for messages.
std::string data_type_name(int data_type);

}  // namespace rewright::onnx
