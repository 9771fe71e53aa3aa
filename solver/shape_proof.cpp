// SPDX-License-Identifier: Apache-2.0
#include "solver/shape_proof.h"

#include "solver/context.h"

namespace rewright::solver {

using evidence::Obligation;
using evidence::Reason;
using evidence::Status;
using index::Formula;

namespace {

struct Goal {
  std::string what;
  Formula formula;
};

Formula dims_equal(const ir::Dim& a, const ir::Dim& b) {
  const Formula f = index::equal(a.extent, b.extent);
  return a.group.empty() ? f : index::all(a.group, f);
}

std::string output_name(const ir::Rule& rule, std::size_t k) {
  return rule.lhs.outputs.size() == 1 ? ""
                                      : "output " + std::to_string(k) + " ";
}

/// The goals, or in `mismatch` why the outputs cannot be compared at all.
std::vector<Goal> goals_of(const ir::Rule& rule, std::string& mismatch) {
  std::vector<Goal> goals;
  for (const ir::Node& node : rule.rhs.nodes)
    for (const ir::Condition& c : node.conditions)
      goals.push_back({"rhs " + node.op->name + ": " + c.text, c.formula});
  if (rule.lhs.outputs.size() != rule.rhs.outputs.size())
    mismatch = "the sides have different numbers of outputs";
  for (std::size_t k = 0; mismatch.empty() && k < rule.lhs.outputs.size();
       ++k) {
    const auto& l = rule.type_of(rule.lhs, rule.lhs.outputs[k]);
    const auto& r = rule.type_of(rule.rhs, rule.rhs.outputs[k]);
    const std::string where = output_name(rule, k);
    if (l.type_class != r.type_class &&
        rule.type_classes[l.type_class] != rule.type_classes[r.type_class])
      mismatch = where + "element types differ: lhs " +
                 ir::print(rule.type_classes[l.type_class]) + ", rhs " +
                 ir::print(rule.type_classes[r.type_class]);
    bool aligned = l.shape.size() == r.shape.size();
    for (std::size_t i = 0; aligned && i < l.shape.size(); ++i)
      aligned = l.shape[i].group == r.shape[i].group;
    if (!aligned && mismatch.empty())
      mismatch = where + "shapes do not line up: lhs " + ir::print(l.shape) +
                 ", rhs " + ir::print(r.shape);
    for (std::size_t i = 0; mismatch.empty() && i < l.shape.size(); ++i)
      goals.push_back({where + "dim " + std::to_string(i) + ": " +
                           index::print(l.shape[i].extent) +
                           " == " + index::print(r.shape[i].extent),
                       dims_equal(l.shape[i], r.shape[i])});
  }
  return goals;
}

Answer vacuity(const ir::Rule& rule, Session& session) {
  Obligation obligation;
  return session.context().satisfiable(
      rule.facts(),
      [&](Encoder& e) { e.add(e.formula(rule.well_formed(rule.lhs))); },
      nullptr, &obligation);
}

/// All goals in one query; split only when that does not decide.
bool prove_goals(const std::vector<Goal>& goals, const index::Facts& facts,
                 Session& session, evidence::ShapeProof& proof) {
  Formula together = true;
  std::vector<bool> by_algebra;
  for (const Goal& g : goals) {
    together = together && g.formula;
    by_algebra.push_back(facts.proves(facts.simplify(g.formula)));
  }
  std::vector<Obligation> batch;
  const Answer all =
      session.implies(facts, together, &batch, "all of the above");
  bool proved = true;
  for (std::size_t i = 0; i < goals.size(); ++i) {
    Obligation o{goals[i].what, by_algebra[i] ? "algebra" : "", ""};
    if (!by_algebra[i] && all == Answer::yes) o.answer = "unsat";
    if (!by_algebra[i] && all != Answer::yes) {
      std::vector<Obligation> one;
      session.implies(facts, goals[i].formula, &one, goals[i].what);
      o = one[0];
    }
    const bool shown = o.answer == "algebra" || o.answer == "unsat";
    if (!shown && proof.detail.empty()) {
      proof.detail = goals[i].what;
      proof.reason =
          o.answer == "sat" ? Reason::residue : Reason::solver_unknown;
    }
    proved = proved && shown;
    proof.obligations.push_back(std::move(o));
  }
  if (!goals.empty()) proof.obligations.push_back(std::move(batch[0]));
  return proved;
}

bool holds_when_empty(const ir::Rule& rule, const std::vector<Goal>& goals) {
  index::Facts facts;
  for (const auto& s : rule.sizes) facts.add_size(s.symbol, 0);
  for (const auto& i : rule.integers) facts.add_integer(i);
  facts.assume(rule.when);
  facts.assume(rule.well_formed(rule.lhs));
  for (const Goal& g : goals)
    if (!facts.proves(facts.simplify(g.formula))) return false;
  return true;
}

}  // namespace

evidence::ShapeProof prove_shape(const ir::Rule& rule, Session& session) {
  evidence::ShapeProof proof;
  proof.status = Status::unknown;
  if (vacuity(rule, session) == Answer::no) {
    proof.reason = Reason::vacuous;
    proof.detail = "no sizes satisfy the precondition and make lhs well formed";
    return proof;
  }
  std::string mismatch;
  const std::vector<Goal> goals = goals_of(rule, mismatch);
  if (!mismatch.empty()) {
    proof.reason = Reason::residue;
    proof.detail = mismatch;
    return proof;
  }
  index::Facts facts = rule.facts();
  facts.assume(rule.well_formed(rule.lhs));
  if (prove_goals(goals, facts, session, proof)) {
    proof.status = Status::proved;
    proof.holds_when_empty = holds_when_empty(rule, goals);
  }
  return proof;
}

}  // namespace rewright::solver
