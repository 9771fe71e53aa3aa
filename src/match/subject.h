// SPDX-License-Identifier: Apache-2.0
//
// A graph in which rules are looked for. An edge is (producer, result,
// consumer, operand): who reads a value is known with the operand it is read
// as. Nodes are found by their operator.
#pragma once

#include <optional>
#include <unordered_map>
#include <vector>

#include "ir/graph.h"

namespace rewright::match {

struct Use {
  int node = -1;
  int operand = 0;
};

class Subject {
 public:
  /// `graph` is a side of `rule`, without axis groups; both must outlive
  /// this. Nodes that are marked as leaves are values, not something to be
  /// rewritten; constants are recognised all the same.
  Subject(const ir::Rule& rule, const ir::Graph& graph,
          std::vector<bool> is_leaf);

  const ir::Rule& rule() const { return rule_; }
  const ir::Graph& graph() const { return graph_; }
  const index::Facts& facts() const { return facts_; }
  const ir::Node& node(int n) const {
    return graph_.nodes.at(static_cast<std::size_t>(n));
  }
  bool is_leaf(int n) const { return is_leaf_.at(static_cast<std::size_t>(n)); }
  const ir::Shape& shape(const ir::Ref& ref) const {
    return rule_.type_of(graph_, ref).shape;
  }
  /// A node's attributes in normal form (attributes.h), made when asked for.
  const ir::Attributes& attributes(int n) const;
  /// Whether the element type of a value is known.
  bool has_type(const ir::Ref& ref) const;
  /// The only element type of a value that has one.
  ir::ElementType type(const ir::Ref& ref) const;

  /// Nodes of an operator in the order of the graph.
  const std::vector<int>& nodes_of(const ir::Operator* op) const;
  const std::vector<Use>& uses(const ir::Ref& ref) const;
  bool is_output(const ir::Ref& ref) const;
  /// One value, or two constants that are the same.
  bool is_same(const ir::Ref& a, const ir::Ref& b) const;
  /// Whether some of `from` is read, directly or not, to compute one of `to`.
  bool reaches(const std::vector<ir::Ref>& from,
               const std::vector<ir::Ref>& to) const;

 private:
  static std::uint64_t key(const ir::Ref& ref);

  const ir::Rule& rule_;
  const ir::Graph& graph_;
  index::Facts facts_;
  std::vector<bool> is_leaf_;
  mutable std::vector<std::optional<ir::Attributes>> attributes_;
  std::unordered_map<const ir::Operator*, std::vector<int>> by_operator_;
  std::unordered_map<std::uint64_t, std::vector<Use>> uses_;
};

}  // namespace rewright::match
