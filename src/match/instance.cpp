// SPDX-License-Identifier: Apache-2.0
#include "match/instance.h"

#include <algorithm>
#include <sstream>
#include <utility>

namespace rewright::match {

namespace {

class Builder {
 public:
  Builder(const Pattern& pattern, const Subject& subject, const Site& site,
          const Binding& binding)
      : pattern_(pattern),
        subject_(subject),
        site_(site),
        binding_(binding),
        expansion_(binding.at->ranks, values_of(binding)),
        facts_(subject.facts()) {}

  Instance run() {
    ir::Rule& rule = made_.rule;
    rule.name = pattern_.rule().name;
    rule.source = pattern_.rule().source;
    rule.position = pattern_.rule().position;
    rule.sizes = subject_.rule().sizes;
    rule.when = subject_.rule().when;
    add_inputs();
    copy_left();
    for (const ir::Node& node : pattern_.rule().rhs.nodes) add_right(node);
    for (const ir::Ref& output : pattern_.rule().rhs.outputs)
      rule.rhs.outputs.push_back(moved(output));
    require_same_outputs();
    made_.key = key();
    return std::move(made_);
  }

 private:
  int type_class(ir::ElementType type) {
    auto& classes = made_.rule.type_classes;
    const ir::TypeSet wanted = ir::set_of(type);
    const auto found = std::ranges::find(classes, wanted);
    if (found == classes.end()) classes.push_back(wanted);
    return static_cast<int>(std::ranges::find(classes, wanted) -
                            classes.begin());
  }

  ir::TensorType type_of(const ir::Ref& value) {
    return {type_class(subject_.type(value)), subject_.shape(value)};
  }

  void add_inputs() {
    for (std::size_t k = 0; k < site_.inputs.size(); ++k) {
      input_of_.push_back(-1);
      if (!site_.inputs[k]) continue;
      const ir::Input& input = pattern_.rule().inputs[k];
      input_of_[k] = add_input(*site_.inputs[k], input.name);
    }
  }

  int add_input(const ir::Ref& value, const std::string& name) {
    const auto found = std::ranges::find_if(
        made_.inputs,
        [&](const ir::Ref& known) { return subject_.is_same(known, value); });
    if (found != made_.inputs.end())
      return static_cast<int>(found - made_.inputs.begin());
    made_.inputs.push_back(value);
    made_.rule.inputs.push_back(
        {.name = name, .type = type_of(value), .position = {}});
    return static_cast<int>(made_.inputs.size()) - 1;
  }

  std::string key() const {
    std::ostringstream text;
    text << pattern_.rule().name;
    for (const auto& [group, rank] : binding_.at->ranks)
      text << ' ' << group << rank;
    for (const auto& [id, values] : values_of(binding_))
      for (const index::Expr& value : values) text << ' ' << print(value);
    for (const int input : input_of_) text << " i" << input;
    for (const ir::TypeSet types : made_.rule.type_classes)
      text << ' ' << ir::print(types);
    for (const ir::Node& node : made_.rule.lhs.nodes) {
      text << ' ' << node.op->name;
      for (const auto& operand : node.operands)
        if (operand) text << ' ' << operand->node << '.' << operand->slot;
    }
    return text.str();
  }

  // --- The left side --------------------------------------------------------

  void copy_left() {
    for (const int n : site_.nodes)
      if (n >= 0) made_.nodes.push_back(n);
    std::ranges::sort(made_.nodes);
    const auto [first, last] = std::ranges::unique(made_.nodes);
    made_.nodes.erase(first, last);
    for (const int n : made_.nodes) copy(n);
    for (const ir::Ref& output : pattern_.graph().outputs) {
      const ir::Ref value =
          output.node < 0
              ? site_.inputs.at(static_cast<std::size_t>(output.slot)).value()
              : ir::Ref{site_.nodes[static_cast<std::size_t>(output.node)],
                        output.slot};
      made_.outputs.push_back(value);
      made_.rule.lhs.outputs.push_back(left(value));
    }
  }

  void copy(int n) {
    ir::Node node = subject_.node(n);
    for (auto& operand : node.operands)
      if (operand) operand = left(*operand);
    for (std::size_t k = 0; k < node.results.size(); ++k)
      node.results[k].type_class =
          type_class(subject_.type({n, static_cast<int>(k)}));
    made_.rule.lhs.nodes.push_back(std::move(node));
  }

  /// A bound value is an input even where a node of the site computes it;
  /// constants may be the same under another reference.
  ir::Ref left(const ir::Ref& value) const {
    const auto node = std::ranges::find(made_.nodes, value.node);
    if (value.node >= 0 && node != made_.nodes.end())
      return {static_cast<int>(node - made_.nodes.begin()), value.slot};
    const auto input = std::ranges::find_if(
        made_.inputs,
        [&](const ir::Ref& known) { return subject_.is_same(known, value); });
    if (input == made_.inputs.end())
      throw ir::IllFormed("a value of the left side is not bound");
    return {-1, static_cast<int>(input - made_.inputs.begin())};
  }

  // --- The right side -------------------------------------------------------

