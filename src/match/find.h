// SPDX-License-Identifier: Apache-2.0
//
// Rules in a graph: where a rule could be applied, as instances of it, and
// where it only almost could, with what is in the way. A match takes away the
// nodes of its left side; whether the results that it does not compute anew
// are read elsewhere is found here, as far as the graph shows it.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "match/instance.h"

namespace rewright::match {

struct Match {
  Instance instance;
  /// Nodes of the graph that are replaced; constants are not among them.
  std::vector<int> removed;
};

enum class Refusal {
  none,
  shapes,
  unbound,
  types,
  when,
  ill_formed,      // the right side, with a detail
  used_elsewhere,  // an interior value; the detail names its node
  cycle,           // an input depends on an output
};
/// "an interior value is used elsewhere", ...
std::string_view sentence(Refusal refusal);

struct Finding {
  Refusal refusal = Refusal::none;
  std::string detail;
  std::vector<int> nodes;  // of the graph, by the pattern's order
  Match match;             // when nothing is in the way
};

/// Reports every site whose first output is result of a node of the pattern's
/// operator: one match per node at most, else what came nearest to one.
void find(const Pattern& pattern, const Subject& subject,
          const std::function<void(Finding)>& report);

}  // namespace rewright::match
