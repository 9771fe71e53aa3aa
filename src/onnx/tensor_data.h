// SPDX-License-Identifier: Apache-2.0
//
// Tensors as ONNX stores them: in the model, typed or as raw little-endian
// bytes, or in a file beside the model.
#pragma once

#include <string>

#include "evaluate/tensor.h"

namespace onnx {
class TensorProto;
}

namespace rewright::onnx {

/// No tensor has more, in any model that was ever run.
constexpr int most_dims = 256;

/// The elements of `tensor`. `model_path` tells where files beside the model
/// are and names it in errors. Throws base::InputError for types we do not
/// have and for data that do not fit the shape.
evaluate::Tensor decode(const ::onnx::TensorProto& tensor,
                        const std::string& model_path);

}  // namespace rewright::onnx
