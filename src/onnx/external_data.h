// SPDX-License-Identifier: Apache-2.0
//
// Tensors whose elements are in a file beside the model: ONNX names it, as a
// path inside the model's folder, and may give an offset and a length. A path
// that leaves the folder is refused, as ONNX says it must be.
#pragma once

#include <cstdint>
#include <string>

namespace onnx {
class TensorProto;
}

namespace rewright::onnx {

/// "tensor 'w'", or "a constant" when it has no name.
std::string describe(const ::onnx::TensorProto& tensor);

bool is_external(const ::onnx::TensorProto& tensor);

/// The number of bytes of an external tensor. Throws base::InputError.
std::uint64_t external_size(const ::onnx::TensorProto& tensor,
                            const std::string& model_path);

/// The bytes of an external tensor. Throws base::InputError.
std::string read_external_data(const ::onnx::TensorProto& tensor,
                               const std::string& model_path);

/// Throws what read_external_data would, without reading; nothing for tensors
/// that are in the model.
void check_external_data(const ::onnx::TensorProto& tensor,
                         const std::string& model_path);

}  // namespace rewright::onnx
