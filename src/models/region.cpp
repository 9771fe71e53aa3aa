// SPDX-License-Identifier: Apache-2.0
#include "models/region.h"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

namespace rewright::models {

namespace {

/// Walks back from one value to the frontier.
class Walk {
 public:
  Walk(const Congruence& values, Side side, const Reach& reach)
      : values_(values), side_(side), reach_(reach) {}

  /// False when the region would be larger than `reach` allows.
  bool from(const ir::Ref& end) {
    std::vector<ir::Ref> left{end};
    bool is_end = true;
    while (!left.empty()) {
      const ir::Ref ref = left.back();
      left.pop_back();
      if (is_outside(ref) || (!std::exchange(is_end, false) && is_cut(ref))) {
        const int number = values_.number(side_, ref);
        frontier.insert(number);
        cuts[{ref.node, ref.slot}] = number;
        continue;
      }
      if (!nodes.insert(ref.node).second) continue;
      if (nodes.size() > reach_.most_nodes) return false;
      const auto n = static_cast<std::size_t>(ref.node);
      for (const auto& operand : values_.graph(side_).nodes.at(n).operands)
        if (operand) left.push_back(*operand);
    }
    return true;
  }

  std::set<int> frontier;
  Cuts cuts;
  std::set<int> nodes;

 private:
  const ir::Node& node(const ir::Ref& ref) const {
    return values_.graph(side_).nodes.at(static_cast<std::size_t>(ref.node));
  }

  /// Inputs, and results of operators without a meaning.
  bool is_outside(const ir::Ref& ref) const {
    return ref.node < 0 || node(ref).op->meaning == nullptr;
  }

  /// Common values, unless they are constants: what is known of a constant is
  /// worth more than that both sides have it.
  bool is_cut(const ir::Ref& ref) const {
    const int number = values_.number(side_, ref);
    return values_.is_common(number) && reach_.opened.count(number) == 0 &&
           !node(ref).operands.empty();
  }

  const Congruence& values_;
  Side side_;
  const Reach& reach_;
};

/// Copies nodes of both graphs into a rule whose inputs are the frontier.
class Builder {
 public:
  explicit Builder(const Congruence& values) : values_(values) {
    const ir::Rule& parent = values.rule();
    ir::Rule& rule = region_.rule;
    rule.name = parent.name;
    rule.source = parent.source;
    rule.groups = parent.groups;
    rule.sizes = parent.sizes;
    rule.integers = parent.integers;
    rule.type_classes = parent.type_classes;
    rule.when = parent.when;
  }

  void add_input(int number) {
    const bool is_first = values_.value(Side::first, number) != nullptr;
    const Side side = is_first ? Side::first : Side::second;
    const ir::Ref ref = *values_.value(side, number);
    ir::Input input;
    input.type = values_.rule().type_of(values_.graph(side), ref);
    input.name = fresh(name_of(side, ref));
    slots_[number] = static_cast<int>(region_.rule.inputs.size());
    region_.rule.inputs.push_back(std::move(input));
    region_.frontier.push_back(number);
  }

  void add_side(Side side, const std::set<int>& frontier,
                const std::vector<int>& nodes, const ir::Ref& end) {
    ir::Graph& graph =
        side == Side::first ? region_.rule.lhs : region_.rule.rhs;
    std::map<int, int> moved;
    const auto move = [&](const ir::Ref& ref) -> ir::Ref {
      if (ref.node >= 0 && moved.count(ref.node))
        return {moved.at(ref.node), ref.slot};
      return {-1, slots_.at(values_.number(side, ref))};
    };
    for (const int n : nodes) {
      ir::Node node = values_.graph(side).nodes.at(static_cast<std::size_t>(n));
      for (auto& operand : node.operands)
        if (operand)
          operand = is_cut(side, frontier, *operand)
                        ? ir::Ref{-1, slots_.at(values_.number(side, *operand))}
                        : move(*operand);
      moved[n] = static_cast<int>(graph.nodes.size());
      graph.nodes.push_back(std::move(node));
    }
    graph.outputs = {move(end)};
    (side == Side::first ? region_.first : region_.second) = nodes;
  }

  /// With those type classes only that occur: a proof is one for each.
  Region take() {
    ir::Rule& rule = region_.rule;
    for (const ir::ElementCondition& known : values_.rule().element_when)
      assume(known);
    std::map<int, int> moved;
    std::vector<ir::TypeSet> kept;
    const auto move = [&](ir::TensorType& type) {
      const auto [found, is_new] =
          moved.try_emplace(type.type_class, static_cast<int>(kept.size()));
      if (is_new)
        kept.push_back(
            rule.type_classes.at(static_cast<std::size_t>(type.type_class)));
      type.type_class = found->second;
    };
    for (ir::Input& input : rule.inputs) move(input.type);
    for (ir::Graph* graph : {&rule.lhs, &rule.rhs})
      for (ir::Node& node : graph->nodes)
        for (ir::TensorType& type : node.results) move(type);
    rule.type_classes = std::move(kept);
    return std::move(region_);
  }

