// SPDX-License-Identifier: Apache-2.0
//
// Shapes and element types of one node at a time, and what a rule knows of
// its sizes.
#include "ir/graph.h"

#include <utility>

#include "ir/unify.h"
#include "ir/unsupported.h"

namespace rewright::ir {

index::Facts Rule::facts() const {
  index::Facts facts;
  for (const SizeDecl& size : sizes) facts.add_size(size.symbol, size.lower);
  for (const index::Symbol& integer : integers) facts.add_integer(integer);
  facts.assume(when);
  return facts;
}

const TensorType& Rule::type_of(const Graph& graph, const Ref& ref) const {
  const auto slot = static_cast<std::size_t>(ref.slot);
  if (ref.node < 0) return inputs.at(slot).type;
  return graph.nodes.at(static_cast<std::size_t>(ref.node)).results.at(slot);
}

index::Formula Rule::well_formed(const Graph& graph) const {
  index::Formula formula(true);
  for (const Node& node : graph.nodes) {
    for (const Condition& condition : node.conditions) {
      formula = formula && condition.formula;
    }
  }
  return formula;
}

namespace {

TypeClass class_of(const Rule& rule, const TensorType& type) {
  return {type.type_class,
          rule.type_classes.at(static_cast<std::size_t>(type.type_class))};
}

}  // namespace

Call call_of(const Rule& rule, const Graph& graph, const Node& node,
             const index::Facts& facts) {
  Call call{.attributes = node.attributes,
            .operands = {},
            .given = {},
            .facts = facts};
  std::size_t count = node.operands.size();
  while (count > 0 && !node.operands[count - 1]) --count;
  for (std::size_t k = 0; k < count; ++k) {
    const std::optional<Ref>& operand = node.operands[k];
    call.given.push_back(operand.has_value());
    call.operands.push_back(operand ? rule.type_of(graph, *operand).shape
                                    : Shape());
    call.operand_types.push_back(
        operand ? class_of(rule, rule.type_of(graph, *operand)) : TypeClass());
  }
  if (!node.results.empty())
    call.result_types = class_of(rule, node.results[0]);
  return call;
}

std::string describe(const Operator& op, const Call& call) {
  std::string text = op.name;
  for (std::size_t k = 0; k < call.operands.size(); ++k) {
    text += k == 0 ? " of " : ", ";
    text += call.given[k] ? print(call.operands[k]) : "nothing";
  }
  return text;
}

Inferred infer_shapes(const Operator& op, const Call& call) {
  try {
    return op.infer(call);
  } catch (const Unsupported& wrong) {
    throw Unsupported(describe(op, call) + ": " + wrong.what());
  } catch (const IllFormed& wrong) {
    throw IllFormed(describe(op, call) + ": " + wrong.what());
  }
}

void infer(Rule& rule, Graph& graph, Node& node, const index::Facts& facts) {
  Inferred inferred = infer_shapes(*node.op, call_of(rule, graph, node, facts));
  const std::vector<int> classes =
      unify_call(rule, graph, node, inferred.results.size());
  node.results.clear();
  for (std::size_t k = 0; k < classes.size(); ++k) {
    node.results.push_back({classes[k], std::move(inferred.results[k])});
  }
  node.conditions = std::move(inferred.conditions);
}

}  // namespace rewright::ir
