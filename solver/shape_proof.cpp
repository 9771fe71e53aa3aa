// SPDX-License-Identifier: Apache-2.0
#include "solver/shape_proof.h"

#include <stdexcept>

#include "index/cases.h"
#include "solver/context.h"
#include "solver/witness.h"

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
  if (session.context().shortcuts.small_witness && has_small_witness(rule))
    return Answer::yes;
  Obligation obligation;
  return session.context().satisfiable(
      rule.facts(),
      [&](Encoder& e) { e.add(e.formula(rule.well_formed(rule.lhs))); },
      nullptr, &obligation);
}

/// Whether Z3 sees all there is to know: it only has bounds of numel, flat
/// and unflat, so its "sat" says little where these occur.
bool is_opaque(const Formula& f);

bool is_opaque(const index::Expr& e) {
  for (const index::Term& t : e.terms())
    for (const auto& [atom, exponent] : t.monomial) {
      if (atom->kind == index::AtomKind::numel ||
          atom->kind == index::AtomKind::flat ||
          atom->kind == index::AtomKind::unflat)
        return true;
      for (const index::Expr& arg : atom->args)
        if (is_opaque(arg)) return true;
      if (atom->condition && is_opaque(*atom->condition)) return true;
    }
  return false;
}

bool is_opaque(const Formula& f) {
  for (const Formula& arg : f->args)
    if (is_opaque(arg)) return true;
  return is_opaque(f->expr);
}

/// Whether every divisor is known to be positive: the algebra takes it to be.
bool has_positive_divisors(const index::Facts& facts, const index::Expr& e) {
  for (const index::Term& t : e.terms())
    for (const auto& [atom, exponent] : t.monomial) {
      const bool is_division = atom->kind == index::AtomKind::div ||
                               atom->kind == index::AtomKind::mod;
      if (is_division && !facts.proves(index::less(0, atom->args[1])))
        return false;
      for (const index::Expr& arg : atom->args)
        if (!has_positive_divisors(facts, arg)) return false;
    }
  return true;
}

bool has_positive_divisors(const index::Facts& facts, const Formula& f) {
  return has_positive_divisors(facts, f->expr) &&
         std::all_of(f->args.begin(), f->args.end(), [&](const Formula& arg) {
           return has_positive_divisors(facts, arg);
         });
}

Obligation ask(const Formula& goal, const std::string& what,
               const index::Facts& facts, Session& session,
               std::uint32_t resources) {
  Obligation o;
  o.what = what;
  session.context().satisfiable(
      facts, [&](Encoder& e) { e.add(!e.formula(goal)); }, nullptr, &o,
      resources);
  return o;
}

/// What the algebra decides goes to Z3 all the same, as one query for a second
/// opinion; what it leaves open goes in another, split only when that fails.
bool prove_goals(const std::vector<Goal>& goals, const index::Facts& facts,
                 Session& session, evidence::ShapeProof& proof) {
  const std::uint32_t budget = session.context().budget.resources_per_query;
  Formula decided = true, open = true;
  std::vector<Formula> left;
  for (const Goal& g : goals) {
    const Formula simple = facts.simplify(g.formula);
    const bool shown =
        session.context().shortcuts.algebra &&
        has_positive_divisors(facts, g.formula) &&
        (facts.proves(simple) || index::proves_by_cases(facts, simple));
    left.push_back(shown ? Formula(true) : simple);
    if (left.back().is_true())
      decided = decided && g.formula;
    else
      open = open && simple;
  }
  const Obligation second =
      ask(decided, "all that the algebra decided", facts, session, budget / 60);
  if (second.answer == "sat" && !is_opaque(decided))
    throw std::logic_error("the algebra and Z3 disagree about " +
                           index::print(decided));
  Obligation batch;
  if (!open.is_true())
    batch = ask(open, "all that the algebra left open", facts, session, budget);
  bool proved = true;
  for (std::size_t i = 0; i < goals.size(); ++i) {
    Obligation o{goals[i].what, "algebra", ""};
    if (!left[i].is_true() && batch.answer == "unsat") o.answer = "unsat";
    if (!left[i].is_true() && batch.answer != "unsat")
      o = ask(left[i], goals[i].what, facts, session, budget);
    const bool shown = o.answer == "algebra" || o.answer == "unsat";
    if (!shown && proof.detail.empty()) {
      proof.detail = goals[i].what;
      proof.reason =
          o.answer == "sat" ? Reason::residue : Reason::solver_unknown;
    }
    proved = proved && shown;
    proof.obligations.push_back(std::move(o));
  }
  if (!open.is_true()) proof.obligations.push_back(batch);
  if (!goals.empty()) proof.obligations.push_back(second);
  return proved;
}

/// The rule of sizes that may be 0: its shapes and conditions are inferred
/// anew, for those of `rule` are simplified by what its sizes are at least.
bool holds_when_empty(ir::Rule rule) {
  for (auto& s : rule.sizes) s.lower = 0;
  index::Facts facts = rule.facts();
  std::string mismatch;
  try {
    for (ir::Graph* graph : {&rule.lhs, &rule.rhs})
      for (ir::Node& node : graph->nodes) ir::infer(rule, *graph, node, facts);
  } catch (const ir::IllFormed&) {
    return false;
  }
  const std::vector<Goal> goals = goals_of(rule, mismatch);
  facts.assume(rule.well_formed(rule.lhs));
  return mismatch.empty() &&
         std::all_of(goals.begin(), goals.end(), [&](const Goal& g) {
           const Formula simple = facts.simplify(g.formula);
           return has_positive_divisors(facts, g.formula) &&
                  facts.proves(simple);
         });
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
    proof.holds_when_empty = holds_when_empty(rule);
  }
  return proof;
}

}  // namespace rewright::solver