 private:
  /// What is known of the elements of inputs, if the region reads them.
  void assume(const ir::ElementCondition& known) {
    ir::ElementCondition own = known;
    if (const auto value = with_inputs(known.value)) {
      own.value = *value;
      region_.rule.element_when.push_back(std::move(own));
    }
  }

  /// The value with the region's inputs in place of the whole rule's.
  std::optional<ir::Value> with_inputs(const ir::Value& value) const {
    ir::ValueNode node = *value;
    if (node.kind == ir::ValueKind::access) {
      const auto slot = slots_.find(node.input);
      if (slot == slots_.end()) return {};
      node.input = slot->second;
    }
    for (ir::Value& arg : node.args) {
      const auto changed = with_inputs(arg);
      if (!changed) return {};
      arg = *changed;
    }
    return std::make_shared<const ir::ValueNode>(std::move(node));
  }

  bool is_cut(Side side, const std::set<int>& frontier,
              const ir::Ref& ref) const {
    return ref.node < 0 || frontier.count(values_.number(side, ref)) != 0;
  }

  std::string name_of(Side side, const ir::Ref& ref) const {
    if (ref.node < 0)
      return values_.rule().inputs.at(static_cast<std::size_t>(ref.slot)).name;
    const auto n = static_cast<std::size_t>(ref.node);
    const std::string& name = values_.graph(side).nodes.at(n).name;
    return name.empty() ? "value" : name;
  }

  std::string fresh(const std::string& name) {
    std::string result = name;
    for (int k = 2; !names_.insert(result).second; ++k)
      result = name + "'" + std::to_string(k);
    return result;
  }

  const Congruence& values_;
  Region region_;
  std::map<int, int> slots_;
  std::set<std::string> names_;
};

}  // namespace

bool is_small(const ir::Rule& rule) {
  constexpr std::ptrdiff_t most_nodes = 128, most_sums = 8;
  const auto is_sum = [](const ir::Node& node) {
    return node.op->rounding == ir::Rounding::reduction;
  };
  std::ptrdiff_t nodes = 0, sums = 0;
  for (const ir::Graph* graph : {&rule.lhs, &rule.rhs}) {
    nodes += std::ssize(graph->nodes);
    sums += std::count_if(graph->nodes.begin(), graph->nodes.end(), is_sum);
  }
  return nodes <= most_nodes && sums <= most_sums;
}

std::string form_of(const ir::Rule& rule) {
  std::string form;
  const auto add = [&](const ir::TensorType& type) {
    form += std::to_string(type.type_class) + ir::print(type.shape);
  };
  const auto add_value = [&](const ir::Ref& ref) {
    form += ' ' + std::to_string(ref.node) + '.' + std::to_string(ref.slot);
  };
  for (const ir::TypeSet set : rule.type_classes)
    form += std::to_string(set) + ',';
  for (const ir::Input& input : rule.inputs) add(input.type);
  for (const ir::Graph* graph : {&rule.lhs, &rule.rhs}) {
    form += '|';
    for (const ir::Node& node : graph->nodes) {
      form += text_of(node);
      for (const auto& operand : node.operands)
        operand ? add_value(*operand) : void(form += " -");
      for (const ir::TensorType& type : node.results) add(type);
      form += ';';
    }
    for (const ir::Ref& output : graph->outputs) add_value(output);
  }
  return form;
}

Frontier frontier_of(const Congruence& values, const ir::Ref& a,
                     const ir::Ref& b, const Reach& reach) {
  Frontier result;
  Walk first(values, Side::first, reach), second(values, Side::second, reach);
  result.is_too_large = !first.from(a) || !second.from(b);
  result.first = std::move(first.frontier);
  result.second = std::move(second.frontier);
  result.first_cuts = std::move(first.cuts);
  result.second_cuts = std::move(second.cuts);
  result.first_nodes.assign(first.nodes.begin(), first.nodes.end());
  result.second_nodes.assign(second.nodes.begin(), second.nodes.end());
  return result;
}

Region region_of(const Congruence& values, const ir::Ref& a, const ir::Ref& b,
                 const Frontier& frontier) {
  Builder builder(values);
  std::set<int> numbers = frontier.first;
  numbers.insert(frontier.second.begin(), frontier.second.end());
  for (const int number : numbers) builder.add_input(number);
  builder.add_side(Side::first, frontier.first, frontier.first_nodes, a);
  builder.add_side(Side::second, frontier.second, frontier.second_nodes, b);
  return builder.take();
}

}  // namespace rewright::models
