// SPDX-License-Identifier: Apache-2.0
//
// One limit at one node: does it matter there, is it known well enough, and
// what does it ask of the rule's sizes and element types?
#pragma once

#include <string>
#include <vector>

#include "evidence/evidence.h"
#include "evidence/lint.h"
#include "solver/legality_names.h"
#include "solver/session.h"
#include "solver/target.h"

namespace rewright::solver {

enum class LimitKind { irrelevant, holds, restricts, violated, not_known };

struct LimitOutcome {
  LimitKind kind = LimitKind::irrelevant;
  const Limit* limit = nullptr;
  bool applies_always = true;  // whatever the sizes
  index::Formula restriction;  // true unless it restricts or is violated
  std::string formula;         // for people, over the rule's sizes
  std::string violation;       // "KH <= 31 violated: KH = 500"
  std::vector<evidence::Objection> objections;  // the same in parts
  std::vector<std::string> remarks;             // about element types
};

inline bool is_relied_on(const LimitOutcome& outcome) {
  return outcome.kind != LimitKind::irrelevant &&
         outcome.kind != LimitKind::not_known;
}

/// Where a limit is to be judged: a node, or the whole graph (no node).
struct LimitPlace {
  const ir::Rule& rule;
  const ir::Graph& graph;
  const ir::Node* node;
  std::vector<ir::NamedDim> names;
  const index::Facts& facts;
  const Ranks& ranks;
};

/// Throws base::InputError when the formula uses an unknown name.
LimitOutcome judge(const Limit& limit, const LimitPlace& place,
                   Confidence least, Session& session);

}  // namespace rewright::solver
