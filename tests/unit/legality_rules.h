// SPDX-License-Identifier: Apache-2.0
//
// What the legality tests share: a rule from its text, a target by its name,
// and the answer for the two.
#pragma once

#include <memory>
#include <string>

#include "evidence/evidence.h"
#include "ir/resolve.h"
#include "ops/table.h"
#include "solver/legality.h"
#include "syntax/parser.h"

namespace rewright::solver {

inline ir::Rule rule_of(const std::string& text) {
  const auto source =
      std::make_shared<base::Source>(base::Source{"test.rule", text});
  return ir::resolve(syntax::parse_rules(source), ops::table()).front();
}

inline Target target_of(const std::string& name) {
  return read_target(name, {"targets", "tests/data/targets"});
}

inline evidence::Legality legality_of(const std::string& rule,
                                      const std::string& target,
                                      Confidence least = Confidence::inferred) {
  Session session;
  return check_legality(rule_of(rule), target_of(target), least, session);
}

/// The outcome of the first limit whose formula or note contains `text`, or
/// nothing.
inline std::string outcome_of(const evidence::SideLegality& side,
                              const std::string& text) {
  for (const evidence::LimitUse& use : side.limits) {
    const bool is_in_formula = use.formula.find(text) != std::string::npos;
    const bool is_in_note = use.note.find(text) != std::string::npos;
    if (is_in_formula || is_in_note) return use.outcome;
  }
  return "no such limit";
}

}  // namespace rewright::solver
