// SPDX-License-Identifier: Apache-2.0
#include "solver/legality.h"

#include <algorithm>
#include <optional>

#include "solver/legality_condition.h"
#include "solver/legality_names.h"
#include "solver/legality_side.h"

namespace rewright::solver {
namespace {

using evidence::LegalityStatus;

/// Whether some sizes satisfy the claim, and the claim implies `rhs.where`.
bool holds(const ir::LegalClaim& claim, const SideResult& rhs,
           const index::Facts& facts, Session& session) {
  const LegalityStatus status = rhs.legality.status;
  const bool is_known =
      status == LegalityStatus::legal || status == LegalityStatus::conditional;
  if (!is_known ||
      session.satisfiable(facts, claim.where, nullptr) == Answer::no) {
    return false;
  }
  index::Facts claimed = facts;
  claimed.assume(claim.where);
  return std::ranges::all_of(
      index::conjuncts(rhs.where),
      [&](const index::Formula& f) { return implied(claimed, f, session); });
}

/// Whether all claims of the rule about the target hold; nothing when it
/// makes none.
std::optional<bool> claims_hold(const ir::Rule& rule, const Target& target,
                                const SideResult& rhs,
                                const index::Facts& facts, Session& session) {
  std::optional<bool> result;
  for (const ir::LegalClaim& claim : rule.legal_claims) {
    if (claim.target != target.name) continue;
    result = result.value_or(true) && holds(claim, rhs, facts, session);
  }
  return result;
}

}  // namespace

evidence::Legality check_legality(const ir::Rule& rule, const Target& target,
                                  Confidence least, Session& session) {
  const Ranks ranks(rule);
  index::Facts facts = rule.facts();
  ranks.declare(facts);
  facts.assume(rule.well_formed(rule.lhs));
  const SideResult lhs =
      judge_side(rule, rule.lhs, target, least, facts, ranks, session);
  facts.assume(rule.well_formed(rule.rhs));
  const SideResult rhs =
      judge_side(rule, rule.rhs, target, least, facts, ranks, session);
  evidence::Legality result;
  result.target = target.name;
  result.lhs = lhs.legality;
  result.rhs = rhs.legality;
  result.leaves_accelerator = result.lhs.status != LegalityStatus::illegal &&
                              result.rhs.status == LegalityStatus::illegal;
  result.claim_holds = claims_hold(rule, target, rhs, facts, session);
  return result;
}

}  // namespace rewright::solver
