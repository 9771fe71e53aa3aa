// SPDX-License-Identifier: Apache-2.0
#include "onnx/element.h"

#include <algorithm>
#include <cctype>

#include <onnx/onnx_pb.h>

namespace rewright::onnx {

std::optional<ir::ElementType> element_type(int data_type) {
  using Proto = ::onnx::TensorProto;
  switch (data_type) {
    case Proto::DOUBLE:
      return ir::ElementType::float64;
    case Proto::FLOAT:
      return ir::ElementType::float32;
    case Proto::FLOAT16:
      return ir::ElementType::float16;
    case Proto::BFLOAT16:
      return ir::ElementType::bfloat16;
    case Proto::INT64:
      return ir::ElementType::int64;
    case Proto::INT32:
      return ir::ElementType::int32;
    case Proto::INT16:
      return ir::ElementType::int16;
    case Proto::INT8:
      return ir::ElementType::int8;
    case Proto::BOOL:
      return ir::ElementType::boolean;
    default:
      return std::nullopt;
  }
}

int data_type(ir::ElementType type) {
  using Proto = ::onnx::TensorProto;
  switch (type) {
    case ir::ElementType::float64:
      return Proto::DOUBLE;
    case ir::ElementType::float32:
      return Proto::FLOAT;
    case ir::ElementType::float16:
      return Proto::FLOAT16;
    case ir::ElementType::bfloat16:
      return Proto::BFLOAT16;
    case ir::ElementType::int64:
      return Proto::INT64;
    case ir::ElementType::int32:
      return Proto::INT32;
    case ir::ElementType::int16:
      return Proto::INT16;
    case ir::ElementType::int8:
      return Proto::INT8;
    case ir::ElementType::boolean:
      return Proto::BOOL;
  }
  return Proto::UNDEFINED;
}

std::string data_type_name(int data_type) {
  if (const auto type = element_type(data_type))
    return std::string(ir::name(*type));
  if (!::onnx::TensorProto::DataType_IsValid(data_type))
    return "number " + std::to_string(data_type);
  std::string name = ::onnx::TensorProto::DataType_Name(
      static_cast<::onnx::TensorProto::DataType>(data_type));
  std::transform(name.begin(), name.end(), name.begin(),
                 [](unsigned char c) { return std::tolower(c); });
  return name;
}

}  // namespace rewright::onnx
