// SPDX-License-Identifier: Apache-2.0
#include "optimize/imported.h"

#include <algorithm>
#include <utility>

namespace rewright::optimize {

using evidence::RefusalReason;

Imported::Imported(const onnx::Model& model)
    : import_(onnx::import_model(model)), values_(onnx::values_of(model)) {
  const ir::Graph& graph = import_.rule.lhs;
  is_constant_input_.resize(import_.rule.inputs.size());
  for (const auto& [input, tensor] : import_.constants)
    is_constant_input_.at(static_cast<std::size_t>(input)) = true;
  is_constant_node_ = constant_nodes(graph, is_constant_input_);
  find_leaves();
  subject_ =
      std::make_unique<const match::Subject>(import_.rule, graph, is_leaf_);
  cost_ = cost_of(import_.rule, graph, is_constant_input_);
  by_origin_.resize(values_.made.size());
  for (std::size_t n = 0; n < graph.nodes.size(); ++n) {
    const ir::Node& node = graph.nodes[n];
    if (is_leaf_[n] || node.op->name == "Const" || node.origin < 0) continue;
    by_origin_.at(static_cast<std::size_t>(node.origin))
        .push_back(static_cast<int>(n));
  }
}

const std::string& Imported::name_of(const ir::Ref& value) const {
  return import_.lhs_names.at(static_cast<std::size_t>(value.node))
      .at(static_cast<std::size_t>(value.slot));
}

bool Imported::is_made_by(const ir::Ref& value, int origin) const {
  const auto producer = values_.producer.find(name_of(value));
  return producer != values_.producer.end() && producer->second == origin;
}

/// Nodes that stand for a constant of the model, and those before them that
/// only they read.
void Imported::find_leaves() {
  const ir::Graph& graph = import_.rule.lhs;
  is_leaf_.assign(graph.nodes.size(), false);
  std::vector<bool> is_read(graph.nodes.size(), false);  // by no leaf
  for (const ir::Ref& output : graph.outputs)
    if (output.node >= 0) is_read[static_cast<std::size_t>(output.node)] = true;
  for (std::size_t n = graph.nodes.size(); n-- > 0;) {
    const ir::Node& node = graph.nodes[n];
    const ir::Ref value{static_cast<int>(n), 0};
    const bool is_named = !name_of(value).empty();
    is_leaf_[n] = is_constant_node_[n] &&
                  (is_named ? !is_made_by(value, node.origin) : !is_read[n]);
    if (is_leaf_[n]) continue;
    for (const auto& operand : node.operands)
      if (operand && operand->node >= 0)
        is_read[static_cast<std::size_t>(operand->node)] = true;
  }
}

std::vector<std::string> Imported::names(const std::vector<int>& nodes) const {
  std::vector<std::string> names;
  for (const int n : nodes) {
    const int origin = subject_->node(n).origin;
    const std::string& name =
        origin < 0 ? subject_->node(n).name
                   : values_.node_names.at(static_cast<std::size_t>(origin));
    if (std::ranges::find(names, name) == names.end()) names.push_back(name);
  }
  return names;
}

/// A node of the model goes as a whole or not at all.
std::optional<Imported::Obstacle> Imported::take_nodes(
    const match::Match& match, Change& into) const {
  for (const int n : match.removed) {
    const int origin = subject_->node(n).origin;
    if (origin < 0)
      return Obstacle{RefusalReason::operands, "a constant is shared"};
    if (std::ranges::find(into.removed, origin) != into.removed.end()) continue;
    into.removed.push_back(origin);
    for (const int other : by_origin_.at(static_cast<std::size_t>(origin)))
      if (!std::ranges::binary_search(match.removed, other))
        return Obstacle{
            RefusalReason::operands,
            "it would take a part of " +
                values_.node_names.at(static_cast<std::size_t>(origin))};
  }
  std::ranges::sort(into.removed);
  for (const int n : into.removed)
    into.node_names.push_back(
        values_.node_names.at(static_cast<std::size_t>(n)));
  return std::nullopt;
}

/// The name under which the model stores the data of an input; "" if none.
std::string Imported::stored_name(int input) const {
  const std::string& name =
      import_.rule.inputs.at(static_cast<std::size_t>(input)).name;
  const auto stored = values_.stored.find(name);
  const bool is_same =
      stored != values_.stored.end() &&
      onnx::is_identical(*stored->second, *import_.constants.at(input));
  return is_same ? name : "";
}

std::optional<Imported::Obstacle> Imported::name_inputs(Change& into) const {
  std::vector<bool> is_inlined;
  for (std::size_t k = 0; k < into.instance.inputs.size(); ++k) {
    const ir::Ref& value = into.instance.inputs[k];
    std::string& name = into.inputs.emplace_back();
    is_inlined.push_back(false);
    const auto at =
        static_cast<std::size_t>(value.node < 0 ? value.slot : value.node);
    into.is_constant.push_back(value.node < 0 ? is_constant_input_[at]
                                              : is_constant_node_[at]);
    if (value.node >= 0) {
      name = name_of(value);
      is_inlined.back() =
          name.empty() && subject_->node(value.node).op->name == "Const";
      if (name.empty() && !is_inlined.back())
        return Obstacle{RefusalReason::operands,
                        "an input of it is inside of a node"};
    } else if (!is_constant_input_[at]) {
      name = import_.rule.inputs[at].name;
    } else if (name = stored_name(value.slot); name.empty()) {
      into.constants[static_cast<int>(k)] = import_.constants.at(value.slot);
    }
  }
  into.written = match::with_constants(into.instance, *subject_, is_inlined);
  return std::nullopt;
}

std::optional<Imported::Obstacle> Imported::name_outputs(Change& into) const {
  for (const ir::Ref& value : into.instance.outputs) {
    if (value.node < 0)
      return Obstacle{RefusalReason::operands, "an output is an input"};
    const std::string& name = name_of(value);
    const auto producer = values_.producer.find(name);
    if (producer == values_.producer.end() ||
        !std::ranges::binary_search(into.removed, producer->second))
      return Obstacle{RefusalReason::operands,
                      "an output of it has no name in the model"};
    if (std::ranges::find(into.outputs, name) != into.outputs.end())
      return Obstacle{RefusalReason::operands, "two outputs are one value"};
    into.outputs.push_back(name);
  }
  return std::nullopt;
}

/// Results that are not computed anew must not be needed: by nodes that the
/// import left out, bodies, and outputs, besides those of the graph.
std::optional<Imported::Obstacle> Imported::check_readers(
    const Change& change) const {
  for (const int n : change.removed)
    for (const std::string& name :
         values_.made.at(static_cast<std::size_t>(n))) {
      if (name.empty() ||
          std::ranges::find(change.outputs, name) != change.outputs.end())
        continue;
      const auto readers = values_.readers.find(name);
      const bool is_read =
          readers != values_.readers.end() &&
          std::ranges::any_of(readers->second, [&](int reader) {
            return !std::ranges::binary_search(change.removed, reader);
          });
      if (is_read || values_.is_output(name))
        return Obstacle{RefusalReason::used_elsewhere, name};
    }
  return std::nullopt;
}

std::optional<Imported::Obstacle> Imported::change(match::Match match,
                                                   Change& into) const {
  if (auto obstacle = take_nodes(match, into)) return obstacle;
  into.instance = std::move(match.instance);
  if (auto obstacle = name_inputs(into)) return obstacle;
  if (auto obstacle = name_outputs(into)) return obstacle;
  return check_readers(into);
}

}  // namespace rewright::optimize