  ir::Ref moved(const ir::Ref& ref) const {
    if (ref.node >= 0) return ref;
    const int input = input_of_.at(static_cast<std::size_t>(ref.slot));
    if (input < 0)
      throw ir::IllFormed(
          "the left side does not bind '" +
          pattern_.rule().inputs.at(static_cast<std::size_t>(ref.slot)).name +
          "'");
    return {-1, input};
  }

  void add_right(const ir::Node& from) {
    ir::Node node;
    node.op = from.op;
    for (const auto& operand : from.operands)
      node.operands.push_back(operand ? std::optional(moved(*operand))
                                      : std::nullopt);
    node.attributes =
        expansion_.attributes(pattern_.rule(), pattern_.rule().rhs, from);
    node.name = from.name;
    node.position = from.position;
    ir::Graph& graph = made_.rule.rhs;
    ir::Inferred inferred = ir::infer_shapes(
        *node.op, ir::call_of(made_.rule, graph, node, facts_));
    if (inferred.results.size() != from.results.size())
      throw ir::IllFormed(node.op->name + " gives another number of results");
    for (std::size_t k = 0; k < from.results.size(); ++k) {
      for (ir::Dim& dim : inferred.results[k])
        dim.extent = facts_.simplify(dim.extent);
      node.results.push_back({type_class(element_type(from.results[k])),
                              std::move(inferred.results[k])});
    }
    node.conditions = std::move(inferred.conditions);
    require(node);
    graph.nodes.push_back(std::move(node));
  }

  ir::ElementType element_type(const ir::TensorType& type) const {
    const auto number = static_cast<std::size_t>(type.type_class);
    if (const auto& bound = binding_.types.at(number)) return *bound;
    const auto only = ir::members(pattern_.rule().type_classes.at(number));
    if (only.size() != 1)
      throw ir::IllFormed("an element type of the right side is open");
    return only.front();
  }

  void require(const ir::Node& node) const {
    for (const ir::Condition& condition : node.conditions)
      if (!facts_.proves(condition.formula))
        throw ir::IllFormed(
            ir::describe(*node.op, ir::call_of(made_.rule, made_.rule.rhs, node,
                                               facts_)) +
            " must " + condition.text);
  }

  void require_same_outputs() const {
    const ir::Rule& rule = made_.rule;
    for (std::size_t k = 0; k < rule.lhs.outputs.size(); ++k) {
      const auto& a = rule.type_of(rule.lhs, rule.lhs.outputs[k]);
      const auto& b = rule.type_of(rule.rhs, rule.rhs.outputs.at(k));
      const bool is_same =
          a.type_class == b.type_class &&
          std::ranges::equal(
              a.shape, b.shape, [&](const ir::Dim& left, const ir::Dim& right) {
                return facts_.proves_equal(left.extent, right.extent);
              });
      if (!is_same)
        throw ir::IllFormed("the right side has the shape " +
                            ir::print(b.shape) + " instead of " +
                            ir::print(a.shape));
    }
  }

  const Pattern& pattern_;
  const Subject& subject_;
  const Site& site_;
  const Binding& binding_;
  const ir::Expansion expansion_;
  const index::Facts& facts_;
  Instance made_;
  std::vector<int> input_of_;  // by input of the pattern's rule
};

/// Puts the constants before the nodes of a graph and lets them be read.
void read_constants(const std::vector<std::optional<ir::Node>>& by_input,
                    ir::Graph& graph) {
  std::vector<ir::Node> nodes;
  std::vector<int> place(by_input.size(), -1);
  for (std::size_t k = 0; k < by_input.size(); ++k) {
    if (!by_input[k]) continue;
    place[k] = static_cast<int>(nodes.size());
    nodes.push_back(*by_input[k]);
  }
  const int shift = static_cast<int>(nodes.size());
  const auto move = [&](ir::Ref& ref) {
    if (ref.node >= 0)
      ref.node += shift;
    else if (const int at = place[static_cast<std::size_t>(ref.slot)]; at >= 0)
      ref = {at, 0};
  };
  for (ir::Node& node : graph.nodes) {
    for (auto& operand : node.operands)
      if (operand) move(*operand);
    nodes.push_back(std::move(node));
  }
  for (ir::Ref& output : graph.outputs) move(output);
  graph.nodes = std::move(nodes);
}

}  // namespace

Instance instance(const Pattern& pattern, const Subject& subject,
                  const Site& site, const Binding& binding) {
  return Builder(pattern, subject, site, binding).run();
}

ir::Rule with_constants(const Instance& instance, const Subject& subject) {
  return with_constants(instance, subject,
                        std::vector<bool>(instance.inputs.size(), true));
}

ir::Rule with_constants(const Instance& instance, const Subject& subject,
                        const std::vector<bool>& is_chosen) {
  ir::Rule rule = instance.rule;
  std::vector<std::optional<ir::Node>> by_input;
  for (std::size_t k = 0; k < instance.inputs.size(); ++k) {
    by_input.emplace_back();
    const int n = instance.inputs[k].node;
    if (!is_chosen[k] || n < 0 || subject.node(n).op->name != "Const") continue;
    by_input.back() = subject.node(n);
    by_input.back()->results.front().type_class =
        rule.inputs[k].type.type_class;
  }
  read_constants(by_input, rule.lhs);
  read_constants(by_input, rule.rhs);
  return rule;
}

}  // namespace rewright::match
