// SPDX-License-Identifier: Apache-2.0
//
// A rule at a site as a rule of its own. Its left side is the graph's nodes
// themselves, its right side the rule's at the sizes that were bound, inferred
// anew; so a proof of it speaks of the graph and rests on nothing that was
// done to find the site. Its inputs are the values that are bound, each once.
// Conditions of the rule on elements are not taken over: what is proved of the
// instance holds without them.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "match/bind.h"

namespace rewright::match {

struct Instance {
  ir::Rule rule;
  /// Rule, ranks, numbers and types: instances of one key are the same rule.
  std::string key;
  std::vector<ir::Ref> inputs;   // the graph's values, by input of `rule`
  std::vector<ir::Ref> outputs;  // the graph's values that lhs computes
  std::vector<int> nodes;        // of the graph, by node of lhs
};

/// Throws ir::IllFormed when the right side is not, or not surely, well
/// formed, or has an output of another shape or type than the left.
Instance instance(const Pattern& pattern, const Subject& subject,
                  const Site& site, const Binding& binding);

/// The same with those inputs that are uniform constants of the graph as
/// constants on both sides.
ir::Rule with_constants(const Instance& instance, const Subject& subject);
/// The same for the chosen ones of them.
ir::Rule with_constants(const Instance& instance, const Subject& subject,
                        const std::vector<bool>& is_chosen);

}  // namespace rewright::match
