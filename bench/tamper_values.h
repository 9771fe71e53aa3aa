// SPDX-License-Identifier: Apache-2.0
//
// What bench_tamper knows of a model's values: types and shapes, who computes
// them, how many read them, and which are the same because they are computed
// in the same way.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include <onnx/onnx_pb.h>

#include "ir/graph.h"
#include "onnx/import.h"
#include "onnx/model.h"
#include "onnx/outline.h"
#include "solver/model_graph.h"

namespace rewright::tamper {

using Shape = std::vector<std::int64_t>;

struct Value {
  ir::ElementType type = ir::ElementType::float32;
  Shape shape;
  int node = -1;  // that computes it; -1 for inputs
  friend bool operator==(const Value&, const Value&) = default;
};

class Values {
 public:
  explicit Values(const onnx::Model& model)
      : graph_(model.proto->graph()), import_(onnx::import_model(model)) {
    find_constants();
    find_readers();
    find_types(model);
    find_classes();
  }

  /// Null when the type or a size is not known, and for constants.
  const Value* find(const std::string& name) const {
    const auto found = values_.find(name);
    return found == values_.end() ? nullptr : &found->second;
  }
  const std::map<std::string, Value>& all() const { return values_; }
  /// The tensor of an initializer or a Constant node, or null.
  const ::onnx::TensorProto* constant(const std::string& name) const {
    const auto found = constants_.find(name);
    return found == constants_.end() ? nullptr : found->second;
  }
  std::size_t readers(const std::string& name) const {
    const auto found = readers_.find(name);
    return found == readers_.end() ? 0 : found->second;
  }
  /// Whether some output of the graph depends on node n.
  bool is_live(int n) const { return live_.contains(n); }
  /// Whether both are computed in the same way from the same inputs.
  bool is_same(const std::string& a, const std::string& b) const {
    return classes_.at(a) == classes_.at(b);
  }

 private:
  void find_constants() {
    for (const auto& tensor : graph_.initializer())
      constants_[tensor.name()] = &tensor;
    for (const auto& node : graph_.node())
      for (const auto& attribute : node.attribute())
        if (node.op_type() == "Constant" && attribute.has_t())
          constants_[node.output(0)] = &attribute.t();
  }

  void find_readers() {
    std::set<std::string> needed;
    for (const auto& output : graph_.output()) {
      needed.insert(output.name());
      ++readers_[output.name()];
    }
    for (int n = graph_.node_size(); n-- > 0;) {
      const auto& node = graph_.node(n);
      for (const auto& input : node.input()) ++readers_[input];
      bool is_needed = false;
      for (const auto& output : node.output())
        is_needed = is_needed || needed.contains(output);
      if (!is_needed) continue;
      live_.insert(n);
      needed.insert(node.input().begin(), node.input().end());
    }
  }

  void add(const std::string& name, const ir::TensorType& type, int node) {
    Value value;
    for (const ir::Dim& dim : type.shape) {
      if (!dim.extent.is_constant()) return;
      value.shape.push_back(dim.extent.constant());
    }
    const auto type_class = static_cast<std::size_t>(type.type_class);
    value.type = ir::members(import_.rule.type_classes[type_class]).front();
    value.node = node;
    values_[name] = value;
  }

  void find_types(const onnx::Model& model) {
    std::set<int> constants;
    for (const auto& [input, value] : import_.constants)
      constants.insert(input);
    std::vector<solver::ModelNode> nodes;
    for (const auto& node : onnx::outline(model))
      nodes.push_back({node.name, node.op_type});
    const solver::ModelGraph view(import_.rule, import_.rule.lhs, nodes,
                                  constants);
    const auto& inputs = import_.rule.inputs;
    for (std::size_t k = 0; k < inputs.size(); ++k)
      if (!constants.contains(static_cast<int>(k)))
        add(inputs[k].name, inputs[k].type, -1);
    for (int n = 0; n < graph_.node_size(); ++n) {
      const auto results = view.results(static_cast<std::size_t>(n));
      if (graph_.node(n).output_size() != 1 || results.size() != 1) continue;
      if (!view.activations().contains(results[0])) continue;
      add(graph_.node(n).output(0),
          import_.rule.type_of(import_.rule.lhs, results[0]), n);
    }
  }

  /// A value's class is a text of how it is computed, shortened by numbers.
  void find_classes() {
    std::map<std::string, int> known;
    const auto class_of = [&](const std::string& text) {
      return known.emplace(text, static_cast<int>(known.size())).first->second;
    };
    for (const auto& input : graph_.input())
      classes_[input.name()] = class_of("input " + input.name());
    for (const auto& [name, tensor] : constants_) {
      ::onnx::TensorProto data = *tensor;
      data.clear_name();
      classes_[name] = class_of("constant " + data.SerializeAsString());
    }
    for (const auto& node : graph_.node()) {
      if (node.op_type() == "Constant") continue;
      ::onnx::NodeProto how = node;
      how.clear_name();
      how.clear_doc_string();
      how.clear_output();
      for (std::string& input : *how.mutable_input())
        if (!input.empty()) input = std::to_string(classes_[input]);
      for (int k = 0; k < node.output_size(); ++k)
        classes_[node.output(k)] =
            node.op_type() == "Identity"
                ? classes_[node.input(0)]
                : class_of(std::to_string(k) + how.SerializeAsString());
    }
  }

  const ::onnx::GraphProto& graph_;
  const onnx::Import import_;
  std::map<std::string, const ::onnx::TensorProto*> constants_;
  std::map<std::string, std::size_t> readers_;
  std::map<std::string, Value> values_;
  std::map<std::string, int> classes_;
  std::set<int> live_;
};

}  // namespace rewright::tamper
