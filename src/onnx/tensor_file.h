// SPDX-License-Identifier: Apache-2.0
//
// Single tensors in files of their own, as ONNX keeps test data (input_0.pb,
// output_0.pb): a serialised TensorProto. Other runtimes read them too.
#pragma once

#include <string>

#include "evaluate/tensor.h"

namespace rewright::onnx {

/// Writes `tensor` under `name`, as a whole or not at all. Throws
/// base::InputError when the file cannot be written or the tensor is larger
/// than 2 GB, std::logic_error for number worlds that are no element types.
void write_tensor(const evaluate::Tensor& tensor, const std::string& name,
                  const std::string& path);

/// Throws base::InputError for what is no such file.
evaluate::Tensor read_tensor(const std::string& path);

}  // namespace rewright::onnx
