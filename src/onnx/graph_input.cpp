// SPDX-License-Identifier: Apache-2.0
#include "onnx/graph_input.h"

#include <set>

#include <onnx/onnx_pb.h>

#include "base/error.h"
#include "onnx/element.h"
#include "onnx/tensor_data.h"

namespace rewright::onnx {

namespace {

/// IR version 4 made initializers possible that are no inputs.
constexpr std::int64_t initializers_apart = 4;

GraphInput read_input(const Model& model, const ::onnx::ValueInfoProto& proto) {
  const auto fail = [&](const std::string& message) {
    throw base::InputError(model.path,
                           "input '" + proto.name() + "' " + message);
  };
  if (!proto.type().has_tensor_type()) fail("is not a tensor");
  const auto& tensor = proto.type().tensor_type();
  const auto type = element_type(tensor.elem_type());
  if (!type)
    fail("has the element type " + data_type_name(tensor.elem_type()) +
         ", which is not supported");
  if (!tensor.has_shape()) fail("has no shape; its rank must be known");
  if (tensor.shape().dim_size() > most_dims)
    fail("has " + std::to_string(tensor.shape().dim_size()) +
         " dims, more than " + std::to_string(most_dims));
  GraphInput input{proto.name(), *type, {}};
  for (const auto& dim : tensor.shape().dim()) {
    if (dim.has_dim_value() && dim.dim_value() >= 0)
      input.dims.push_back({.size = dim.dim_value()});
    else
      input.dims.push_back({.name = dim.dim_param()});
  }
  return input;
}

}  // namespace

std::vector<GraphInput> graph_inputs(const Model& model) {
  std::set<std::string> initializers;
  if (model.proto->ir_version() < initializers_apart)
    for (const auto& tensor : model.proto->graph().initializer())
      initializers.insert(tensor.name());
  std::vector<GraphInput> inputs;
  for (const auto& proto : model.proto->graph().input())
    if (initializers.count(proto.name()) == 0)
      inputs.push_back(read_input(model, proto));
  return inputs;
}

std::set<std::string> overridable_inputs(const Model& model) {
  std::set<std::string> names;
  if (model.proto->ir_version() < initializers_apart) return names;
  for (const auto& input : model.proto->graph().input())
    names.insert(input.name());
  return names;
}

std::string print(const GraphInput& input) {
  std::string text(ir::name(input.type));
  text += "[";
  for (const InputDim& dim : input.dims) {
    if (&dim != &input.dims.front()) text += ", ";
    if (dim.is_fixed())
      text += std::to_string(dim.size);
    else
      text += dim.name.empty() ? "?" : dim.name;
  }
  return text + "]";
}

}  // namespace rewright::onnx
