// SPDX-License-Identifier: Apache-2.0
#include "onnx/edit.h"

#include <algorithm>
#include <set>
#include <stdexcept>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include <onnx/onnx_pb.h>

#include "onnx/export.h"
#include "onnx/model_names.h"
#include "onnx/node_order.h"
#include "onnx/tensor_data.h"

namespace rewright::onnx {

namespace {

/// Initializers that are no inputs came with this IR version.
constexpr std::int64_t initializers_apart = 4;

[[noreturn]] void no_replacement(const std::string& why) {
  throw std::logic_error("not a replacement: " + why);
}

class Editor {
 public:
  explicit Editor(const Model& model)
      : model_(model),
        graph_(model.proto->graph()),
        fresh_(names_beside(graph_)),
        is_removed_(static_cast<std::size_t>(graph_.node_size()), false) {}

  Model edited(const std::vector<Replacement>& replacements) {
    for (const Replacement& replacement : replacements) remove(replacement);
    for (const Replacement& replacement : replacements) write(replacement);
    drop_unread();
    require_defined_reads();
    ::onnx::ModelProto proto = without_nodes();
    for (::onnx::NodeProto& node : ordered_nodes())
      *proto.mutable_graph()->add_node() = std::move(node);
    return make_model(model_.path, std::move(proto));
  }

 private:
  /// A node of the result and the place in the model it belongs to.
  struct Placed {
    ::onnx::NodeProto node;
    int place;
  };

  const ::onnx::NodeProto& node(int n) const { return graph_.node(n); }

  // --- Taking out -----------------------------------------------------------

  void remove(const Replacement& replacement) {
    for (const int n : replacement.removed) {
      if (n < 0 || n >= graph_.node_size())
        no_replacement("there is no node " + std::to_string(n));
      if (is_removed_[static_cast<std::size_t>(n)])
        no_replacement("node " + std::to_string(n) + " is removed twice");
      is_removed_[static_cast<std::size_t>(n)] = true;
      for (const std::string& name : node(n).output())
        if (!name.empty()) removed_values_.insert(name);
    }
    for (const std::string& name : replacement.outputs)
      if (!replaced_.insert(name).second || removed_values_.count(name) == 0)
        no_replacement("'" + name + "' is no result that is removed, or twice");
  }

  // --- Putting in -----------------------------------------------------------

  void write(const Replacement& replacement) {
    std::vector<std::string> inputs = replacement.inputs;
    inputs.resize(replacement.rule->inputs.size());
    for (const auto& [input, tensor] : replacement.constants)
      inputs.at(static_cast<std::size_t>(input)) = constant(
          replacement.rule->inputs[static_cast<std::size_t>(input)].name,
          tensor);
    Exported made = export_graph(*replacement.rule, *replacement.graph, inputs,
                                 replacement.outputs, model_.opset, fresh_);
    const int place = *std::min_element(replacement.removed.begin(),
                                        replacement.removed.end());
    for (auto& tensor : made.initializers) add_constant(std::move(tensor));
    for (auto& node : made.nodes) added_.push_back({std::move(node), place});
  }

  std::string constant(const std::string& like,
                       const std::shared_ptr<const evaluate::Tensor>& tensor) {
    std::string& name = constants_[tensor.get()];
    if (!name.empty()) return name;
    name = fresh_(like);
    add_constant(encode(*tensor, name));
    return name;
  }

  /// An initializer, or in an old model, where those are inputs, a node.
  void add_constant(::onnx::TensorProto tensor) {
    if (model_.proto->ir_version() >= initializers_apart) {
      initializers_.push_back(std::move(tensor));
      return;
    }
    Placed& placed = added_.emplace_back();
    placed.place = -1;
    placed.node.set_op_type("Constant");
    placed.node.add_output(tensor.name());
    auto& value = *placed.node.add_attribute();
    value.set_name("value");
    value.set_type(::onnx::AttributeProto::TENSOR);
    *value.mutable_t() = std::move(tensor);
  }

  // --- What else goes -------------------------------------------------------

  /// Drops what was read, and no longer is: nodes whose readers are gone, as
  /// far back as that goes. Initializers are asked for at the end.
  void drop_unread() {
    count_reads();
    std::vector<int> open;
    for (int n = 0; n < graph_.node_size(); ++n)
      if (is_removed_[static_cast<std::size_t>(n)]) open.push_back(n);
    const std::unordered_map<std::string, int> producers = find_producers();
    while (!open.empty()) {
      const int n = open.back();
      open.pop_back();
      for_each_read(node(n), [&](const std::string& name) {
        was_read_.insert(name);
        const auto producer = producers.find(name);
        if (producer == producers.end() || !is_unread(producer->second)) return;
        forget(producer->second);
        open.push_back(producer->second);
      });
    }
  }

