// SPDX-License-Identifier: Apache-2.0
//
// One pass over the second graph: numbers its values, and makes those one with
// values of the first that are proved equal, or that are assumed to be.
#pragma once

#include <set>
#include <vector>

#include "models/attempts.h"
#include "models/hints.h"

namespace rewright::models {

/// A value of the second graph that is one with a value of the first.
struct Pair {
  ir::Ref first, second;
  bool is_proved = false;  // else only assumed
  Proof proof;             // the last attempt's

  /// Neither proved nor close.
  bool is_assumed() const { return !is_proved && !proof.is_close; }
};

struct Swept {
  std::vector<Pair> pairs;  // in order; congruent nodes are not listed
  int congruent = 0;
  int open_outputs = 0;  // that are not one
  int assumed() const;
};

/// Nodes of rhs in `banned` are never assumed to be anything. Leaves the
/// numbers of the pass in `values`.
Swept sweep(Congruence& values, const Hints& hints, Attempts& attempts,
            const std::set<int>& banned);

}  // namespace rewright::models
