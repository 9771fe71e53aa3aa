// SPDX-License-Identifier: Apache-2.0
#include "onnx/constant_node.h"

#include <onnx/onnx_pb.h>

#include "ir/operator.h"
#include "onnx/tensor_data.h"

namespace rewright::onnx {

namespace {

using evaluate::Dense;

template <class E, class Field>
Known list(const Field& field) {
  return known_tensor(
      Dense<E>{{field.size()}, std::vector<E>(field.begin(), field.end())});
}

}  // namespace

Known constant_of(const ::onnx::NodeProto& node,
                  const std::string& model_path) {
  for (const auto& attribute : node.attribute()) {
    const std::string& name = attribute.name();
    if (name == "value") return known_tensor(decode(attribute.t(), model_path));
    if (name == "value_int")
      return known_tensor(Dense<std::int64_t>{{}, {attribute.i()}});
    if (name == "value_float")
      return known_tensor(Dense<float>{{}, {attribute.f()}});
    if (name == "value_ints") return list<std::int64_t>(attribute.ints());
    if (name == "value_floats") return list<float>(attribute.floats());
    throw ir::IllFormed("constants given as " + name + " are not supported");
  }
  throw ir::IllFormed("it has no value");
}

std::optional<Known> value_attribute(const ::onnx::NodeProto& node,
                                     const std::string& model_path) {
  for (const auto& attribute : node.attribute())
    if (attribute.name() == "value" && attribute.has_t())
      return known_tensor(decode(attribute.t(), model_path));
  return std::nullopt;
}

}  // namespace rewright::onnx
