// SPDX-License-Identifier: Apache-2.0
//
// Congruence of two graphs over shared inputs: values are numbered so that
// equal numbers mean equal values, for all inputs and all sizes. Two results
// get one number when they are the same result of the same operator with the
// same attributes, and their operands have the same numbers; operands of
// commutative operators in any order. Numbering is linear in the number of
// nodes (value numbering: J. Cocke, "Global common subexpression elimination",
// 1970; congruence closure without its backward step, since graphs are read in
// topological order).
#pragma once

#include <string>
#include <unordered_map>
#include <vector>

#include "ir/graph.h"

namespace rewright::models {

enum class Side { first, second };

/// Whether the operator gives the same for its operands in any order.
bool is_commutative(const ir::Operator& op);

/// A text of an operator and its attributes, equal only for equal ones.
std::string text_of(const ir::Node& node);

class Congruence {
 public:
  /// Numbers the inputs and all of lhs; rhs is numbered node by node.
  explicit Congruence(const ir::Rule& rule);

  const ir::Rule& rule() const { return rule_; }
  const ir::Graph& graph(Side side) const {
    return side == Side::first ? rule_.lhs : rule_.rhs;
  }

  /// Forgets the numbers of rhs.
  void restart();
  /// Numbers the next node of rhs; true when it is one of lhs.
  bool number_next();
  /// Makes result `slot` of the last node numbered one with `number`.
  void merge(int slot, int number);

  /// The number of a value. Of rhs only those numbered so far.
  int number(Side side, const ir::Ref& ref) const;
  /// The first value of that side with this number; null when it has none.
  const ir::Ref* value(Side side, int number) const;
  bool is_common(int number) const {
    return value(Side::first, number) && value(Side::second, number);
  }

 private:
  struct Place {
    ir::Ref ref;
    bool is_there = false;
  };
  std::vector<int> numbers_of(Side side, const ir::Node& node);
  std::string key(Side side, const ir::Node& node) const;
  void keep(Side side, int number, const ir::Ref& ref);

  const ir::Rule& rule_;
  std::vector<std::vector<int>> numbers_[2];
  std::vector<Place> places_[2];  // by number
  std::unordered_map<std::string, std::vector<int>> known_;
  std::unordered_map<std::string, std::vector<int>> known_of_first_;
  int count_ = 0;
  int count_of_first_ = 0;
};

}  // namespace rewright::models
