// SPDX-License-Identifier: Apache-2.0
#include "solver/legality_side.h"

#include <algorithm>
#include <utility>

#include "solver/legality_condition.h"
#include "solver/legality_limits.h"

namespace rewright::solver {
namespace {

using evidence::LegalityStatus;
using index::Formula;
using Words = std::vector<std::string>;

bool contains(const Words& list, const std::string& word) {
  return std::ranges::find(list, word) != list.end();
}

void add_once(Words& list, const std::string& word) {
  if (!contains(list, word)) list.push_back(word);
}

std::string joined(const Words& words, const std::string& between) {
  std::string result;
  for (const std::string& word : words) {
    result += (result.empty() ? "" : between) + word;
  }
  return result;
}

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

bool is_relied_on(const LimitOutcome& outcome) {
  return outcome.kind != LimitKind::irrelevant &&
         outcome.kind != LimitKind::not_known;
}

/// The aspects on which something is known well enough.
Words covered_by(const std::vector<LimitOutcome>& outcomes) {
  Words result;
  for (const LimitOutcome& outcome : outcomes) {
    if (!is_relied_on(outcome) || !outcome.applies_always) continue;
    for (const auto& aspect : outcome.limit->covers) add_once(result, aspect);
  }
  return result;
}

/// The aspects of `limit` that are not covered.
Words open_aspects(const Limit& limit, const Words& covered) {
  Words result = limit.covers;
  std::erase_if(result, [&](const auto& a) { return contains(covered, a); });
  return result;
}

std::string outcome_word(LimitKind kind) {
  switch (kind) {
    case LimitKind::holds:
      return "holds";
    case LimitKind::restricts:
      return "restricts";
    case LimitKind::violated:
      return "violated";
    default:
      return "not known";
  }
}

/// What is not known of one operator.
struct Unknown {
  std::string op;
  Words aspects;
  Words others;  // limits that name no aspects, and their absence
  Words weak;    // confidences of limits that are not relied on
};

/// What has been found so far, and what follows from it.
class Findings {
 public:
  void add_free(const std::string& op, const std::string& where,
                const std::string& why) {
    result_.limits.push_back({op, where, "", "", "", "holds", why});
  }

  void add_unnamed(const std::string& op, const std::string& where) {
    const std::string why = "no limit of the target is about it";
    add_once(unknown_of(op).others, why);
    result_.limits.push_back({op, where, "", "", "", "not known", why});
  }

  void add(const std::string& op, const std::string& where,
           const LimitOutcome& outcome, const Words& covered) {
    if (outcome.kind == LimitKind::irrelevant) return;
    add_use(op, where, outcome);
    if (outcome.kind == LimitKind::not_known) {
      add_unknown(op, outcome, covered);
    } else {
      add_relied_on(op, outcome);
    }
  }

  SideResult conclude(const index::Facts& facts, const Ranks& ranks,
                      Session& session) {
    if (violations_.empty()) find_contradiction(facts, ranks, session);
    if (violations_.empty()) {
      conclude_possible(facts, ranks, session);
    } else {
      where_ = Formula(false);
      result_.status = LegalityStatus::illegal;
      result_.confidence = name(strongest_violation_);
    }
    Words detail = violations_;
    for (const Unknown& unknown : unknowns_)
      detail.push_back(sentence(unknown));
    detail.insert(detail.end(), remarks_.begin(), remarks_.end());
    result_.detail = joined(detail, "; ");
    return {std::move(result_), where_};
  }

 private:
  void add_use(const std::string& op, const std::string& where,
               const LimitOutcome& outcome) {
    const Limit& limit = *outcome.limit;
    const bool is_violated = outcome.kind == LimitKind::violated;
    result_.limits.push_back(
        {op, where, is_violated ? outcome.violation : outcome.formula,
         limit.known ? std::string(name(limit.confidence)) : "", limit.source,
         outcome_word(outcome.kind), limit.note});
  }

  void add_unknown(const std::string& op, const LimitOutcome& outcome,
                   const Words& covered) {
    const Limit& limit = *outcome.limit;
    const Words open = open_aspects(limit, covered);
    const bool is_answered = open.empty() && !limit.covers.empty();
    if (is_answered) {
      std::string& note = result_.limits.back().note;
      note += (note.empty() ? "" : "; ") + std::string("answered by others");
    }
    if (!limit.known && !limit.covers.empty()) add_remark(op, limit.note);
    if (is_answered) return;
    Unknown& unknown = unknown_of(op);
    for (const std::string& aspect : open) add_once(unknown.aspects, aspect);
    if (limit.known) add_weak(unknown, limit);
    if (!limit.known && open.empty()) add_once(unknown.others, limit.note);
  }

  /// A limit that is not relied on, by its confidence where its aspects are
  /// already among those not known.
  static void add_weak(Unknown& unknown, const Limit& limit) {
    const std::string confidence(name(limit.confidence));
    if (!limit.covers.empty()) {
      add_once(unknown.weak, confidence);
      return;
    }
    add_once(unknown.others, (limit.formula ? limit.formula_text : limit.note) +
                                 " (only " + confidence + ")");
  }

  Unknown& unknown_of(const std::string& op) {
    const auto found = std::ranges::find(unknowns_, op, &Unknown::op);
    if (found != unknowns_.end()) return *found;
    return unknowns_.emplace_back(Unknown{op, {}, {}, {}});
  }

