// SPDX-License-Identifier: Apache-2.0
#include "onnx/opaque_terms.h"

#include <tuple>
#include <utility>

#include "ir/attribute_order.h"

namespace rewright::onnx {

bool OpaqueTerms::KeyOrder::operator()(const Key& a, const Key& b) const {
  const auto rest = [](const Key& k) {
    return std::tie(k.op, k.operands, k.types, k.slot);
  };
  if (rest(a) != rest(b)) return rest(a) < rest(b);
  return ir::compare(a.attributes, b.attributes) < 0;
}

int OpaqueTerms::number_of(Key key) {
  const auto next = static_cast<int>(numbers_.size());
  return numbers_.emplace(std::move(key), next).first->second;
}

std::vector<int> OpaqueTerms::operands_of(const ir::Node& node,
                                          const ir::Graph& graph) {
  std::vector<int> numbers;
  for (const auto& operand : node.operands)
    numbers.push_back(operand ? number_of(*operand, graph) : -1);
  return numbers;
}

/// Nodes are numbered in order, so that their operands are before them.
int OpaqueTerms::number_of(const ir::Ref& ref, const ir::Graph& graph) {
  int number = -1;
  if (ref.node >= 0) {
    const auto last = static_cast<std::size_t>(ref.node);
    for (std::size_t n = nodes_[&graph].size(); n <= last; ++n) {
      const int made = number_of_node(graph, n);
      nodes_[&graph].push_back(made);
    }
    number = nodes_[&graph][last];
  }
  return number_of(Key{.op = {},
                       .attributes = {},
                       .operands = {number},
                       .types = {},
                       .slot = ref.slot});
}

int OpaqueTerms::number_of_node(const ir::Graph& graph, std::size_t n) {
  const ir::Node& node = graph.nodes[n];
  Key key{.op = node.op->name,
          .attributes = node.attributes,
          .operands = operands_of(node, graph),
          .types = {},
          .slot = 0};
  for (const ir::TensorType& result : node.results)
    key.types.push_back(
        rule_.type_classes[static_cast<std::size_t>(result.type_class)]);
  return number_of(std::move(key));
}

index::Expr OpaqueTerms::fresh(const std::string& name) {
  std::string unique = name;
  for (int k = 2; !taken_.insert(unique).second; ++k)
    unique = name + "_" + std::to_string(k);
  const auto symbol = index::make_symbol(unique, index::SymbolKind::size);
  rule_.sizes.push_back({symbol, 0});
  return index::Expr(symbol);
}

void OpaqueTerms::complete(ir::Node& node, const ir::Graph& graph,
                           const std::vector<ResultType>& results) {
  const int number = number_of(Key{.op = node.op->name,
                                   .attributes = node.attributes,
                                   .operands = operands_of(node, graph),
                                   .types = {},
                                   .slot = 0});
  const auto [known, is_new] = results_.emplace(number, ir::Attributes());
  for (std::size_t k = 0; is_new && k < results.size(); ++k) {
    const std::string which = std::to_string(k);
    ir::Shape shape;
    const auto unknown = std::vector<std::optional<index::Expr>>(1);
    for (const auto& dim : results[k].dims.value_or(unknown))
      shape.push_back({dim ? *dim
                           : fresh(node.name + "_" + which + "_" +
                                   std::to_string(shape.size()))});
    known->second["shape" + which] = shape;
    if (!results[k].dims || !results[k].type)
      known->second["vague" + which] = index::Expr(1);
    known->second["type" + which] =
        results[k].type.value_or(ir::ElementType::boolean);
  }
  node.attributes.insert(known->second.begin(), known->second.end());
}

}  // namespace rewright::onnx
