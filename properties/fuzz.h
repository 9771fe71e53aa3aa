// SPDX-License-Identifier: Apache-2.0
//
// Property-based testing of rules: both sides at random sizes, attributes and
// tensors, in exact arithmetic and in floating point, shrunk when they
// differ. RapidCheck is called as a library; a seed reproduces a run.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>

#include "evaluate/tensor.h"
#include "evidence/evidence.h"
#include "ir/graph.h"
#include "properties/draws.h"
#include "solver/session.h"

namespace rewright::properties {

struct FuzzOptions {
  std::int64_t cases = 200;  // kept cases; discards come on top
  std::uint64_t seed = 1;
  std::int64_t largest_size = 6;         // of one axis, before when
  std::int64_t largest_elements = 4096;  // of any one tensor
  double most_work = 1e9;                // scalar operations, estimated
  double most_work_of_case = 1e9;        // the same of one case
  /// Make a counterexample smaller before it is reported.
  bool shrink = true;
  /// Only machine floats with this kind of values.
  std::optional<Values> values = {};
  /// Inputs that have this one value only: a model's constants. They are
  /// never drawn, so that a counterexample is one of the model.
  std::map<int, std::shared_ptr<const evaluate::Tensor>> constants = {};
};

/// `session` finds instances of rare preconditions. Same seed, same result,
/// on any machine.
evidence::FuzzResult fuzz(const ir::Rule& rule, const FuzzOptions& options,
                          solver::Session& session);

/// Runs one case by its seed again (--replay).
evidence::FuzzResult replay(const ir::Rule& rule, std::uint64_t seed,
                            const FuzzOptions& options,
                            solver::Session& session);

}  // namespace rewright::properties
