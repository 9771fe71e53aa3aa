// SPDX-License-Identifier: Apache-2.0
//
// The opaque nodes of one or two models: equal calls on equal values have
// results of the same shapes, of which sizes that are not known become sizes
// of the rule. Values are equal here when they are made in the same way.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "ir/graph.h"
#include "onnx/result_type.h"

namespace rewright::onnx {

class OpaqueTerms {
 public:
  explicit OpaqueTerms(ir::Rule& rule) : rule_(rule) {
    for (const auto& size : rule.sizes) taken_.insert(size.symbol->name);
  }
  OpaqueTerms(const OpaqueTerms&) = delete;
  OpaqueTerms& operator=(const OpaqueTerms&) = delete;

  /// Adds the types and shapes of its results to an opaque node of `graph`
  /// that has its other attributes and its operands. A new size is named
  /// after the node and is at least 0.
  void complete(ir::Node& node, const ir::Graph& graph,
                const std::vector<ResultType>& results);

  /// Makes the node unlike any other.
  void make_unique(ir::Node& node) {
    node.attributes["serial"] = index::Expr(++serials_);
  }

 private:
  /// A value: an input (op empty), a node of one of the graphs, or a call
  /// that is being made.
  struct Key {
    std::string op;
    ir::Attributes attributes;
    std::vector<int> operands;  // numbers of values; -1 is none
    std::vector<ir::TypeSet> types;
    int slot = 0;
  };
  struct KeyOrder {
    bool operator()(const Key& a, const Key& b) const;
  };

  std::vector<int> operands_of(const ir::Node& node, const ir::Graph& graph);
  int number_of(const ir::Ref& ref, const ir::Graph& graph);
  int number_of(Key key);
  int number_of_node(const ir::Graph& graph, std::size_t node);
  index::Expr fresh(const std::string& name);

  ir::Rule& rule_;
  std::map<Key, int, KeyOrder> numbers_;
  std::map<const ir::Graph*, std::vector<int>> nodes_;
  std::map<int, ir::Attributes> results_;  // by number of the call
  std::set<std::string> taken_;            // names of sizes
  int serials_ = 0;
};

}  // namespace rewright::onnx
