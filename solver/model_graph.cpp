// SPDX-License-Identifier: Apache-2.0
#include "solver/model_graph.h"

#include "ir/opaque.h"
#include "solver/legality_side.h"

namespace rewright::solver {

ModelGraph::ModelGraph(const ir::Rule& rule, const ir::Graph& graph,
                       std::vector<ModelNode> nodes, std::set<int> constants)
    : rule_(rule),
      graph_(graph),
      nodes_(std::move(nodes)),
      activations_(graph, std::move(constants)),
      parts_(nodes_.size()) {
  for (std::size_t i = 0; i < graph.nodes.size(); ++i) {
    const ir::Node& node = graph.nodes[i];
    if (node.origin < 0) continue;
    parts_.at(static_cast<std::size_t>(node.origin)).push_back(i);
    for (const auto& operand : node.operands)
      if (operand && producer(*operand) != node.origin)
        read_by_others_.insert({operand->node, operand->slot});
  }
  for (const ir::Ref& output : graph.outputs)
    read_by_others_.insert({output.node, output.slot});
}

std::vector<std::size_t> ModelGraph::judged_parts(std::size_t n) const {
  std::vector<std::size_t> result;
  for (const std::size_t part : parts_[n])
    if (ir::is_opaque(*graph_.nodes[part].op) ||
        why_free(graph_.nodes[part], activations_.contains(part)).empty())
      result.push_back(part);
  return result;
}

std::vector<ir::Ref> ModelGraph::operands(std::size_t n) const {
  std::vector<ir::Ref> result;
  std::set<Key> seen;
  for (const std::size_t part : parts_[n])
    for (const auto& operand : graph_.nodes[part].operands) {
      if (!operand || producer(*operand) == static_cast<int>(n)) continue;
      if (seen.insert({operand->node, operand->slot}).second)
        result.push_back(*operand);
    }
  return result;
}

std::vector<ir::Ref> ModelGraph::results(std::size_t n) const {
  std::vector<ir::Ref> result;
  for (const std::size_t part : parts_[n]) {
    const auto count = static_cast<int>(graph_.nodes[part].results.size());
    for (int slot = 0; slot < count; ++slot)
      if (read_by_others_.contains({static_cast<int>(part), slot}))
        result.push_back({static_cast<int>(part), slot});
  }
  return result;
}

int ModelGraph::producer(const ir::Ref& ref) const {
  if (ref.node < 0) return -1;
  return graph_.nodes[static_cast<std::size_t>(ref.node)].origin;
}

}  // namespace rewright::solver
