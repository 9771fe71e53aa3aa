// SPDX-License-Identifier: Apache-2.0
//
// Samples, then candidates, then proofs. A candidate that random cases refute
// adds its counterexample to the samples, so that no later one has the same
// fault; one that keeps no sample that an earlier suggestion does not keep is
// left out, for it would say less.
#include <algorithm>
#include <optional>
#include <set>
#include <utility>

#include "solver/session.h"
#include "suggest/atom.h"
#include "suggest/conditions.h"
#include "suggest/judge.h"
#include "suggest/search.h"
#include "syntax/printer.h"

namespace rewright::suggest {
namespace {

using evidence::Suggestion;
using evidence::Verdict;
using Columns = std::vector<std::size_t>;

constexpr std::size_t most_conjuncts = 3;
constexpr std::size_t list_length = 200;  // candidates of one search
constexpr int most_trials = 100;          // of candidates at random
constexpr std::int64_t trial_cases = 60;
constexpr std::size_t most_failures = 24;  // unproved though not refuted

class Missing {
 public:
  Missing(const ir::Rule& rule, const properties::FuzzOptions& fuzz)
      : source_(rule), fuzz_(fuzz) {}

  std::vector<Suggestion> run() {
    base_ = source_.resolve(source_.rule());
    if (!base_) return {};
    atoms_ = atoms(source_, *base_);
    columns_.resize(atoms_.size());
    for (std::size_t k = 0; k < atoms_.size(); ++k) {
      columns_[k].strength =
          100 * atoms_[k].strength + static_cast<int>(atoms_[k].text.size());
      columns_[k].weight = atoms_[k].weight;
    }
    for (const Sample& sample : draw_samples(*base_, fuzz_.seed)) add(sample);
    while (!is_done() && try_list()) {
    }
    return listed();
  }

 private:
  struct Proved {
    Columns columns;
    Bits kept;
  };

  void add(const Sample& sample) {
    for (std::size_t k = 0; k < atoms_.size(); ++k) {
      Column& column = columns_[k];
      (sample.agrees ? column.passing : column.failing)
          .push_back(holds(atoms_[k], *base_, sample));
    }
    ++(sample.agrees ? passing_ : failing_);
  }

  bool is_done() const {
    return failing_ == 0 || passing_ == 0 || trials_ >= most_trials ||
           proofs_ >= most_proofs || failures_ >= most_failures ||
           proved_.size() >= most_suggestions;
  }

  /// False when there is nothing left to be tried.
  bool try_list() {
    bool is_new = false;
    for (const Conjunction& candidate :
         separating(columns_, most_conjuncts, list_length)) {
      if (is_done()) return false;
      if (candidate.kept == 0 || has_equation(candidate.columns) ||
          meets_failure(candidate.columns) || says_less(candidate.columns) ||
          !attempted_.insert(candidate.columns).second)
        continue;
      is_new = true;
      attempt(candidate.columns);
    }
    return is_new;
  }

  bool has_equation(const Columns& which) const {
    std::vector<const Atom*> list;
    for (const std::size_t k : which) list.push_back(&atoms_[k]);
    return is_equation(list);
  }

  /// Samples may have been added since the search.
  bool meets_failure(const Columns& which) const {
    for (std::size_t k = 0; k < failing_; ++k)
      if (std::ranges::all_of(which, [&](std::size_t column) {
            return columns_[column].failing[k];
          }))
        return true;
    return false;
  }

  bool says_less(const Columns& which) const {
    const Bits mine = kept(columns_, which);
    return std::ranges::any_of(proved_, [&](const Proved& other) {
      return is_subset(mine, other.kept);
    });
  }

  void attempt(const Columns& which) {
    const auto variant = source_.resolve(changed(which));
    if (!variant) return;
    ++trials_;
    const auto found = tried(*variant, trial_cases, fuzz_);
    if (found.status == evidence::Status::refuted) {
      add(sample_of(*found.counterexample, *variant, *base_));
      return;
    }
    ++proofs_;
    if (judged(*variant, fuzz_) == Verdict::proved)
      proved_.push_back({which, kept(columns_, which)});
    else
      ++failures_;
  }

  syntax::Rule changed(const Columns& which) const {
    syntax::Rule rule = source_.rule();
    for (const std::size_t k : which) {
      const Atom& atom = atoms_[k];
      if (atom.kind == Atom::Kind::types) {
        restrict_types(rule, atom.variable, "float");
        continue;
      }
      syntax::WhenClause clause;
      clause.formula = formula(atom.text);
      rule.whens.push_back(std::move(clause));
    }
    return rule;
  }

