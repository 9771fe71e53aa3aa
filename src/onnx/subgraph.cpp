// SPDX-License-Identifier: Apache-2.0
#include "onnx/subgraph.h"

#include <algorithm>

#include <onnx/onnx_pb.h>

#include "onnx/external_data.h"

namespace rewright::onnx {

namespace {

// Fields of later versions of ONNX that hold only remarks.
constexpr int node_metadata = 9, graph_metadata = 16, tensor_metadata = 16;

void forget_field(google::protobuf::Message& message, int number) {
  message.GetReflection()->MutableUnknownFields(&message)->DeleteByNumber(
      number);
}

bool by_name(const ::onnx::AttributeProto& a, const ::onnx::AttributeProto& b) {
  return a.name() < b.name();
}

}  // namespace

void Canonical::clean(::onnx::TensorProto& tensor) const {
  tensor.clear_doc_string();
  forget_field(tensor, tensor_metadata);
  if (!is_external(tensor)) return;
  tensor.set_raw_data(read_external_data(tensor, path_));
  tensor.clear_external_data();
  tensor.clear_data_location();
}

void Canonical::clean(::onnx::NodeProto& node, const Scope& scope) {
  node.clear_name();
  node.clear_doc_string();
  forget_field(node, node_metadata);
  auto& attributes = *node.mutable_attribute();
  std::stable_sort(attributes.begin(), attributes.end(), by_name);
  for (auto& attribute : attributes) clean(attribute, scope);
}

void Canonical::clean(::onnx::AttributeProto& attribute, const Scope& scope) {
  attribute.clear_doc_string();
  const auto nameless = [&](::onnx::TensorProto& tensor) {
    tensor.clear_name();
    clean(tensor);
  };
  if (attribute.has_t()) nameless(*attribute.mutable_t());
  for (auto& tensor : *attribute.mutable_tensors()) nameless(tensor);
  if (attribute.has_g()) clean_graph(*attribute.mutable_g(), scope);
  for (auto& graph : *attribute.mutable_graphs()) clean_graph(graph, scope);
}

std::string Canonical::renamed(const std::string& name, const Scope& scope) {
  if (name.empty()) return name;
  const auto inner = scope.find(name);
  if (inner != scope.end()) return inner->second;
  auto place = std::find(outer_.begin(), outer_.end(), name);
  const auto number = place - outer_.begin();
  if (place == outer_.end()) outer_.push_back(name);
  return "outer" + std::to_string(number);
}

std::string Canonical::defined(const std::string& name, Scope& scope) {
  if (name.empty()) return name;
  return scope[name] = "inner" + std::to_string(defined_++);
}

/// A template, so that the declaration needs no complete type.
template <class Graph>
void Canonical::clean_graph(Graph& graph, Scope scope) {
  graph.clear_name();
  graph.clear_doc_string();
  graph.clear_value_info();
  graph.clear_quantization_annotation();
  forget_field(graph, graph_metadata);
  for (auto& input : *graph.mutable_input()) {
    input.clear_doc_string();
    input.set_name(defined(input.name(), scope));
  }
  for (auto& tensor : *graph.mutable_initializer()) {
    clean(tensor);
    // The default of an input has the input's name.
    const auto input = scope.find(tensor.name());
    tensor.set_name(input != scope.end() && input->second.starts_with("inner")
                        ? input->second
                        : defined(tensor.name(), scope));
  }
  for (auto& sparse : *graph.mutable_sparse_initializer())
    sparse.mutable_values()->set_name(defined(sparse.values().name(), scope));
  for (auto& node : *graph.mutable_node()) {
    clean(node, scope);
    for (auto& name : *node.mutable_input()) name = renamed(name, scope);
    for (auto& name : *node.mutable_output()) name = defined(name, scope);
  }
  for (auto& output : *graph.mutable_output()) {
    output.clear_doc_string();
    output.set_name(renamed(output.name(), scope));
  }
}

}  // namespace rewright::onnx
