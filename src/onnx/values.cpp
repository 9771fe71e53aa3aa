// SPDX-License-Identifier: Apache-2.0
#include "onnx/values.h"

#include <functional>
#include <set>
#include <utility>

#include <onnx/onnx_pb.h>

#include "onnx/constant_pool.h"
#include "onnx/known.h"
#include "onnx/model_constants.h"
#include "onnx/model_names.h"

namespace rewright::onnx {

Values values_of(const Model& model) {
  Values values;
  const ::onnx::GraphProto& graph = model.proto->graph();
  for (int n = 0; n < graph.node_size(); ++n) {
    const ::onnx::NodeProto& node = graph.node(n);
    values.made.emplace_back(node.output().begin(), node.output().end());
    const bool is_named = !node.name().empty() || node.output_size() == 0;
    values.node_names.push_back(is_named ? node.name() : node.output(0));
    for (const std::string& name : node.output())
      if (!name.empty()) values.producer[name] = n;
    for_each_read(node, [&](const std::string& name) {
      values.readers[name].push_back(n);
    });
  }
  for (const auto& output : graph.output())
    values.outputs.insert(output.name());
  for (NamedTensor& stored : stored_tensors(constants_of(model)))
    values.stored[stored.name] = std::move(stored.tensor);
  return values;
}

bool is_identical(const evaluate::Tensor& a, const evaluate::Tensor& b) {
  return a.storage.index() == b.storage.index() && a.shape() == b.shape() &&
         bits_of(a) == bits_of(b);
}

namespace {

/// Values by number: inputs by their names, constants by their bytes, results
/// in the order of the nodes.
class Digest {
 public:
  explicit Digest(const ::onnx::GraphProto& graph) {
    for (const auto& input : graph.input())
      value_[input.name()] = "input " + input.name();
    for (::onnx::TensorProto tensor : graph.initializer()) {
      const std::string name = tensor.name();
      tensor.clear_name();
      value_[name] = "data " + hash(tensor.SerializeAsString());
    }
    for (int n = 0; n < graph.node_size(); ++n) add(graph.node(n), n);
    for (const auto& output : graph.output())
      text_ += output.name() + '=' + value_[output.name()] + '\n';
  }

  std::string run() const { return hash(text_); }

 private:
  static std::string hash(const std::string& bytes) {
    return std::to_string(std::hash<std::string>()(bytes)) + '.' +
           std::to_string(bytes.size());
  }

  void add(const ::onnx::NodeProto& node, int n) {
    text_ += node.domain() + ':' + node.op_type();
    std::set<std::string> attributes;
    for (const auto& attribute : node.attribute())
      attributes.insert(attribute.SerializeAsString());
    for (const std::string& bytes : attributes) text_ += ' ' + hash(bytes);
    for (const std::string& name : node.input())
      text_ += " (" + value_[name] + ')';
    text_ += '\n';
    for (int k = 0; k < node.output_size(); ++k)
      value_[node.output(k)] = std::to_string(n) + '.' + std::to_string(k);
  }

  std::unordered_map<std::string, std::string> value_;
  std::string text_;
};

}  // namespace

std::string digest(const Model& model) {
  return Digest(model.proto->graph()).run();
}

namespace {

class Bypass {
 public:
  Bypass(const Model& model, const std::vector<std::string>& results)
      : model_(model),
        proto_(*model.proto),
        wanted_(results.begin(), results.end()) {}

  Model run() {
    keep_what_bodies_read();
    ::onnx::GraphProto& graph = *proto_.mutable_graph();
    std::unordered_map<std::string, std::string> instead;
    for (const auto& node : graph.node())
      if (is_dropped(node)) {
        const auto further = instead.find(node.input(0));
        instead[node.output(0)] =
            further == instead.end() ? node.input(0) : further->second;
      }
    drop_nodes(instead);
    for (auto& node : *graph.mutable_node())
      for (std::string& name : *node.mutable_input())
        if (const auto found = instead.find(name); found != instead.end())
          name = found->second;
    drop_infos(instead);
    return make_model(model_.path, std::move(proto_));
  }

 private:
  using Instead = std::unordered_map<std::string, std::string>;

  void keep_what_bodies_read() {
    for (const auto& output : proto_.graph().output())
      wanted_.erase(output.name());
    for (const auto& node : proto_.graph().node()) {
      std::unordered_map<std::string, int> counts;
      for_each_read(node, [&](const std::string& name) { ++counts[name]; });
      for (const std::string& name : node.input()) --counts[name];
      for (const auto& [name, count] : counts)
        if (count > 0) wanted_.erase(name);
    }
  }

  bool is_dropped(const ::onnx::NodeProto& node) const {
    return node.op_type() == "Identity" && node.domain().empty() &&
           wanted_.count(node.output(0)) != 0;
  }

  void drop_nodes(const Instead& instead) {
    ::onnx::GraphProto& graph = *proto_.mutable_graph();
    google::protobuf::RepeatedPtrField<::onnx::NodeProto> kept;
    for (auto& node : *graph.mutable_node())
      if (node.output_size() == 0 || instead.count(node.output(0)) == 0)
        kept.Add(std::move(node));
    graph.mutable_node()->Swap(&kept);
  }

  void drop_infos(const Instead& instead) {
    google::protobuf::RepeatedPtrField<::onnx::ValueInfoProto> kept;
    auto& infos = *proto_.mutable_graph()->mutable_value_info();
    for (auto& info : infos)
      if (instead.count(info.name()) == 0) kept.Add(std::move(info));
    infos.Swap(&kept);
  }

  const Model& model_;
  ::onnx::ModelProto proto_;
  std::unordered_set<std::string> wanted_;
};

}  // namespace

Model without_identities(const Model& model,
                         const std::vector<std::string>& results) {
  if (results.empty()) return model;
  return Bypass(model, results).run();
}

}  // namespace rewright::onnx
