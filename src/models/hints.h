// SPDX-License-Identifier: Apache-2.0
//
// Which values of the second graph may be those of the first: guesses that
// only cost time when they are wrong. Two values are paired when
//
//   the models give them one name;
//   they are outputs at the same place;
//   they are operands of a pair of the same operators;
//   they are the last to depend on the same inputs and constants.
//
// Pairs have equal shapes and element types.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "models/congruence.h"

namespace rewright::models {

/// What the models call the results of nodes; "" where they have no name.
struct Names {
  std::vector<std::vector<std::string>> first, second;  // by node and slot
};

class Hints {
 public:
  /// Of rhs all nodes must have been numbered.
  Hints(const Congruence& values, const Names& names);

  /// Values of lhs that result `slot` of node `node` of rhs may be, the
  /// likeliest first.
  const std::vector<ir::Ref>& of(int node, int slot) const;

 private:
  using Pairs = std::vector<std::pair<ir::Ref, ir::Ref>>;

  void align(const Congruence& values, Pairs left);
  static Pairs by_name(const Congruence& values, const Names& names);
  void by_dependence(const Congruence& values);
  bool add(const Congruence& values, const ir::Ref& a, const ir::Ref& b);

  std::vector<std::vector<std::vector<ir::Ref>>> of_;
};

}  // namespace rewright::models
