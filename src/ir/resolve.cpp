// SPDX-License-Identifier: Apache-2.0
//
// One syntactic rule to one Rule per right side: names first, then
// preconditions, lhs, and each rhs on a copy of what was known so far.
#include "ir/resolve.h"

#include <algorithm>
#include <array>
#include <set>

#include "ir/resolver.h"
#include "ir/unify.h"
#include "syntax/printer.h"

namespace rewright::ir {

namespace {

constexpr std::array<const char*, 6> verdicts{"proved",  "refuted", "illegal",
                                              "unknown", "vacuous", "bounded"};

void read_expectation(Scope& scope, const syntax::Rule& rule) {
  if (!rule.expect) return;
  const syntax::Name& verdict = rule.expect->verdict;
  const bool is_known =
      std::ranges::find(verdicts, verdict.text) != verdicts.end();
  if (!is_known) {
    scope.fail(
        verdict.position,
        "there is no verdict '" + verdict.text + "'" +
            base::suggestion(verdict.text, {verdicts.begin(), verdicts.end()}));
  }
  const syntax::Name& target = rule.expect->target;
  if (target.is_given() != (verdict.text == "illegal")) {
    scope.fail(verdict.position, target.is_given()
                                     ? "only 'illegal' has a target"
                                     : "'illegal' needs a target, as in "
                                       "illegal(nash-m)");
  }
  scope.rule.expect =
      Expectation{verdict.text, target.text, rule.expect->position,
                  rule.expect->reason.value_or("")};
}

void read_claims(Scope& scope, const syntax::Rule& rule) {
  for (const syntax::LegalClause& claim : rule.legal) {
    index::Formula where(true);
    if (claim.condition) {
      IndexReader reader = scope.reader();
      where = reader.formula(*claim.condition);
      for (const auto& positive : reader.take_divisors()) {
        if (!scope.facts.proves(positive)) where = where && positive;
      }
    }
    scope.rule.legal_claims.push_back(
        {claim.target.text, where, claim.target.position});
  }
}

std::string counted(std::size_t count) {
  return std::to_string(count) + (count == 1 ? " output" : " outputs");
}

/// Corresponding outputs of the two sides have one element type.
void unify_outputs(Scope& scope, const syntax::Side& side) {
  Rule& rule = scope.rule;
  const std::size_t count = rule.lhs.outputs.size();
  if (rule.rhs.outputs.size() != count) {
    scope.fail(side.position, "rhs has " + counted(rule.rhs.outputs.size()) +
                                  ", lhs has " + counted(count));
  }
  for (std::size_t k = 0; k < count; ++k) {
    const auto type_class = [&](const Graph& graph) {
      return rule.type_of(graph, graph.outputs[k]).type_class;
    };
    const auto types = [&](const Graph& graph) {
      return print(
          rule.type_classes[static_cast<std::size_t>(type_class(graph))]);
    };
    if (merge_classes(rule, rule.rhs, type_class(rule.lhs),
                      type_class(rule.rhs))) {
      continue;
    }
    scope.fail(side.outputs[k].position,
               "elements of this output have the type " + types(rule.rhs) +
                   ", in lhs " + types(rule.lhs));
  }
}

Rule alternative(Scope scope, const syntax::Rule& rule, std::size_t k) {
  read_side(scope, scope.rule.rhs, rule.rhs[k]);
  unify_outputs(scope, rule.rhs[k]);
  if (k > 0) scope.rule.name += "#" + std::to_string(k + 1);
  syntax::Rule shown = rule;
  shown.rhs = {rule.rhs[k]};
  scope.rule.canonical_text = syntax::print(shown);
  return std::move(scope.rule);
}

std::vector<Rule> resolve_rule(const syntax::RuleFile& file,
                               const syntax::Rule& rule,
                               const OperatorTable& operators) {
  Scope scope(file.source, operators);
  scope.rule.name = rule.name.text;
  scope.rule.position = rule.name.position;
  read_expectation(scope, rule);
  declare(scope, rule);
  read_when(scope, rule);
  read_claims(scope, rule);
  read_side(scope, scope.rule.lhs, rule.lhs);
  std::vector<Rule> result;
  for (std::size_t k = 0; k < rule.rhs.size(); ++k) {
    result.push_back(alternative(scope, rule, k));
  }
  scope.require_all_used();
  return result;
}

}  // namespace

std::vector<Rule> resolve(const syntax::RuleFile& file,
                          const OperatorTable& operators) {
  std::vector<Rule> result;
  std::set<std::string> names;
  for (const syntax::Rule& rule : file.rules) {
    if (!names.insert(rule.name.text).second) {
      throw base::InputError(*file.source, rule.name.position,
                             "second rule '" + rule.name.text + "'");
    }
    try {
      for (Rule& resolved : resolve_rule(file, rule, operators)) {
        result.push_back(std::move(resolved));
      }
    } catch (const index::Overflow& overflow) {
      throw base::InputError(*file.source, rule.name.position,
                             std::string("of this rule: ") + overflow.what());
    }
  }
  return result;
}

}  // namespace rewright::ir
