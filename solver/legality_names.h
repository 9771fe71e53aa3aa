// SPDX-License-Identifier: Apache-2.0
//
// The names that a limit's formula may use at one node: the operator's own
// (Operator::named_dims) and these of every operator:
//
//     rank         of each operand and result
//     elements     number of elements of each operand and result
//     activation0  1 when operand 0 depends on an input that is no constant;
//                  activation1 and so on
//
// Limits on "model" see the whole graph instead: inputs and outputs (their
// numbers), bytes (of each of them), dynamic_sizes (sizes that are unknown).
//
// The rank of an axis group is a size of its own, >= 0, printed `rank(r)`.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "ir/graph.h"
#include "syntax/ast.h"

namespace rewright::solver {

class Ranks {
 public:
  explicit Ranks(const ir::Rule& rule);

  index::Expr of(const ir::Shape& shape) const;
  /// Makes the ranks known as sizes >= 0.
  void declare(index::Facts& facts) const;
  /// `f` with each sum of ranks and a number put in terms of the rank of the
  /// first input that has just these groups, if any does: `rank(x) <= 10`.
  index::Formula readable(const index::Formula& f) const;
  /// Whether `f` is about ranks and nothing else.
  bool are_all_of(const index::Formula& f) const;

 private:
  index::Expr readable(const index::Expr& e) const;

  struct InputRank {
    index::Expr rank;
    index::Symbol symbol;  // `rank(x)`
  };
  std::map<std::string, index::Symbol> groups_;
  std::vector<InputRank> inputs_;
};

/// What of a graph depends on its inputs, and is thus an activation.
class Activations {
 public:
  /// All inputs but the `constants` are activations.
  Activations(const ir::Graph& graph, std::set<int> constants);
  bool contains(std::size_t node) const { return nodes_[node]; }
  bool contains(const std::optional<ir::Ref>& ref) const;

 private:
  std::set<int> constants_;
  std::vector<bool> nodes_;
};

struct NodeView {
  const ir::Rule& rule;
  const ir::Graph& graph;
  const ir::Node& node;
  const index::Facts& facts;
  const Ranks& ranks;
  const Activations& activations;
};

/// Bytes of one element of the narrowest type in `set`.
std::int64_t least_width(ir::TypeSet set);

std::vector<ir::NamedDim> names_at(const NodeView& view);
std::vector<ir::NamedDim> names_of_model(const ir::Rule& rule,
                                         const ir::Graph& graph,
                                         const Activations& activations);

/// "KH = 500, KW = 7": what the names in `formula` stand for.
std::string print_values(const syntax::Expr& formula,
                         const std::vector<ir::NamedDim>& names);

}  // namespace rewright::solver
