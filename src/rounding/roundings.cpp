// SPDX-License-Identifier: Apache-2.0
#include "rounding/roundings.h"

#include <algorithm>

#include "rounding/node_meaning.h"
#include "rounding/node_roundings.h"

namespace rewright::rounding {

namespace {

/// Counts node by node, each once, from an output down to the inputs.
class GraphCounter {
 public:
  GraphCounter(const ir::Rule& rule, const ir::Graph& graph, int type_class,
               ir::ElementType format)
      : rule_(rule),
        graph_(graph),
        type_class_(type_class),
        format_(format),
        facts_(rule.facts()) {}

  Cost cost(const ir::Ref& ref) {
    if (ref.node < 0) return {};
    const auto key = std::pair(ref.node, ref.slot);
    const auto found = known_.find(key);
    if (found != known_.end()) return found->second;
    const Cost result = of_result(
        graph_.nodes.at(static_cast<std::size_t>(ref.node)), ref.slot);
    return known_[key] = result;
  }

 private:
  Cost of_result(const ir::Node& node, int slot) {
    std::vector<Cost> operands;
    for (const auto& operand : node.operands)
      operands.push_back(operand ? cost(*operand) : Cost{});
    const int type_class =
        node.results.at(static_cast<std::size_t>(slot)).type_class;
    if (is_integer(type_class)) {
      if (reads_floats(node))
        throw NoCount("rounding may decide a code of " + node.op->name);
      return {};
    }
    const NodeMeaning meaning = node_meaning(rule_, graph_, node, slot, facts_);
    Cost cost = NodeCounter(node.op->rounding, format_of(type_class), operands,
                            meaning.facts)
                    .stored(meaning.value);
    cost.roundings.in_sums = facts_.simplify(cost.roundings.in_sums);
    cost.roundings.in_format = facts_.simplify(cost.roundings.in_format);
    return cost;
  }

  ir::TypeSet types(int type_class) const {
    return rule_.type_classes.at(static_cast<std::size_t>(type_class));
  }

  bool reads_floats(const ir::Node& node) const {
    return std::any_of(
        node.operands.begin(), node.operands.end(), [&](const auto& operand) {
          return operand &&
                 !is_integer(rule_.type_of(graph_, *operand).type_class);
        });
  }

  /// Integers are computed exactly, as integers that wrap around.
  bool is_integer(int type_class) const {
    return (types(type_class) & ~ir::integer_types) == 0;
  }

  /// Of other classes only exact values reach the output, through conditions;
  /// their format may be any, so constants have to fit the coarsest.
  ir::ElementType format_of(int type_class) const {
    return type_class == type_class_ ? format_ : ir::ElementType::bfloat16;
  }

  const ir::Rule& rule_;
  const ir::Graph& graph_;
  int type_class_;
  ir::ElementType format_;
  index::Facts facts_;
  std::map<std::pair<int, int>, Cost> known_;
};

}  // namespace

Count count_roundings(const ir::Rule& rule, const ir::Graph& graph,
                      const ir::Ref& output, ir::ElementType format) {
  const int type_class = rule.type_of(graph, output).type_class;
  try {
    return {
        GraphCounter(rule, graph, type_class, format).cost(output).roundings,
        ""};
  } catch (const NoCount& none) {
    return {{}, none.what()};
  } catch (const index::Overflow& overflow) {
    return {{}, overflow.what()};
  }
}

int precision(ir::ElementType format) {
  switch (format) {
    case ir::ElementType::float64:
      return 53;
    case ir::ElementType::float32:
      return 24;
    case ir::ElementType::float16:
      return 11;
    case ir::ElementType::bfloat16:
      return 8;
    default:
      throw std::logic_error("no floating type");
  }
}

bool is_short(ir::ElementType format) {
  return format == ir::ElementType::float16 ||
         format == ir::ElementType::bfloat16;
}

}  // namespace rewright::rounding