  /// "Conv: not known: kernel, stride; neighbour limits are not relied on".
  static std::string sentence(const Unknown& unknown) {
    Words words = unknown.aspects;
    words.insert(words.end(), unknown.others.begin(), unknown.others.end());
    const std::string weak = joined(unknown.weak, " and ");
    return unknown.op + ": not known: " + joined(words, ", ") +
           (weak.empty() ? "" : " (" + weak + " limits are not relied on)");
  }

  void add_relied_on(const std::string& op, const LimitOutcome& outcome) {
    const Limit& limit = *outcome.limit;
    is_any_relied_on_ = true;
    weakest_ = std::max(weakest_, limit.confidence);
    where_ = where_ && outcome.restriction;
    if (outcome.kind == LimitKind::violated) {
      add_once(violations_, op + ": " + outcome.violation);
      strongest_violation_ = std::min(strongest_violation_, limit.confidence);
    }
    for (const auto& remark : outcome.remarks) add_remark(op, remark);
    if (limit.applies) add_remark(op, limit.note);
  }

  void add_remark(const std::string& op, const std::string& remark) {
    if (!remark.empty()) add_once(remarks_, op + ": " + remark);
  }

  /// Limits that hold one by one for some sizes may exclude each other.
  void find_contradiction(const index::Facts& facts, const Ranks& ranks,
                          Session& session) {
    if (where_.is_true()) return;
    if (session.satisfiable(facts, where_, nullptr) != Answer::no) return;
    violations_.push_back("no sizes meet all limits: " + printed(ranks));
    strongest_violation_ = weakest_;
  }

  void conclude_possible(const index::Facts& facts, const Ranks& ranks,
                         Session& session) {
    where_ = shortest(facts, where_, session);
    const bool is_restricted = !where_.is_true();
    if (is_restricted) result_.where = printed(ranks);
    if (is_any_relied_on_) result_.confidence = name(weakest_);
    result_.status = !unknowns_.empty() ? LegalityStatus::unknown
                     : is_restricted    ? LegalityStatus::conditional
                                        : LegalityStatus::legal;
  }

  /// Sizes first, ranks after them.
  std::string printed(const Ranks& ranks) const {
    std::vector<Formula> parts = index::conjuncts(where_);
    std::ranges::stable_partition(
        parts, [&](const Formula& f) { return !ranks.are_all_of(f); });
    Words words;
    for (const Formula& f : parts) {
      const bool wrap = f->kind == index::FormulaKind::disjunction;
      const std::string text = index::print(ranks.readable(f));
      words.push_back(wrap && parts.size() > 1 ? "(" + text + ")" : text);
    }
    return joined(words, " and ");
  }

  evidence::SideLegality result_;
  Formula where_;
  Words violations_, remarks_;
  std::vector<Unknown> unknowns_;
  Confidence weakest_ = Confidence::published;
  Confidence strongest_violation_ = Confidence::assumed;
  bool is_any_relied_on_ = false;
};

/// Finds what applies at each place, and judges it.
class Side {
 public:
  Side(const Target& target, Confidence least, Session& session)
      : target_(target), least_(least), session_(session) {}

  /// `heading` is what the limits must name, besides "any" at a node.
  void judge_place(const std::string& heading, const std::string& where,
                   const LimitPlace& place) {
    std::vector<LimitOutcome> outcomes;
    bool is_named = place.node == nullptr;
    for (const Limit& limit : target_.limits) {
      const bool names_it = contains(limit.ops, heading);
      const bool is_for_any = place.node && contains(limit.ops, "any");
      if (!names_it && !is_for_any) continue;
      is_named = is_named || names_it;
      outcomes.push_back(judge(limit, place, least_, session_));
    }
    if (!is_named) findings_.add_unnamed(heading, where);
    const Words covered = covered_by(outcomes);
    for (const LimitOutcome& outcome : outcomes) {
      findings_.add(heading, where, outcome, covered);
    }
  }

  Findings& findings() { return findings_; }

 private:
  const Target& target_;
  const Confidence least_;
  Session& session_;
  Findings findings_;
};

/// A rule is a part of some model; only a whole model, which has no rule
/// text, can break a limit on models.
bool is_model(const ir::Rule& rule) { return rule.canonical_text.empty(); }

}  // namespace

SideResult judge_side(const ir::Rule& rule, const ir::Graph& graph,
                      const Target& target, Confidence least,
                      const index::Facts& facts, const Ranks& ranks,
                      const Activations& activations, Session& session) {
  Side side(target, least, session);
  if (is_model(rule)) {
    side.judge_place("model", "",
                     {rule, graph, nullptr,
                      names_of_model(rule, graph, activations), facts, ranks});
  }
  for (std::size_t i = 0; i < graph.nodes.size(); ++i) {
    const ir::Node& node = graph.nodes[i];
    const std::string where = place_of(node, i);
    const std::string free = why_free(node, activations.contains(i));
    if (!free.empty()) {
      side.findings().add_free(node.op->name, where, free);
      continue;
    }
    const NodeView view{rule, graph, node, facts, ranks, activations};
    side.judge_place(node.op->name, where,
                     {rule, graph, &node, names_at(view), facts, ranks});
  }
  return side.findings().conclude(facts, ranks, session);
}

}  // namespace rewright::solver
