// SPDX-License-Identifier: Apache-2.0
//
// A graph as the model's nodes that it is from: which of our nodes each of
// them became (ir::Node::origin), and which values it reads and gives.
#pragma once

#include <cstddef>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "ir/graph.h"
#include "solver/legality_names.h"

namespace rewright::solver {

struct ModelNode {
  std::string name;
  std::string op_type;
};

class ModelGraph {
 public:
  /// `nodes` are the model's, in the order that origins count in.
  ModelGraph(const ir::Rule& rule, const ir::Graph& graph,
             std::vector<ModelNode> nodes, std::set<int> constants);

  const ir::Rule& rule() const { return rule_; }
  const ir::Graph& graph() const { return graph_; }
  const Activations& activations() const { return activations_; }

  std::size_t size() const { return nodes_.size(); }
  const ModelNode& node(std::size_t n) const { return nodes_[n]; }
  /// Our nodes that are from node n, in their order.
  const std::vector<std::size_t>& parts(std::size_t n) const {
    return parts_[n];
  }
  /// Those of them that limits are asked about, and opaque ones.
  std::vector<std::size_t> judged_parts(std::size_t n) const;

  /// What the parts of n read that is not of their own making, each once.
  std::vector<ir::Ref> operands(std::size_t n) const;
  /// What others read of the parts of n, or the graph gives out.
  std::vector<ir::Ref> results(std::size_t n) const;
  /// The model's node that a value is from; -1 for inputs.
  int producer(const ir::Ref& ref) const;

 private:
  using Key = std::pair<int, int>;

  const ir::Rule& rule_;
  const ir::Graph& graph_;
  const std::vector<ModelNode> nodes_;
  const Activations activations_;
  std::vector<std::vector<std::size_t>> parts_;
  std::set<Key> read_by_others_;
};

}  // namespace rewright::solver
