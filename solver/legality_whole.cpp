// SPDX-License-Identifier: Apache-2.0
#include "solver/legality_whole.h"

#include <algorithm>
#include <list>
#include <string>
#include <vector>

#include "solver/legality_side.h"

namespace rewright::solver {
namespace {

/// An operator of this name over tensors of any type, which has no meaning.
ir::Operator named_operator(const std::string& op_type) {
  ir::Operator op;
  op.name = op_type;
  op.signature.operands = {"T"};
  op.signature.variadic = true;
  op.signature.results = {"T"};
  op.signature.variadic_results = true;
  op.signature.types = {{"T", ir::all_types}};
  return op;
}

ir::Node node_of(const ModelGraph& model, std::size_t n,
                 const ir::Operator& op) {
  ir::Node node;
  node.op = &op;
  node.name = model.node(n).name;
  for (const ir::Ref& operand : model.operands(n))
    node.operands.emplace_back(operand);
  for (const ir::Ref& result : model.results(n))
    node.results.push_back(model.rule().type_of(model.graph(), result));
  return node;
}

/// Adds the values that `from` has for `name` to those in `names`.
void add_values(const std::string& name, const std::vector<ir::NamedDim>& from,
                std::vector<ir::NamedDim>& names) {
  const auto found = std::ranges::find(from, name, &ir::NamedDim::name);
  if (found == from.end()) return;
  auto known = std::ranges::find(names, name, &ir::NamedDim::name);
  if (known == names.end()) known = names.insert(names.end(), {name, {}});
  known->values.insert(known->values.end(), found->values.begin(),
                       found->values.end());
}

std::vector<ir::NamedDim> names_of(const ModelGraph& model, std::size_t n,
                                   const ir::Node& node,
                                   const index::Facts& facts,
                                   const Ranks& ranks) {
  const auto names = [&](const ir::Node& of) {
    return names_at(
        {model.rule(), model.graph(), of, facts, ranks, model.activations()});
  };
  std::vector<ir::NamedDim> result = names(node);
  for (const std::size_t part : model.judged_parts(n)) {
    const ir::Node& made = model.graph().nodes[part];
    if (!made.op->name.starts_with("Reduce")) continue;
    for (const char* name : {"reduced", "reduced_elements"})
      add_values(name, names(made), result);
  }
  return result;
}

Limit without_value(const Limit& limit, const std::string& message) {
  Limit unknown = limit;
  unknown.known = false;
  unknown.note = limit.formula_text + " (" + message +
                 " of an operator that is taken apart)";
  return unknown;
}

}  // namespace

void judge_whole(const ModelGraph& model, std::size_t n, const Target& target,
                 Confidence least, const index::Facts& facts,
                 const Ranks& ranks, Session& session, Findings& findings) {
  const ir::Operator op = named_operator(model.node(n).op_type);
  const ir::Node node = node_of(model, n, op);
  const LimitPlace place{model.rule(), model.graph(),
                         &node,        names_of(model, n, node, facts, ranks),
                         facts,        ranks};
  std::vector<LimitOutcome> outcomes;
  std::list<Limit> unknown;
  bool is_named = false;
  for (const Limit& limit : target.limits) {
    const bool names_it = is_about(limit, op.name);
    if (!names_it && !is_about(limit, "any")) continue;
    try {
      outcomes.push_back(judge(limit, place, least, session));
    } catch (const base::InputError& no_such_name) {
      unknown.push_back(without_value(limit, no_such_name.message()));
      LimitOutcome outcome;
      outcome.kind = LimitKind::not_known;
      outcome.limit = &unknown.back();
      outcomes.push_back(std::move(outcome));
    }
    is_named = is_named || (names_it && speaks(outcomes.back()));
  }
  if (!is_named) findings.add_unnamed(op.name, node.name);
  findings.add(op.name, node.name, outcomes);
}

}  // namespace rewright::solver