  index::Facts facts_of(const Columns& which) const {
    index::Facts facts = base_->facts();
    facts.assume(base_->well_formed(base_->lhs));
    for (const std::size_t k : which)
      if (atoms_[k].kind == Atom::Kind::index) facts.assume(atoms_[k].formula);
    return facts;
  }

  /// `l <= 0` is `l == 0` where l is not negative.
  std::string text_of(const Atom& atom, const Columns& which,
                      solver::Session& session) const {
    if (atom.tight.empty()) return atom.text;
    return session.implies(facts_of(which), atom.equation, nullptr, "") ==
                   solver::Answer::yes
               ? atom.tight
               : atom.text;
  }

  /// Whether one implies the other for all sizes; only of conditions on sizes
  /// and integers, beside others that they have in common.
  bool implies(const Columns& stronger, const Columns& weaker,
               solver::Session& session) const {
    const index::Facts facts = facts_of(stronger);
    index::Formula goal(true);
    for (const std::size_t k : weaker) {
      if (std::ranges::find(stronger, k) != stronger.end()) continue;
      if (atoms_[k].kind != Atom::Kind::index) return false;
      goal = goal && atoms_[k].formula;
    }
    return session.implies(facts, goal, nullptr, "") == solver::Answer::yes;
  }

  bool is_implied(std::size_t which, solver::Session& session) const {
    for (const Proved& other : proved_)
      if (proved_[which].kept != other.kept &&
          is_subset(proved_[which].kept, other.kept))
        return true;
    for (std::size_t k = 0; k < proved_.size(); ++k)
      if (k != which &&
          implies(proved_[which].columns, proved_[k].columns, session) &&
          !(k > which &&
            implies(proved_[k].columns, proved_[which].columns, session)))
        return true;
    return false;
  }

  std::vector<Suggestion> listed() const {
    solver::Session session;
    std::vector<Suggestion> list;
    for (std::size_t k = 0; k < proved_.size(); ++k)
      if (!is_implied(k, session))
        list.push_back(suggestion(proved_[k], session));
    std::ranges::stable_sort(
        list, [](const auto& a, const auto& b) { return a.kept > b.kept; });
    return list;
  }

  Suggestion suggestion(const Proved& proved, solver::Session& session) const {
    std::string when;
    std::set<std::string> with;
    for (const std::size_t k : proved.columns) {
      const Atom& atom = atoms_[k];
      if (atom.kind == Atom::Kind::types) {
        with.insert("types " + atom.text);
        continue;
      }
      when += (when.empty() ? "" : " and ") +
              text_of(atom, proved.columns, session);
      for (const std::string& group : unnamed_groups(atom)) with.insert(group);
    }
    Suggestion made;
    if (!when.empty()) made.when = syntax::print(formula(when));
    for (const std::string& clause : with)
      made.with += (made.with.empty() ? "" : ", ") + clause;
    made.kept = static_cast<double>(
                    std::count(proved.kept.begin(), proved.kept.end(), true)) /
                static_cast<double>(passing_);
    return made;
  }

  /// "axes r... : n" for what the rule itself does not name.
  std::vector<std::string> unnamed_groups(const Atom& atom) const {
    std::map<std::uint64_t, index::Symbol> symbols;
    index::collect_symbols(atom.formula, symbols);
    std::vector<std::string> clauses;
    for (const auto& [id, symbol] : symbols)
      if (const auto found = source_.named().find(symbol->name);
          found != source_.named().end())
        clauses.push_back("axes " + found->second + "... : " + found->first);
    return clauses;
  }

  Template source_;
  properties::FuzzOptions fuzz_;
  std::optional<ir::Rule> base_;
  std::vector<Atom> atoms_;
  std::vector<Column> columns_;
  std::size_t failing_ = 0, passing_ = 0;
  std::set<Columns> attempted_;
  std::vector<Proved> proved_;
  int trials_ = 0, proofs_ = 0;
  std::size_t failures_ = 0;
};

}  // namespace

std::vector<Suggestion> missing(const ir::Rule& rule,
                                const properties::FuzzOptions& fuzz) {
  return Missing(rule, fuzz).run();
}

}  // namespace rewright::suggest
