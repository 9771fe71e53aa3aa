// SPDX-License-Identifier: Apache-2.0
//
// What a Session hides: the Z3 context, its counters, and one way of running
// a query that logs it. Only files of this folder see it.
#pragma once

#include <chrono>
#include <functional>
#include <optional>

#include <z3++.h>

#include "solver/encode.h"
#include "solver/session.h"

namespace rewright::solver {

struct Session::Context {
  std::optional<z3::context> shared;  // made when it is needed
  Budget budget;
  Shortcuts shortcuts;
  double seconds = 0;
  std::int64_t queries = 0;
  int given_up = 0;  // queries that used up their resources

  /// Fills a fresh solver through `fill`, checks it; `log` (may be null)
  /// receives the query. `read` (may be empty) sees the model of a "sat".
  Answer satisfiable(
      const index::Facts& facts, const std::function<void(Encoder&)>& fill,
      const std::function<void(Encoder&, const z3::model&)>& read,
      evidence::Obligation* log, std::uint32_t resources);
  Answer run(z3::context& z3, const index::Facts& facts,
             const std::function<void(Encoder&)>& fill,
             const std::function<void(Encoder&, const z3::model&)>& read,
             evidence::Obligation* log, std::uint32_t resources);
  /// The same with the session's budget per query.
  Answer satisfiable(
      const index::Facts& facts, const std::function<void(Encoder&)>& fill,
      const std::function<void(Encoder&, const z3::model&)>& read,
      evidence::Obligation* log) {
    return satisfiable(facts, fill, read, log, budget.resources_per_query);
  }
};

}  // namespace rewright::solver
