// SPDX-License-Identifier: Apache-2.0
#include "optimize/search.h"

#include <algorithm>
#include <utility>

namespace rewright::optimize {

using evidence::RefusalReason;

void Refusals::add(const std::string& rule, RefusalReason reason,
                   const std::string& detail,
                   const std::vector<std::string>& nodes) {
  evidence::Refusal& known = by_rule_[{static_cast<int>(reason), rule}];
  if (known.count++ > 0) return;
  known.rule = rule;
  known.reason = reason;
  known.detail = detail;
  known.nodes = nodes;
}

std::vector<evidence::Refusal> Refusals::list() const {
  std::vector<evidence::Refusal> list;
  for (const auto& [key, refusal] : by_rule_) list.push_back(refusal);
  return list;
}

Imported::Obstacle doubt_of(const Candidate& candidate,
                            const Imported::Obstacle& doubt) {
  if (candidate.assumption.empty() || doubt.reason != RefusalReason::not_proved)
    return doubt;
  return {RefusalReason::condition,
          "not known of the elements: " + candidate.assumption};
}

Patterns patterns_of(const std::vector<ir::Rule>& rules) {
  Patterns patterns;
  for (const ir::Rule& rule : rules)
    patterns.push_back(std::make_unique<const match::Pattern>(rule));
  return patterns;
}

namespace {

RefusalReason reason_of(match::Refusal refusal) {
  switch (refusal) {
    case match::Refusal::when:
      return RefusalReason::condition;
    case match::Refusal::ill_formed:
    case match::Refusal::cycle:
      return RefusalReason::ill_formed;
    case match::Refusal::used_elsewhere:
      return RefusalReason::used_elsewhere;
    default:
      return RefusalReason::operands;
  }
}

std::string assumption_of(const ir::Rule& rule) {
  std::string text;
  for (const ir::ElementCondition& condition : rule.element_when)
    text += (text.empty() ? "" : " and ") + condition.text;
  return text;
}

/// An output that is an input is free, unless it is one of the model's.
Cost cost_after(const Change& change, const match::Subject& subject) {
  const match::Instance& made = change.instance;
  Cost cost = cost_of(made.rule, made.rule.rhs, change.is_constant);
  for (std::size_t k = 0; k < made.outputs.size(); ++k)
    if (made.rule.rhs.outputs[k].node < 0 && subject.is_output(made.outputs[k]))
      cost = cost + cost_of_copy(subject.shape(made.outputs[k]));
  return cost;
}

}  // namespace

void search(const Patterns& patterns, const Imported& model, Refusals& refusals,
            const std::function<void(Candidate)>& offer) {
  const match::Subject& subject = model.subject();
  for (const auto& pattern : patterns)
    match::find(*pattern, subject, [&](match::Finding finding) {
      const std::string& rule = pattern->rule().name;
      const auto refuse = [&](RefusalReason reason, const std::string& detail) {
        refusals.add(rule, reason, detail, model.names(finding.nodes));
      };
      if (finding.refusal != match::Refusal::none) {
        const bool is_said = finding.refusal == match::Refusal::shapes ||
                             !finding.detail.empty();
        refuse(reason_of(finding.refusal),
               is_said ? finding.detail
                       : std::string(match::sentence(finding.refusal)));
        return;
      }
      Candidate candidate;
      candidate.rule = rule;
      candidate.assumption = assumption_of(pattern->rule());
      Change& change = candidate.change;
      if (const auto obstacle =
              model.change(std::move(finding.match), change)) {
        refuse(obstacle->reason, obstacle->detail);
        return;
      }
      const ir::Rule& made = change.instance.rule;
      candidate.before = cost_of(made, made.lhs, change.is_constant);
      candidate.after = cost_after(change, subject);
      offer(std::move(candidate));
    });
}

bool Batch::fits(const Change& change) const {
  if (has_several_outputs_ && change.outputs.size() > 1) return false;
  return std::ranges::none_of(
      change.removed, [&](int node) { return taken_.count(node) != 0; });
}

void Batch::add(Candidate candidate) {
  taken_.insert(candidate.change.removed.begin(),
                candidate.change.removed.end());
  has_several_outputs_ =
      has_several_outputs_ || candidate.change.outputs.size() > 1;
  candidates_.push_back(std::move(candidate));
}

onnx::Model Batch::apply(const onnx::Model& model) const {
  std::vector<onnx::Replacement> replacements;
  std::vector<std::string> passed_on;
  for (const Candidate& candidate : candidates_) {
    const Change& change = candidate.change;
    replacements.push_back({.removed = change.removed,
                            .rule = &change.written,
                            .graph = &change.written.rhs,
                            .inputs = change.inputs,
                            .outputs = change.outputs,
                            .constants = change.constants});
    const auto& outputs = change.written.rhs.outputs;
    for (std::size_t k = 0; k < outputs.size(); ++k)
      if (outputs[k].node < 0) passed_on.push_back(change.outputs[k]);
  }
  return onnx::without_identities(onnx::replace(model, replacements),
                                  passed_on);
}

}  // namespace rewright::optimize
