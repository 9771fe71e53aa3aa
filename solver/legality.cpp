// SPDX-License-Identifier: Apache-2.0
#include "solver/legality.h"

#include <algorithm>
#include <optional>
#include <set>
#include <utility>

#include "solver/legality_condition.h"
#include "solver/legality_names.h"
#include "solver/legality_side.h"

namespace rewright::solver {
namespace {

using evidence::LegalityStatus;

/// The rule's side on the target; unknown when its numbers are too large.
SideResult judged(const ir::Rule& rule, const ir::Graph& graph,
                  const Target& target, Confidence least,
                  const index::Facts& facts, const Ranks& ranks,
                  const Constants& constants, Session& session) {
  try {
    std::set<int> inputs;
    for (const auto& [input, value] : constants) inputs.insert(input);
    return judge_side(rule, graph, target, least, facts, ranks,
                      Activations(graph, std::move(inputs)), session);
  } catch (const index::Overflow& overflow) {
    SideResult result;
    result.legality.status = LegalityStatus::unknown;
    result.legality.detail = overflow.what();
    return result;
  }
}

/// Whether some sizes satisfy the claim, and the claim implies `rhs.where`,
/// given that the ranks are what the target takes.
bool holds(const ir::LegalClaim& claim, const SideResult& rhs,
           index::Facts facts, const Ranks& ranks, Session& session) {
  const LegalityStatus status = rhs.legality.status;
  const bool is_known =
      status == LegalityStatus::legal || status == LegalityStatus::conditional;
  if (!is_known) return false;
  for (const index::Formula& f : index::conjuncts(rhs.where)) {
    if (ranks.are_all_of(f)) facts.assume(f);
  }
  if (session.satisfiable(facts, claim.where, nullptr) == Answer::no) {
    return false;
  }
  facts.assume(claim.where);
  return std::ranges::all_of(
      index::conjuncts(rhs.where),
      [&](const index::Formula& f) { return implied(facts, f, session); });
}

/// Whether all claims of the rule about the target hold; nothing when it
/// makes none.
std::optional<bool> claims_hold(const ir::Rule& rule, const Target& target,
                                const SideResult& rhs,
                                const index::Facts& facts, const Ranks& ranks,
                                Session& session) {
  std::optional<bool> result;
  for (const ir::LegalClaim& claim : rule.legal_claims) {
    if (claim.target != target.name) continue;
    result = result.value_or(true) && holds(claim, rhs, facts, ranks, session);
  }
  return result;
}

}  // namespace

evidence::Legality check_legality(const ir::Rule& rule, const Target& target,
                                  Confidence least, Session& session,
                                  const Constants& constants) {
  const Ranks ranks(rule);
  index::Facts facts = rule.facts();
  ranks.declare(facts);
  facts.assume(rule.well_formed(rule.lhs));
  const SideResult lhs =
      judged(rule, rule.lhs, target, least, facts, ranks, constants, session);
  facts.assume(rule.well_formed(rule.rhs));
  const SideResult rhs =
      judged(rule, rule.rhs, target, least, facts, ranks, constants, session);
  evidence::Legality result;
  result.target = target.name;
  result.lhs = lhs.legality;
  result.rhs = rhs.legality;
  result.leaves_accelerator = result.lhs.status != LegalityStatus::illegal &&
                              result.rhs.status == LegalityStatus::illegal;
  result.claim_holds = claims_hold(rule, target, rhs, facts, ranks, session);
  return result;
}

}  // namespace rewright::solver
