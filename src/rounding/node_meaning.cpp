// SPDX-License-Identifier: Apache-2.0
#include "rounding/node_meaning.h"

namespace rewright::rounding {

NodeMeaning node_meaning(const ir::Rule& rule, const ir::Graph& graph,
                         const ir::Node& node, int slot,
                         const index::Facts& facts) {
  NodeMeaning meaning{facts, {}, nullptr};
  ir::Indices at;
  for (const ir::Dim& dim :
       node.results.at(static_cast<std::size_t>(slot)).shape) {
    meaning.at.push_back(
        index::make_symbol("i", index::SymbolKind::variable, dim.group));
    meaning.facts.add_variable(meaning.at.back(), dim.extent);
    at.emplace_back(meaning.at.back());
  }
  std::vector<ir::Reader> readers;
  for (std::size_t k = 0; k < node.operands.size(); ++k)
    readers.push_back([k](const ir::Indices& indices) {
      return ir::access(static_cast<int>(k), indices);
    });
  const ir::Call call = ir::call_of(rule, graph, node, meaning.facts);
  meaning.value = node.op->meaning(call, readers, slot, at);
  return meaning;
}

}  // namespace rewright::rounding