  std::unordered_map<std::string, int> find_producers() const {
    std::unordered_map<std::string, int> producers;
    for (int n = 0; n < graph_.node_size(); ++n)
      for (const std::string& name : node(n).output())
        producers.emplace(name, n);
    return producers;
  }

  void count_reads() {
    const auto count = [&](const std::string& name) { ++reads_[name]; };
    for (int n = 0; n < graph_.node_size(); ++n)
      if (!is_removed_[static_cast<std::size_t>(n)])
        for_each_read(node(n), count);
    for (const Placed& placed : added_) for_each_read(placed.node, count);
    for (const auto& output : graph_.output()) count(output.name());
  }

  bool is_unread(int n) const {
    if (is_removed_[static_cast<std::size_t>(n)]) return false;
    const auto& outputs = node(n).output();
    return std::all_of(outputs.begin(), outputs.end(),
                       [&](const std::string& name) { return !reads(name); });
  }

  bool reads(const std::string& name) const {
    const auto found = reads_.find(name);
    return found != reads_.end() && found->second > 0;
  }

  void forget(int n) {
    is_removed_[static_cast<std::size_t>(n)] = true;
    for_each_read(node(n), [&](const std::string& name) { --reads_[name]; });
    for (const std::string& name : node(n).output())
      removed_values_.insert(name);
  }

  bool is_gone(const std::string& name) const {
    return removed_values_.count(name) != 0 && replaced_.count(name) == 0;
  }

  void require_defined_reads() const {
    for (const auto& [name, count] : reads_)
      if (count > 0 && is_gone(name))
        no_replacement("'" + name + "' is still read");
  }

  // --- The result -----------------------------------------------------------

  ::onnx::ModelProto without_nodes() const {
    ::onnx::ModelProto proto = *model_.proto;
    ::onnx::GraphProto& graph = *proto.mutable_graph();
    graph.clear_node();
    drop(*graph.mutable_value_info(),
         [&](const auto& value) { return is_gone(value.name()); });
    drop(*graph.mutable_quantization_annotation(),
         [&](const auto& note) { return is_gone(note.tensor_name()); });
    std::unordered_set<std::string> kept;
    for (const auto& input : graph.input()) kept.insert(input.name());
    drop(*graph.mutable_initializer(), [&](const auto& tensor) {
      const std::string& name = tensor.name();
      return was_read_.count(name) && !reads(name) && !kept.count(name);
    });
    for (const auto& tensor : initializers_)
      if (reads(tensor.name())) *graph.add_initializer() = tensor;
    return proto;
  }

  template <class List, class Condition>
  static void drop(List& list, Condition is_dropped) {
    list.erase(std::remove_if(list.begin(), list.end(), is_dropped),
               list.end());
  }

  std::vector<::onnx::NodeProto> ordered_nodes() {
    std::vector<::onnx::NodeProto> nodes;
    std::vector<int> places;
    for (int n = 0; n < graph_.node_size(); ++n) {
      if (is_removed_[static_cast<std::size_t>(n)]) continue;
      nodes.push_back(node(n));
      places.push_back(n);
    }
    for (Placed& placed : added_) {
      nodes.push_back(std::move(placed.node));
      places.push_back(placed.place);
    }
    std::vector<::onnx::NodeProto> ordered;
    for (const std::size_t n : order_of_use(nodes, places))
      ordered.push_back(std::move(nodes[n]));
    if (ordered.size() != nodes.size())
      no_replacement("the new nodes are part of a cycle");
    return ordered;
  }

  const Model& model_;
  const ::onnx::GraphProto& graph_;
  FreshNames fresh_;
  std::vector<bool> is_removed_;
  std::unordered_set<std::string> removed_values_;
  std::unordered_set<std::string> replaced_;  // removed and defined anew
  std::unordered_set<std::string> was_read_;  // by what is removed
  std::unordered_map<std::string, int> reads_;
  std::vector<Placed> added_;
  std::vector<::onnx::TensorProto> initializers_;
  std::map<const evaluate::Tensor*, std::string> constants_;
};

}  // namespace

Model replace(const Model& model,
              const std::vector<Replacement>& replacements) {
  return Editor(model).edited(replacements);
}

}  // namespace rewright::onnx
