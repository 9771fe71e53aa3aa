// SPDX-License-Identifier: Apache-2.0
//
// Rules looked for in graphs, both written as text: the graph is the left side
// of a rule at numbers.
#pragma once

#include <string>
#include <vector>

#include "match/find.h"
#include "unit/ir_rules.h"

namespace rewright::match {

class Search {
 public:
  Search(const std::string& rule, const std::string& graph)
      : pattern(ir::rule_of("rule wanted\n" + rule)),
        model(ir::rule_of("rule model\n" + graph)),
        subject(model, model.lhs, {}) {
    find(pattern, subject,
         [&](Finding finding) { findings.push_back(std::move(finding)); });
  }

  /// The refusal of the only finding; `none` for a match.
  Refusal refusal() const {
    return findings.size() == 1 ? findings.front().refusal : Refusal::cycle;
  }
  bool is_match() const {
    return findings.size() == 1 && findings.front().refusal == Refusal::none;
  }
  const Instance& instance() const { return findings.at(0).match.instance; }

  Pattern pattern;
  ir::Rule model;
  Subject subject;
  std::vector<Finding> findings;
};

}  // namespace rewright::match
