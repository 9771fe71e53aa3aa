// SPDX-License-Identifier: Apache-2.0
#include "onnx/model_names.h"

#include <onnx/onnx_pb.h>

namespace rewright::onnx {

namespace {

template <class F>
void for_each_body(const ::onnx::NodeProto& node, F f) {
  for (const auto& attribute : node.attribute()) {
    if (attribute.has_g()) f(attribute.g());
    for (const auto& graph : attribute.graphs()) f(graph);
  }
}

void take_all(const ::onnx::GraphProto& graph, FreshNames& fresh) {
  for (const auto& input : graph.input()) fresh.take(input.name());
  for (const auto& output : graph.output()) fresh.take(output.name());
  for (const auto& value : graph.value_info()) fresh.take(value.name());
  for (const auto& tensor : graph.initializer()) fresh.take(tensor.name());
  for (const auto& tensor : graph.sparse_initializer())
    fresh.take(tensor.values().name());
  for (const auto& node : graph.node()) {
    fresh.take(node.name());
    for (const std::string& name : node.input()) fresh.take(name);
    for (const std::string& name : node.output()) fresh.take(name);
    for_each_body(node, [&](const auto& body) { take_all(body, fresh); });
  }
}

}  // namespace

void for_each_read(const ::onnx::NodeProto& node,
                   const std::function<void(const std::string&)>& visit) {
  for (const std::string& name : node.input())
    if (!name.empty()) visit(name);
  for_each_body(node, [&](const ::onnx::GraphProto& body) {
    for (const auto& inner : body.node()) for_each_read(inner, visit);
    for (const auto& output : body.output()) visit(output.name());
  });
}

FreshNames names_beside(const ::onnx::GraphProto& graph) {
  FreshNames fresh;
  take_all(graph, fresh);
  return fresh;
}

}  // namespace rewright::onnx
