// SPDX-License-Identifier: Apache-2.0
//
// Random sizes, ranks and integers of a rule. Profiles matter more than
// numbers: equal dims hide most real bugs, so many draws have all sizes
// distinct, some all equal, some with ones, some (where a size may be 0) with
// zeros. The constraints are met by search.h; where that rarely succeeds, by
// models from the solver, which are made once per rule, in a session of their
// own and from a fixed seed, so that a case seed alone says which is meant.
#pragma once

#include <map>
#include <optional>
#include <vector>

#include "properties/fuzz.h"
#include "properties/search.h"

namespace rewright::properties {

class Sizes {
 public:
  Sizes(const ir::Rule& rule, const FuzzOptions& options);

  /// Ranks and values for `seed` (no element types), or nothing when the
  /// search gave up.
  std::optional<ir::Assignment> draw(std::uint64_t seed);
  /// The same from the solver's models.
  std::optional<ir::Assignment> draw_model(std::uint64_t seed);

  /// The constraints at the ranks of `at`.
  const Problem& problem(const ir::Assignment& at);

 private:
  ir::Assignment draw_ranks(Stream& stream) const;

  const ir::Rule& rule_;
  FuzzOptions options_;
  std::map<std::vector<int>, Problem> problems_;  // by the ranks of all groups
  std::optional<std::vector<ir::Assignment>> models_;
};

/// First choices and alternatives for every unknown.
Proposals propose(const Problem& problem, const FuzzOptions& options,
                  Stream& stream);

/// Instances found by the solver, made as different as it allows.
std::vector<ir::Assignment> solver_models(const ir::Rule& rule);

}  // namespace rewright::properties
