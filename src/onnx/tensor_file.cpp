// SPDX-License-Identifier: Apache-2.0
#include "onnx/tensor_file.h"

#include <onnx/onnx_pb.h>

#include "base/error.h"
#include "base/file.h"
#include "onnx/proto_file.h"
#include "onnx/tensor_data.h"

namespace rewright::onnx {

void write_tensor(const evaluate::Tensor& tensor, const std::string& name,
                  const std::string& path) {
  base::write_file(path, serialised(encode(tensor, name), path));
}

evaluate::Tensor read_tensor(const std::string& path) {
  ::onnx::TensorProto proto;
  parse_file(path, "ONNX tensor", proto);
  if (proto.data_type() == ::onnx::TensorProto::UNDEFINED)
    throw base::InputError(path, "is not an ONNX tensor, or is cut short");
  return decode(proto, path);
}

}  // namespace rewright::onnx
