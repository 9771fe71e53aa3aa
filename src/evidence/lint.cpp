// SPDX-License-Identifier: Apache-2.0
#include "evidence/lint.h"

#include <algorithm>

namespace rewright::evidence {
namespace {

int rank(LegalityStatus status) {
  switch (status) {
    case LegalityStatus::legal:
      return 0;
    case LegalityStatus::conditional:
      return 1;
    case LegalityStatus::unknown:
    case LegalityStatus::not_run:
      return 2;
    case LegalityStatus::illegal:
      return 3;
  }
  return 3;
}

}  // namespace

LegalityStatus worse(LegalityStatus a, LegalityStatus b) {
  return rank(a) < rank(b) ? b : a;
}

StatusCounts count_statuses(const TargetLint& lint) {
  StatusCounts counts;
  for (const NodeLegality& node : lint.nodes) ++counts[node.legality.status];
  return counts;
}

std::map<std::string, StatusCounts> count_by_op_type(const TargetLint& lint) {
  std::map<std::string, StatusCounts> counts;
  for (const NodeLegality& node : lint.nodes)
    ++counts[node.op_type][node.legality.status];
  return counts;
}

ExitCode exit_code(const std::vector<TargetLint>& targets) {
  LegalityStatus worst = LegalityStatus::legal;
  for (const TargetLint& target : targets) worst = worse(worst, target.status);
  if (worst == LegalityStatus::legal) return ExitCode::as_required;
  return worst == LegalityStatus::illegal ? ExitCode::refuted
                                          : ExitCode::unproved;
}

}  // namespace rewright::evidence
