// SPDX-License-Identifier: Apache-2.0
#include "onnx/export_model.h"

#include <utility>

#include <onnx/onnx_pb.h>

#include "onnx/element.h"
#include "onnx/export.h"
#include "onnx/tensor_data.h"

namespace rewright::onnx {

namespace {

/// The IR version that came with the opset.
std::int64_t ir_version(int opset) {
  if (opset <= 14) return 7;
  if (opset <= 18) return 8;
  return opset <= 20 ? 9 : 10;
}

/// A dim of several terms stays without a name: nothing else has it.
void describe_dim(const ir::Dim& dim, ::onnx::TensorShapeProto& shape) {
  auto& proto = *shape.add_dim();
  if (dim.extent.is_constant())
    proto.set_dim_value(dim.extent.constant());
  else if (const index::Symbol symbol = dim.extent.symbol())
    proto.set_dim_param(symbol->name);
}

::onnx::ValueInfoProto value_info(const ir::Rule& rule,
                                  const ir::TensorType& type,
                                  const std::string& name) {
  ::onnx::ValueInfoProto proto;
  proto.set_name(name);
  auto& tensor = *proto.mutable_type()->mutable_tensor_type();
  const ir::TypeClass types{
      type.type_class,
      rule.type_classes.at(static_cast<std::size_t>(type.type_class))};
  tensor.set_elem_type(data_type(ir::only_type(types)));
  auto& shape = *tensor.mutable_shape();
  for (const ir::Dim& dim : type.shape) describe_dim(dim, shape);
  return proto;
}

void add_inputs(const ir::Rule& rule, const Constants& constants,
                ::onnx::GraphProto& graph) {
  for (std::size_t k = 0; k < rule.inputs.size(); ++k) {
    const ir::Input& input = rule.inputs[k];
    const auto data = constants.find(static_cast<int>(k));
    if (data == constants.end())
      *graph.add_input() = value_info(rule, input.type, input.name);
    else
      *graph.add_initializer() = encode(*data->second, input.name);
  }
}

::onnx::ModelProto empty_model(const std::string& name, int opset) {
  ::onnx::ModelProto proto;
  proto.set_ir_version(ir_version(opset));
  proto.set_producer_name("rewright");
  proto.add_opset_import()->set_version(opset);
  proto.mutable_graph()->set_name(name.empty() ? "graph" : name);
  return proto;
}

}  // namespace

std::vector<std::string> output_names(const ir::Rule& rule,
                                      const ir::Graph& graph) {
  FreshNames fresh;
  for (const ir::Input& input : rule.inputs) fresh.take(input.name);
  std::vector<std::string> names;
  for (std::size_t k = 0; k < graph.outputs.size(); ++k)
    names.push_back(
        fresh(graph.outputs.size() == 1 ? "y" : "y" + std::to_string(k)));
  return names;
}

Model export_model(const ir::Rule& rule, const ir::Graph& graph,
                   const Constants& constants,
                   const std::vector<std::string>& outputs, int opset,
                   const std::string& path) {
  ::onnx::ModelProto proto = empty_model(rule.name, opset);
  ::onnx::GraphProto& into = *proto.mutable_graph();
  FreshNames fresh;
  std::vector<std::string> inputs;
  for (const ir::Input& input : rule.inputs) inputs.push_back(input.name);
  for (const std::string& name : inputs) fresh.take(name);
  for (const std::string& name : outputs) fresh.take(name);
  add_inputs(rule, constants, into);
  Exported made = export_graph(rule, graph, inputs, outputs, opset, fresh);
  for (auto& node : made.nodes) *into.add_node() = std::move(node);
  for (auto& tensor : made.initializers)
    *into.add_initializer() = std::move(tensor);
  for (std::size_t k = 0; k < outputs.size(); ++k)
    *into.add_output() =
        value_info(rule, rule.type_of(graph, graph.outputs.at(k)), outputs[k]);
  return make_model(path, std::move(proto));
}

}  // namespace rewright::onnx
