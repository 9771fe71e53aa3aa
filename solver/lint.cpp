// SPDX-License-Identifier: Apache-2.0
#include "solver/lint.h"

#include <algorithm>
#include <set>
#include <utility>

#include "ir/opaque.h"
#include "ops/table.h"
#include "solver/host_share.h"
#include "solver/legality_side.h"
#include "solver/legality_whole.h"

namespace rewright::solver {
namespace {

using evidence::LegalityStatus;
using evidence::NodeLegality;
using evidence::SideLegality;
using evidence::TargetLint;

std::set<int> inputs_of(const Constants& constants) {
  std::set<int> inputs;
  for (const auto& [input, value] : constants) inputs.insert(input);
  return inputs;
}

void set_unknown(NodeLegality& node, const std::string& why) {
  node.legality.status = LegalityStatus::unknown;
  node.legality.detail = why;
  node.objections = {{why, ""}};
}

class Linter {
 public:
  Linter(const ModelGraph& model, const Target& target, Confidence least,
         Session& session)
      : model_(model),
        target_(target),
        least_(least),
        session_(session),
        ranks_(model.rule()),
        facts_(model.rule().facts()) {
    ranks_.declare(facts_);
    facts_.assume(model.rule().well_formed(model.graph()));
  }

  TargetLint lint() {
    TargetLint result;
    result.target = target_.name;
    add_model(result);
    result.status = result.model.status;
    for (std::size_t n = 0; n < model_.size(); ++n) {
      result.nodes.push_back(judged(n));
      const LegalityStatus status = result.nodes.back().legality.status;
      result.status = evidence::worse(result.status, status);
    }
    result.certain = share(result, LegalityStatus::illegal);
    result.possible = share(result, LegalityStatus::unknown);
    return result;
  }

 private:
  void add_model(TargetLint& result) {
    Findings findings;
    Gate(target_, least_, session_)
        .judge_model({model_.rule(), model_.graph(), nullptr,
                      names_of_model(model_.rule(), model_.graph(),
                                     model_.activations()),
                      facts_, ranks_},
                     findings);
    SideResult side = findings.conclude(facts_, ranks_, session_);
    result.model = std::move(side.legality);
    result.objections = std::move(side.objections);
  }

  NodeLegality judged(std::size_t n) {
    NodeLegality node;
    node.name = model_.node(n).name;
    node.op_type = model_.node(n).op_type;
    try {
      judge(n, node);
    } catch (const index::Overflow& overflow) {
      set_unknown(node, overflow.what());
    }
    return node;
  }

  void judge(std::size_t n, NodeLegality& node) {
    const std::vector<std::size_t> parts = model_.judged_parts(n);
    if (parts.empty()) return set_free(n, node);
    for (const std::size_t part : parts) {
      if (ir::is_opaque(*model_.graph().nodes[part].op))
        return set_unknown(node, node.op_type +
                                     ": not known: Rewright does not know what "
                                     "it computes");
    }
    Findings findings;
    const bool is_one =
        parts.size() == 1 && ops::find_onnx(node.op_type) != nullptr;
    if (!is_one && speaks_of(node.op_type)) {
      judge_whole(model_, n, target_, least_, facts_, ranks_, session_,
                  findings);
    } else {
      if (!is_one) node.judged_by = "its parts: " + names_of(parts);
      judge_parts(parts, findings);
    }
    SideResult side = findings.conclude(facts_, ranks_, session_);
    node.legality = std::move(side.legality);
    node.objections = std::move(side.objections);
  }

  /// Nothing of it is left to do on the device.
  void set_free(std::size_t n, NodeLegality& node) const {
    const bool is_gone = model_.parts(n).empty();
    node.legality.status = LegalityStatus::legal;
    node.legality.detail =
        is_gone ? "nothing to compute: it follows from shapes and constants, "
                  "or nothing reads it"
                : "nothing to compute on the device";
  }

  bool speaks_of(const std::string& op_type) const {
    return std::ranges::any_of(target_.limits, [&](const Limit& limit) {
      return is_about(limit, op_type);
    });
  }

  /// Each operator once, in the order of the parts.
  std::string names_of(const std::vector<std::size_t>& parts) const {
    std::vector<std::string> seen;
    std::string result;
    for (const std::size_t part : parts) {
      const std::string& name = model_.graph().nodes[part].op->name;
      if (std::ranges::find(seen, name) != seen.end()) continue;
      seen.push_back(name);
      result += (result.empty() ? "" : ", ") + name;
    }
    return result;
  }

  void judge_parts(const std::vector<std::size_t>& parts, Findings& findings) {
    const Gate gate(target_, least_, session_);
    for (const std::size_t part : parts) {
      const ir::Node& node = model_.graph().nodes[part];
      const NodeView view{model_.rule(), model_.graph(), node,
                          facts_,        ranks_,         model_.activations()};
      gate.judge_node(place_of(node, part),
                      {model_.rule(), model_.graph(), &node, names_at(view),
                       facts_, ranks_},
                      findings);
    }
  }

  /// What the host does when nodes at least this bad run there.
  evidence::HostShare share(const TargetLint& lint, LegalityStatus least) {
    std::vector<bool> is_host;
    for (const NodeLegality& node : lint.nodes)
      is_host.push_back(evidence::worse(least, node.legality.status) ==
                        node.legality.status);
    return share_of_host(model_, is_host);
  }

  const ModelGraph& model_;
  const Target& target_;
  const Confidence least_;
  Session& session_;
  const Ranks ranks_;
  index::Facts facts_;
};

}  // namespace

TargetLint lint(const ir::Rule& rule, std::vector<ModelNode> nodes,
                const Target& target, Confidence least, Session& session,
                const Constants& constants) {
  const ModelGraph model(rule, rule.lhs, std::move(nodes),
                         inputs_of(constants));
  return Linter(model, target, least, session).lint();
}

}  // namespace rewright::solver
