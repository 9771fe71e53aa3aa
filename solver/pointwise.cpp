// SPDX-License-Identifier: Apache-2.0
#include "solver/pointwise.h"

#include "solver/context.h"
#include "solver/pointwise_query.h"

namespace rewright::solver {

using evidence::Axiom;

Pointwise::Pointwise(
    const ir::Rule& rule, ir::ElementClass element_class, Session& session,
    Comparer& comparer,
    const std::vector<std::pair<ir::ElementCondition, Sum>>& assumed,
    std::set<Axiom>& axioms, std::vector<evidence::Obligation>& log)
    : rule_(rule),
      class_(element_class),
      session_(session),
      comparer_(comparer),
      assumed_(assumed),
      axioms_(axioms),
      log_(log) {}

Pointwise::Outcome Pointwise::ask(const index::Facts& facts, const Goal& goal,
                                  bool everything) {
  Outcome outcome;
  try {
    outcome.answer = session_.context().satisfiable(
        facts,
        [&](Encoder& e) {
          Query query(rule_, class_, everything, comparer_, facts, e);
          e.add(goal(query));
          for (const auto& condition : assumed_) query.assume(condition);
          outcome.axioms = query.axioms();
          outcome.may_know_more = query.may_know_more();
          outcome.has_machine_integers = query.has_machine_integers();
        },
        nullptr, &outcome.obligation);
  } catch (const Inexpressible&) {
    return {};
  }
  return outcome;
}

/// Not shown, or shown only of integers that never wrap around.
bool Pointwise::needs_more(const Outcome& outcome) const {
  return outcome.answer != Answer::no ||
         (class_ == ir::ElementClass::integer &&
          outcome.axioms.count(Axiom::ordered_ring) != 0);
}

bool Pointwise::unsatisfiable(const index::Facts& facts,
                              const std::string& what, const Goal& goal,
                              bool even_if_exact) {
  Outcome outcome = ask(facts, goal, false);
  if (outcome.may_know_more && needs_more(outcome)) {
    Outcome other = ask(facts, goal, true);
    if (!needs_more(other)) outcome = std::move(other);
  }
  if (outcome.obligation.answer.empty()) return false;
  outcome.obligation.what = what;
  log_.push_back(outcome.obligation);
  if (outcome.answer != Answer::no) return false;
  if (needs_more(outcome) && !even_if_exact) return false;
  axioms_.insert(outcome.axioms.begin(), outcome.axioms.end());
  if (outcome.has_machine_integers) uses_machine_integers_ = true;
  return true;
}

bool Pointwise::equal(const Sum& a, const Sum& b,
                      const std::vector<Definedness>& defined,
                      const index::Facts& facts) {
  const auto differ = [&](Query& q) {
    for (const Definedness& d : defined)
      if (d.bound.empty()) q.encoder().add(q.condition(d, true));
    if (q.is_boolean(a) || q.is_boolean(b)) return q.truth(a) != q.truth(b);
    return q.differ(a, b);
  };
  return unsatisfiable(facts, "elements are equal", differ, true);
}

bool Pointwise::holds(const Definedness& d, const index::Facts& facts) {
  index::Facts inner = facts;
  for (const auto& b : d.bound) inner.add_variable(b.symbol, b.extent);
  return unsatisfiable(
      inner, "always defined", [&](Query& q) { return !q.condition(d, false); },
      false);
}

bool Pointwise::equivalent(const std::vector<Definedness>& a,
                           const std::vector<Definedness>& b,
                           const index::Facts& facts) {
  const auto differ = [&](Query& q) {
    z3::expr l = q.encoder().context().bool_val(true), r = l;
    for (const auto& d : a) l = l && q.condition(d, false);
    for (const auto& d : b) r = r && q.condition(d, false);
    return l != r;
  };
  return unsatisfiable(facts, "defined at the same elements", differ, false);
}

Answer Pointwise::satisfiable(const index::Facts& facts) {
  const bool everything = class_ == ir::ElementClass::integer;
  try {
    return session_.context().satisfiable(
        facts,
        [&](Encoder& e) {
          Query query(rule_, class_, everything, comparer_, facts, e);
          for (const auto& [condition, value] : assumed_)
            e.add(query.precondition(value));
        },
        nullptr, nullptr);
  } catch (const Inexpressible&) {
    return Answer::unknown;
  }
}

}  // namespace rewright::solver
