// SPDX-License-Identifier: Apache-2.0
#include "solver/legality_limits.h"

#include <algorithm>
#include <utility>

#include "ir/resolve.h"
#include "solver/legality_condition.h"
#include "syntax/printer.h"

namespace rewright::solver {
namespace {

using index::Formula;

std::vector<syntax::Expr> parts_of(const syntax::Expr& formula) {
  if (formula.kind == syntax::Expr::Kind::conjunction) return formula.children;
  return {formula};
}

bool is_impossible(const LimitPlace& place, const Formula& f,
                   Session& session) {
  return f.is_false() ||
         session.satisfiable(place.facts, f, nullptr) == Answer::no;
}

/// The names with only those values of a list that break `part`.
std::vector<ir::NamedDim> breaking(const syntax::Expr& part,
                                   const LimitPlace& place,
                                   const base::Source& text, Session& session) {
  std::vector<ir::NamedDim> result = place.names;
  for (ir::NamedDim& name : result) {
    const std::vector<ir::Dim> values = name.values;
    if (values.size() < 2) continue;
    std::erase_if(name.values, [&](const ir::Dim& value) {
      std::vector<ir::NamedDim> only = place.names;
      std::ranges::find(only, name.name, &ir::NamedDim::name)->values = {value};
      return !is_impossible(place, ir::resolve_limit(part, text, only),
                            session);
    });
    if (name.values.empty()) name.values = values;
  }
  return result;
}

std::string shapes_at(const LimitPlace& place) {
  std::string result;
  for (const auto& operand : place.node->operands) {
    if (!operand) continue;
    result += (result.empty() ? "" : ", ") +
              ir::print(place.rule.type_of(place.graph, *operand).shape);
  }
  return result;
}

/// Where the limit matters, under the place's facts.
Formula guard_of(const Limit& limit, const LimitPlace& place) {
  if (!limit.applies) return true;
  return place.facts.simplify(
      ir::resolve_limit(*limit.applies, *limit.text, place.names));
}

/// Judges one conjunct of the formula as it is written.
void judge_part(const syntax::Expr& part, const LimitPlace& place,
                Session& session, LimitOutcome& outcome) {
  const base::Source& text = *outcome.limit->text;
  const Formula kept = shortest(
      place.facts, ir::resolve_limit(part, text, place.names), session);
  if (kept.is_true()) return;
  outcome.restriction = outcome.restriction && kept;
  if (!is_impossible(place, kept, session)) {
    if (outcome.kind == LimitKind::holds) outcome.kind = LimitKind::restricts;
    return;
  }
  outcome.kind = LimitKind::violated;
  outcome.objections.push_back(
      {syntax::print(part),
       print_values(part, breaking(part, place, text, session))});
  const evidence::Objection& objection = outcome.objections.back();
  outcome.violation += (outcome.violation.empty() ? "" : "; ") +
                       objection.what + " violated: " + objection.numbers;
}

void judge_formula(const LimitPlace& place, Session& session,
                   LimitOutcome& outcome) {
  const Limit& limit = *outcome.limit;
  if (!limit.formula) return;
  for (const syntax::Expr& part : parts_of(*limit.formula)) {
    judge_part(part, place, session, outcome);
  }
  if (!outcome.violation.empty() && place.node != nullptr) {
    const std::string operands = "operands " + shapes_at(place);
    outcome.violation += "; " + operands;
    for (evidence::Objection& objection : outcome.objections)
      objection.numbers += (objection.numbers.empty() ? "" : "; ") + operands;
  }
  if (outcome.kind == LimitKind::restricts) {
    outcome.restriction = shortest(place.facts, outcome.restriction, session);
  }
}

/// The type sets of those operands and results whose type the operator does
/// not fix itself.
std::vector<ir::TypeSet> free_types(const LimitPlace& place) {
  const ir::Signature& signature = place.node->op->signature;
  std::vector<ir::TypeSet> result;
  const auto add = [&](const std::vector<std::string>& letters, std::size_t k,
                       const ir::TensorType& type) {
    const std::string& letter = letters[std::min(k, letters.size() - 1)];
    if (signature.types.at(letter) == ir::boolean_types) return;
    const auto type_class = static_cast<std::size_t>(type.type_class);
    result.push_back(place.rule.type_classes[type_class]);
  };
  for (std::size_t k = 0; k < place.node->operands.size(); ++k) {
    const auto& operand = place.node->operands[k];
    if (!operand) continue;
    add(signature.operands, k, place.rule.type_of(place.graph, *operand));
  }
  for (std::size_t k = 0; k < place.node->results.size(); ++k) {
    add(signature.results, k, place.node->results[k]);
  }
  return result;
}

/// The narrowest integers first.
std::string listed(ir::TypeSet set) {
  std::vector<ir::ElementType> types = ir::members(set);
  std::ranges::reverse(types);
  std::string result;
  for (const ir::ElementType type : types) {
    result += (result.empty() ? "" : ", ") + std::string(ir::name(type));
  }
  return result;
}

void add_remark(LimitOutcome& outcome, const std::string& remark) {
  auto& remarks = outcome.remarks;
  if (std::ranges::find(remarks, remark) != remarks.end()) return;
  remarks.push_back(remark);
}

/// A float rule is compiled after quantisation, so that a list of integer
/// types does not refuse it; what is neither listed nor float is refused.
void judge_types(const LimitPlace& place, LimitOutcome& outcome) {
  const ir::TypeSet allowed = outcome.limit->types;
  if (allowed == 0 || place.node == nullptr) return;
  for (const ir::TypeSet types : free_types(place)) {
    const auto usable =
        static_cast<ir::TypeSet>(types & (allowed | ir::floating_types));
    const auto refused = static_cast<ir::TypeSet>(types & ~usable);
    if (usable == 0) {
      outcome.kind = LimitKind::violated;
      outcome.restriction = Formula(false);
      const std::string what = "element type " + listed(types) +
                               " is not allowed, only " + listed(allowed);
      outcome.objections.push_back({what, ""});
      outcome.violation += (outcome.violation.empty() ? "" : "; ") + what;
      return;
    }
    const auto floats = static_cast<ir::TypeSet>(types & ir::floating_types);
    if (floats != 0 && (floats & allowed) == 0) {
      add_remark(outcome,
                 "computed in " + listed(allowed) + " after quantisation");
    }
    if (refused != 0) {
      add_remark(outcome, "not for element types " + listed(refused));
    }
  }
}

/// Judges the limit where the place's facts hold, its guard among them.
void judge_here(const LimitPlace& place, Session& session,
                LimitOutcome& outcome) {
  outcome.kind = LimitKind::holds;
  judge_formula(place, session, outcome);
  judge_types(place, outcome);
}

/// From where the guard holds to all sizes: `not guard or restriction`.
void lift(const Formula& guard, const LimitPlace& place, Session& session,
          LimitOutcome& outcome) {
  if (outcome.kind == LimitKind::holds) return;
  const bool is_violated = outcome.kind == LimitKind::violated;
  outcome.restriction = is_violated ? !guard : !guard || outcome.restriction;
  if (is_violated && is_impossible(place, outcome.restriction, session)) return;
  outcome.kind = LimitKind::restricts;
  outcome.objections.clear();
}

std::string printed(const LimitOutcome& outcome, const Ranks& ranks) {
  const Limit& limit = *outcome.limit;
  std::string result = limit.formula_text;
  if (outcome.kind == LimitKind::restricts) {
    Formula readable(true);
    for (const Formula& f : index::conjuncts(outcome.restriction)) {
      readable = readable && ranks.readable(f);
    }
    result = index::print(readable);
  }
  if (limit.types == 0) return result;
  return result + (result.empty() ? "types " : "; types ") +
         listed(limit.types);
}

}  // namespace

LimitOutcome judge(const Limit& limit, const LimitPlace& place,
                   Confidence least, Session& session) {
  LimitOutcome outcome;
  outcome.limit = &limit;
  const Formula guard = guard_of(limit, place);
  if (implied(place.facts, !guard, session)) return outcome;
  outcome.applies_always = implied(place.facts, guard, session);
  outcome.formula = limit.formula_text;
  if (!limit.known || limit.confidence > least) {
    outcome.kind = LimitKind::not_known;
    return outcome;
  }
  if (outcome.applies_always) {
    judge_here(place, session, outcome);
  } else {
    index::Facts guarded = place.facts;
    guarded.assume(guard);
    judge_here({place.rule, place.graph, place.node, place.names, guarded,
                place.ranks},
               session, outcome);
    lift(guard, place, session, outcome);
  }
  outcome.formula = printed(outcome, place.ranks);
  return outcome;
}

}  // namespace rewright::solver
