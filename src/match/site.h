// SPDX-License-Identifier: Apache-2.0
//
// Where a graph has the operators of a pattern, connected as the pattern is:
// a search by backtracking from one of the pattern's outputs. Operands of
// commutative operators are tried in both orders; an unknown that occurs twice
// is one value. Shapes and attributes are not looked at yet (bind.h).
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "match/pattern.h"
#include "match/subject.h"

namespace rewright::match {

struct Site {
  std::vector<int> nodes;                      // by node of the pattern
  std::vector<std::optional<ir::Ref>> inputs;  // by input of the rule
};

/// Calls `found` with the sites whose first output is a result of node
/// `anchor`, until it answers true. A search that takes too long is ended.
void find_sites(const Pattern& pattern, const Subject& subject, int anchor,
                const std::function<bool(const Site&)>& found);

/// The operator of the node behind the pattern's first output; null when that
/// is an input, so that the pattern is nothing to look for.
const ir::Operator* anchor_operator(const Pattern& pattern);

bool is_commutative(const ir::Operator& op);

}  // namespace rewright::match
