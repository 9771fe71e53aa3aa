// SPDX-License-Identifier: Apache-2.0
//
// The pointwise remainder: two normal forms compared by Z3 at one output
// index, for all ranks. Accesses are values with congruences (equal inputs at
// equal indices agree), min, max, select and comparisons are interpreted, ring
// operations are over the reals, everything else is opaque.
#pragma once

#include <functional>
#include <set>
#include <string>
#include <vector>

#include <z3++.h>

#include "solver/match.h"
#include "solver/normalise.h"
#include "solver/session.h"

namespace rewright::solver {

class Pointwise {
 public:
  Pointwise(const ir::Rule& rule, Session& session, Comparer& comparer,
            const std::vector<std::pair<ir::ElementCondition, Sum>>& assumed,
            std::set<evidence::Axiom>& axioms,
            std::vector<evidence::Obligation>& log);

  /// Whether a == b wherever the facts, the element conditions and the
  /// unbound ones of `defined` hold.
  bool equal(const Sum& a, const Sum& b,
             const std::vector<Definedness>& defined,
             const index::Facts& facts);
  /// Whether the definedness condition always holds.
  bool holds(const Definedness& d, const index::Facts& facts);
  /// Whether the two conjunctions of unbound conditions are equivalent.
  bool equivalent(const std::vector<Definedness>& a,
                  const std::vector<Definedness>& b, const index::Facts& facts);
  /// Whether the element conditions can hold at all: no = never.
  Answer satisfiable(const index::Facts& facts);

  class Query;

 private:
  bool unsatisfiable(const index::Facts& facts, const std::string& what,
                     const std::function<z3::expr(Query&)>& goal);

  const ir::Rule& rule_;
  Session& session_;
  Comparer& comparer_;
  const std::vector<std::pair<ir::ElementCondition, Sum>>& assumed_;
  std::set<evidence::Axiom>& axioms_;
  std::vector<evidence::Obligation>& log_;
};

}  // namespace rewright::solver
