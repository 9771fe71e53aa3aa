// SPDX-License-Identifier: Apache-2.0
#include "match/subject.h"

#include <algorithm>
#include <utility>

#include "match/attributes.h"

namespace rewright::match {

Subject::Subject(const ir::Rule& rule, const ir::Graph& graph,
                 std::vector<bool> is_leaf)
    : rule_(rule),
      graph_(graph),
      facts_(rule.facts()),
      is_leaf_(std::move(is_leaf)),
      attributes_(graph.nodes.size()) {
  is_leaf_.resize(graph.nodes.size());
  for (std::size_t n = 0; n < graph.nodes.size(); ++n) {
    const ir::Node& node = graph.nodes[n];
    by_operator_[node.op].push_back(static_cast<int>(n));
    for (std::size_t k = 0; k < node.operands.size(); ++k)
      if (node.operands[k])
        uses_[key(*node.operands[k])].push_back(
            {static_cast<int>(n), static_cast<int>(k)});
  }
}

std::uint64_t Subject::key(const ir::Ref& ref) {
  return static_cast<std::uint64_t>(static_cast<std::int64_t>(ref.node) + 1)
             << 32 |
         static_cast<std::uint32_t>(ref.slot);
}

const ir::Attributes& Subject::attributes(int n) const {
  auto& known = attributes_.at(static_cast<std::size_t>(n));
  if (!known)
    known = normalised(node(n), operand_shapes(rule_, graph_, node(n)));
  return *known;
}

bool Subject::has_type(const ir::Ref& ref) const {
  const int type_class = rule_.type_of(graph_, ref).type_class;
  return ir::members(
             rule_.type_classes.at(static_cast<std::size_t>(type_class)))
             .size() == 1;
}

ir::ElementType Subject::type(const ir::Ref& ref) const {
  const int type_class = rule_.type_of(graph_, ref).type_class;
  return ir::members(
             rule_.type_classes.at(static_cast<std::size_t>(type_class)))
      .at(0);
}

const std::vector<int>& Subject::nodes_of(const ir::Operator* op) const {
  static const std::vector<int> none;
  const auto found = by_operator_.find(op);
  return found == by_operator_.end() ? none : found->second;
}

const std::vector<Use>& Subject::uses(const ir::Ref& ref) const {
  static const std::vector<Use> none;
  const auto found = uses_.find(key(ref));
  return found == uses_.end() ? none : found->second;
}

bool Subject::is_output(const ir::Ref& ref) const {
  return std::ranges::find(graph_.outputs, ref) != graph_.outputs.end();
}

bool Subject::is_same(const ir::Ref& a, const ir::Ref& b) const {
  if (a == b) return true;
  if (a.node < 0 || b.node < 0 || !has_type(a) || !has_type(b) ||
      type(a) != type(b))
    return false;
  const ir::Node &left = node(a.node), &right = node(b.node);
  if (left.op != right.op || left.op->name != "Const") return false;
  std::vector<Equation> open;
  return equate(left.attributes, right.attributes, open) &&
         equate(shape(a), shape(b), open) && open.empty();
}

bool Subject::reaches(const std::vector<ir::Ref>& from,
                      const std::vector<ir::Ref>& to) const {
  std::vector<bool> reads(graph_.nodes.size(), false);
  const auto is_reading = [&](const ir::Ref& ref) {
    return std::ranges::find(from, ref) != from.end() ||
           (ref.node >= 0 && reads[static_cast<std::size_t>(ref.node)]);
  };
  for (std::size_t n = 0; n < graph_.nodes.size(); ++n)
    for (const auto& operand : graph_.nodes[n].operands)
      reads[n] = reads[n] || (operand && is_reading(*operand));
  return std::ranges::any_of(to, is_reading);
}

}  // namespace rewright::match
