// SPDX-License-Identifier: Apache-2.0
#include "solver/legality_side.h"

#include <algorithm>
#include <string>
#include <vector>

#include "ir/opaque.h"

namespace rewright::solver {
namespace {

/// A rule is a part of some model; only a whole model, which has no rule
/// text, can break a limit on models.
bool is_model(const ir::Rule& rule) { return rule.canonical_text.empty(); }

}  // namespace

std::string place_of(const ir::Node& node, std::size_t number) {
  if (!node.name.empty()) return node.name;
  if (!base::is_known(node.position)) return "#" + std::to_string(number);
  return std::to_string(node.position.line) + ":" +
         std::to_string(node.position.column);
}

std::string why_free(const ir::Node& node, bool is_activation) {
  if (node.op->name == "Identity") return "no operation on the device";
  return is_activation ? "" : "computed at compile time";
}

bool is_about(const Limit& limit, const std::string& op) {
  return std::ranges::find(limit.ops, op) != limit.ops.end();
}

bool speaks(const LimitOutcome& outcome) {
  return outcome.kind != LimitKind::irrelevant && outcome.applies_always;
}

void Gate::judge_model(const LimitPlace& place, Findings& findings) const {
  std::vector<LimitOutcome> outcomes;
  for (const Limit& limit : target_.limits) {
    if (!is_about(limit, "model")) continue;
    outcomes.push_back(judge(limit, place, least_, session_));
  }
  findings.add("model", "", outcomes);
}

void Gate::judge_node(const std::string& where, const LimitPlace& place,
                      Findings& findings) const {
  const std::string& op = place.node->op->name;
  std::vector<LimitOutcome> outcomes;
  bool is_named = false;
  for (const Limit& limit : target_.limits) {
    const bool names_it = is_about(limit, op);
    if (!names_it && !is_about(limit, "any")) continue;
    outcomes.push_back(judge(limit, place, least_, session_));
    is_named = is_named || (names_it && speaks(outcomes.back()));
  }
  if (!is_named) findings.add_unnamed(op, where);
  findings.add(op, where, outcomes);
}

SideResult judge_side(const ir::Rule& rule, const ir::Graph& graph,
                      const Target& target, Confidence least,
                      const index::Facts& facts, const Ranks& ranks,
                      const Activations& activations, Session& session) {
  const Gate gate(target, least, session);
  Findings findings;
  if (is_model(rule)) {
    gate.judge_model({rule, graph, nullptr,
                      names_of_model(rule, graph, activations), facts, ranks},
                     findings);
  }
  for (std::size_t i = 0; i < graph.nodes.size(); ++i) {
    const ir::Node& node = graph.nodes[i];
    const std::string where = place_of(node, i);
    if (ir::is_opaque(*node.op)) {
      findings.add_unnamed(node.op->name, where);
      continue;
    }
    const std::string free = why_free(node, activations.contains(i));
    if (!free.empty()) {
      findings.add_free(node.op->name, where, free);
      continue;
    }
    const NodeView view{rule, graph, node, facts, ranks, activations};
    gate.judge_node(where, {rule, graph, &node, names_at(view), facts, ranks},
                    findings);
  }
  return findings.conclude(facts, ranks, session);
}

}  // namespace rewright::solver
