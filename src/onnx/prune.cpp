// SPDX-License-Identifier: Apache-2.0
#include "onnx/prune.h"

#include <utility>
#include <vector>

namespace rewright::onnx {

namespace {

std::vector<bool> needed_nodes(const ir::Graph& graph) {
  std::vector<bool> needed(graph.nodes.size(), false);
  const auto need = [&](const ir::Ref& ref) {
    if (ref.node >= 0) needed[static_cast<std::size_t>(ref.node)] = true;
  };
  for (const ir::Ref& output : graph.outputs) need(output);
  for (std::size_t n = graph.nodes.size(); n-- > 0;)
    if (needed[n])
      for (const auto& operand : graph.nodes[n].operands)
        if (operand) need(*operand);
  return needed;
}

}  // namespace

std::vector<int> prune(ir::Graph& graph) {
  const std::vector<bool> needed = needed_nodes(graph);
  std::vector<int> moved(graph.nodes.size(), -1);
  std::vector<ir::Node> kept;
  const auto move = [&](ir::Ref& ref) {
    if (ref.node >= 0) ref.node = moved[static_cast<std::size_t>(ref.node)];
  };
  for (std::size_t n = 0; n < needed.size(); ++n) {
    if (!needed[n]) continue;
    moved[n] = static_cast<int>(kept.size());
    kept.push_back(std::move(graph.nodes[n]));
    for (auto& operand : kept.back().operands)
      if (operand) move(*operand);
  }
  for (ir::Ref& output : graph.outputs) move(output);
  graph.nodes = std::move(kept);
  return moved;
}

}  // namespace rewright::onnx
