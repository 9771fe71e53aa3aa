// SPDX-License-Identifier: Apache-2.0
#include "solver/legality_findings.h"

#include <algorithm>
#include <utility>

#include "solver/legality_condition.h"

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

/// The aspects on which something is known well enough, for all sizes.
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

}  // namespace

void Findings::add_free(const std::string& op, const std::string& where,
                        const std::string& why) {
  result_.limits.push_back({op, where, "", "", "", "holds", why});
}

void Findings::add_unnamed(const std::string& op, const std::string& where) {
  const std::string why = "no limit of the target is about it";
  add_once(unknown_of(op).others, why);
  result_.limits.push_back({op, where, "", "", "", "not known", why});
}

void Findings::add(const std::string& op, const std::string& where,
                   const std::vector<LimitOutcome>& outcomes) {
  const Words covered = covered_by(outcomes);
  for (const LimitOutcome& outcome : outcomes) {
    if (outcome.kind == LimitKind::irrelevant) continue;
    add_use(op, where, outcome);
    if (is_relied_on(outcome)) {
      add_relied_on(op, outcome);
    } else {
      add_unknown(op, *outcome.limit, covered);
    }
  }
}

void Findings::add_use(const std::string& op, const std::string& where,
                       const LimitOutcome& outcome) {
  const Limit& limit = *outcome.limit;
  const bool is_violated = outcome.kind == LimitKind::violated;
  result_.limits.push_back(
      {op, where, is_violated ? outcome.violation : outcome.formula,
       limit.known ? std::string(name(limit.confidence)) : "", limit.source,
       outcome_word(outcome.kind), limit.note});
}

void Findings::add_relied_on(const std::string& op,
                             const LimitOutcome& outcome) {
  const Limit& limit = *outcome.limit;
  is_any_relied_on_ = true;
  weakest_ = std::max(weakest_, limit.confidence);
  where_ = where_ && outcome.restriction;
  if (outcome.kind == LimitKind::violated) {
    add_once(violations_, op + ": " + outcome.violation);
    for (const auto& o : outcome.objections)
      objections_.push_back({op + ": " + o.what + " (" +
                                 std::string(name(limit.confidence)) + ")",
                             o.numbers});
    strongest_violation_ = std::min(strongest_violation_, limit.confidence);
  }
  for (const auto& remark : outcome.remarks) add_remark(op, remark);
  if (limit.applies) add_remark(op, limit.note);
}

void Findings::add_unknown(const std::string& op, const Limit& limit,
                           const Words& covered) {
  if (!limit.known && !limit.covers.empty()) add_remark(op, limit.note);
  const Words open = open_aspects(limit, covered);
  if (open.empty() && !limit.covers.empty()) {
    std::string& note = result_.limits.back().note;
    note += (note.empty() ? "" : "; ") + std::string("answered by others");
    return;
  }
  Unknown& unknown = unknown_of(op);
  for (const std::string& aspect : open) add_once(unknown.aspects, aspect);
  const std::string confidence(name(limit.confidence));
  if (!limit.covers.empty()) {
    if (limit.known) add_once(unknown.weak, confidence);
  } else if (limit.known) {
    const bool has_formula = limit.formula != nullptr;
    add_once(unknown.others, (has_formula ? limit.formula_text : limit.note) +
                                 " (only " + confidence + ")");
  } else {
    add_once(unknown.others, limit.note);
  }
}

void Findings::add_remark(const std::string& op, const std::string& remark) {
  if (!remark.empty()) add_once(remarks_, op + ": " + remark);
}

Findings::Unknown& Findings::unknown_of(const std::string& op) {
  const auto found = std::ranges::find(unknowns_, op, &Unknown::op);
  if (found != unknowns_.end()) return *found;
  return unknowns_.emplace_back(Unknown{op, {}, {}, {}});
}

/// "Conv: not known: kernel, pad (neighbour limits are not relied on)".
std::string Findings::sentence(const Unknown& unknown) {
  Words words = unknown.aspects;
  words.insert(words.end(), unknown.others.begin(), unknown.others.end());
  const std::string weak = joined(unknown.weak, " and ");
  return unknown.op + ": not known: " + joined(words, ", ") +
         (weak.empty() ? "" : " (" + weak + " limits are not relied on)");
}

SideResult Findings::conclude(const index::Facts& facts, const Ranks& ranks,
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
  for (const Unknown& unknown : unknowns_) detail.push_back(sentence(unknown));
  detail.insert(detail.end(), remarks_.begin(), remarks_.end());
  result_.detail = joined(detail, "; ");
  std::vector<evidence::Objection> why = objections();
  return {std::move(result_), where_, std::move(why)};
}

std::vector<evidence::Objection> Findings::objections() const {
  std::vector<evidence::Objection> result = objections_;
  if (result_.status == LegalityStatus::unknown)
    for (const Unknown& unknown : unknowns_)
      result.push_back({sentence(unknown), ""});
  if (result_.status == LegalityStatus::conditional)
    result.push_back({result_.where, ""});
  return result;
}

/// Limits that hold one by one for some sizes may exclude each other.
void Findings::find_contradiction(const index::Facts& facts, const Ranks& ranks,
                                  Session& session) {
  if (where_.is_true()) return;
  if (session.satisfiable(facts, where_, nullptr) != Answer::no) return;
  violations_.push_back("no sizes meet all limits: " + printed(ranks));
  objections_.push_back({violations_.back(), ""});
  strongest_violation_ = weakest_;
}

void Findings::conclude_possible(const index::Facts& facts, const Ranks& ranks,
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
std::string Findings::printed(const Ranks& ranks) const {
  std::vector<Formula> parts = index::conjuncts(where_);
  std::ranges::stable_partition(
      parts, [&](const Formula& f) { return !ranks.are_all_of(f); });
  Words words;
  for (const Formula& f : parts) {
    const bool wrap =
        parts.size() > 1 && f->kind == index::FormulaKind::disjunction;
    const std::string text = index::print(ranks.readable(f));
    words.push_back(wrap ? "(" + text + ")" : text);
  }
  return joined(words, " and ");
}

}  // namespace rewright::solver
