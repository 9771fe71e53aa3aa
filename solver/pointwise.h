// SPDX-License-Identifier: Apache-2.0
//
// The pointwise remainder: two normal forms compared by Z3 at one output
// index, for all ranks. Accesses are values with congruences (equal inputs at
// equal indices agree), min, max, select and comparisons are interpreted, ring
// operations are over the reals, everything else is opaque.
//
// What that leaves open is asked again with all that is known: of machine
// integers that they wrap around and how they are divided
// (pointwise_machine.h), of exp, log, sqrt, sigmoid and tanh that they
// increase.
#pragma once

#include <functional>
#include <set>
#include <string>
#include <vector>

#include <z3++.h>

#include "ir/element_type.h"
#include "solver/match.h"
#include "solver/normalise.h"
#include "solver/session.h"

namespace rewright::solver {

class Pointwise {
 public:
  Pointwise(const ir::Rule& rule, ir::ElementClass element_class,
            Session& session, Comparer& comparer,
            const std::vector<std::pair<ir::ElementCondition, Sum>>& assumed,
            std::set<evidence::Axiom>& axioms,
            std::vector<evidence::Obligation>& log);

  /// Whether a == b wherever the facts, the element conditions and the
  /// unbound ones of `defined` hold. Of integers this may need more than
  /// wrap-around ones allow: then Axiom::ordered_ring is among the axioms.
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
  /// Whether an answer used what holds of machine integers alone.
  bool uses_machine_integers() const { return uses_machine_integers_; }

  class Query;

 private:
  using Goal = std::function<z3::expr(Query&)>;
  struct Outcome {
    Answer answer = Answer::unknown;
    std::set<evidence::Axiom> axioms = {};
    bool may_know_more = false;  // another outcome with everything known
    bool has_machine_integers = false;
    evidence::Obligation obligation = {};
  };
  Outcome ask(const index::Facts& facts, const Goal& goal, bool everything);
  bool needs_more(const Outcome& outcome) const;
  bool unsatisfiable(const index::Facts& facts, const std::string& what,
                     const Goal& goal, bool even_if_exact);

  const ir::Rule& rule_;
  ir::ElementClass class_;
  Session& session_;
  Comparer& comparer_;
  const std::vector<std::pair<ir::ElementCondition, Sum>>& assumed_;
  std::set<evidence::Axiom>& axioms_;
  std::vector<evidence::Obligation>& log_;
  bool uses_machine_integers_ = false;
};

}  // namespace rewright::solver
