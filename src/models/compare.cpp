// SPDX-License-Identifier: Apache-2.0
#include "models/compare.h"

#include <algorithm>
#include <iomanip>
#include <set>
#include <sstream>

#include "models/infinite.h"
#include "models/sweep.h"
#include "properties/fuzz.h"
#include "solver/value_proof.h"

namespace rewright::models {

using evidence::Status;

namespace {

constexpr int most_assumptions_tried = 24;

/// What the nodes of the first graph ask of sizes, conjoined.
index::Formula assumptions_of(const ir::Rule& rule) {
  const index::Facts facts = rule.facts();
  index::Formula all = rule.when;
  for (const ir::Node& node : rule.lhs.nodes)
    for (const ir::Condition& condition : node.conditions) {
      const index::Formula simple = facts.simplify(condition.formula);
      if (!simple.is_true()) all = all && simple;
    }
  return all;
}

/// Leaves out assumptions as long as there are fewer of them without.
class Reduction {
 public:
  Reduction(Congruence& values, const Hints& hints, Attempts& attempts)
      : values_(values), hints_(hints), attempts_(attempts) {}

  Swept run() {
    Swept best = swept();
    std::set<int> tried;
    for (int left = most_assumptions_tried; left > 0; --left) {
      const int node = next(best, tried);
      if (node < 0) break;
      tried.insert(node);
      banned_.insert(node);
      Swept without = swept();
      if (doubts(without) < doubts(best))
        best = without;
      else
        banned_.erase(node);
    }
    // The numbers are those of the last pass.
    return swept();
  }

 private:
  static int doubts(const Swept& pass) {
    return pass.assumed() + pass.open_outputs;
  }

  Swept swept() { return sweep(values_, hints_, attempts_, banned_); }

  static int next(const Swept& pass, const std::set<int>& tried) {
    for (const Pair& pair : pass.pairs)
      if (pair.is_assumed() && tried.count(pair.second.node) == 0)
        return pair.second.node;
    return -1;
  }

  Congruence& values_;
  const Hints& hints_;
  Attempts& attempts_;
  std::set<int> banned_;
};

/// What was found, in the models' names.
class Report {
 public:
  Report(const Congruence& values, const Names& names)
      : values_(values), names_(names) {}

  evidence::Region region(const Pair& pair) const {
    evidence::Region region;
    region.status = pair.is_proved ? Status::proved : Status::unknown;
    region.reason = pair.proof.value.reason;
    region.closeness = pair.proof.is_close ? pair.proof.value.closeness : 0;
    region.detail = pair.proof.value.detail;
    region.first_value = value(Side::first, pair.first);
    region.second_value = value(Side::second, pair.second);
    region.first_nodes = nodes(Side::first, pair.proof.first_nodes);
    region.second_nodes = nodes(Side::second, pair.proof.second_nodes);
    for (const int number : pair.proof.frontier)
      if (const ir::Ref* const read = values_.value(Side::first, number))
        region.reads.push_back(value(Side::first, *read));
    if (pair.is_proved) region.axioms = pair.proof.value.axioms;
    return region;
  }

 private:
  std::string value(Side side, const ir::Ref& ref) const {
    if (ref.node < 0)
      return values_.rule().inputs.at(static_cast<std::size_t>(ref.slot)).name;
    const auto n = static_cast<std::size_t>(ref.node);
    const auto& names = side == Side::first ? names_.first : names_.second;
    if (n < names.size()) {
      const std::string& name = names[n].at(static_cast<std::size_t>(ref.slot));
      if (!name.empty()) return name;
    }
    return node(side, ref.node);
  }

  const std::string& node(Side side, int n) const {
    return values_.graph(side).nodes.at(static_cast<std::size_t>(n)).name;
  }

  /// Nodes of one name, from one of the model, are named once.
  std::vector<std::string> nodes(Side side,
                                 const std::vector<int>& list) const {
    std::vector<std::string> result;
    for (const int n : list)
      if (std::find(result.begin(), result.end(), node(side, n)) ==
          result.end())
        result.push_back(node(side, n));
    return result;
  }

  const Congruence& values_;
  const Names& names_;
};

/// The outputs that stayed open, as a pair that could not be proved.
std::vector<Pair> with_outputs(const Congruence& values, const Swept& pass,
                               Attempts& attempts) {
  std::vector<Pair> pairs = pass.pairs;
  const auto& first = values.graph(Side::first).outputs;
  const auto& second = values.graph(Side::second).outputs;
  for (std::size_t k = 0; k < second.size(); ++k) {
    if (values.number(Side::first, first.at(k)) ==
        values.number(Side::second, second[k]))
      continue;
    Pair pair{.first = first[k],
              .second = second[k],
              .is_proved = false,
              .proof = attempts.prove(first[k], second[k])};
    pair.is_proved = pair.proof.is_proved;
    pairs.push_back(std::move(pair));
  }
  return pairs;
}

/// What is left of a proof, and small random values of what the region reads.
void look_for_difference(const Attempts& attempts, const Pair& pair,
                         const Constants& constants, evidence::Region& into) {
  const Region region = attempts.smallest(pair.first, pair.second);
  into.detail = attempts.residue(region);
  properties::FuzzOptions how;
  how.cases = 60;
  how.most_work = how.most_work_of_case = 3e8;
  how.constants = constants_of(region, constants);
  solver::Session session;
  const evidence::FuzzResult found =
      properties::fuzz(region.rule, how, session);
  if (found.status != Status::refuted) return;
  into.status = Status::refuted;
  into.counterexample = found.counterexample;
}

/// By how much constants differ, where they do most.
std::string close_sentence(const evidence::Regions& regions) {
  const auto worst = std::max_element(
      regions.regions.begin(), regions.regions.end(),
      [](const auto& a, const auto& b) { return a.closeness < b.closeness; });
  std::ostringstream text;
  text << std::setprecision(2) << "the constant factors of every term of '"
       << worst->second_value << "' are within " << worst->closeness
       << " of those of '" << worst->first_value
       << "', relative to the largest";
  return std::move(text).str();
}

/// One proof out of those of all regions.
evidence::ValueProof conclusion(const ir::Rule& rule,
                                const std::vector<Pair>& pairs,
                                const evidence::Regions& regions) {
  evidence::ValueProof proof;
  proof.status = Status::proved;
  std::set<evidence::Axiom> axioms;
  const evidence::ValueProof* open = nullptr;  // neither proved nor close
  for (const Pair& pair : pairs) {
    const evidence::ValueProof& part = pair.proof.value;
    axioms.insert(part.axioms.begin(), part.axioms.end());
    proof.only_machine_integers |= part.only_machine_integers;
    proof.solver_seconds += part.solver_seconds;
    proof.obligations.insert(proof.obligations.end(), part.obligations.begin(),
                             part.obligations.end());
    if (pair.is_proved) continue;
    proof.status = Status::unknown;
    proof.closeness = std::max(proof.closeness, part.closeness);
    if (pair.proof.is_close || open != nullptr) continue;
    open = &part;
  }
  if (open != nullptr) {
    proof.reason = open->reason;
    const evidence::Region* const first = evidence::first_difference(regions);
    proof.detail = first ? first->detail : open->detail;
  } else if (proof.status != Status::proved) {
    proof.reason = evidence::Reason::constants;
    proof.detail = close_sentence(regions);
  }
  if (pairs.size() == 1) proof.steps = pairs.front().proof.value.steps;
  proof.steps.push_back(std::to_string(regions.congruent) + " of " +
                        std::to_string(regions.second_nodes) +
                        " operators are the same on the same operands");
  for (const evidence::Region& region : regions.regions)
    if (region.status == Status::proved && pairs.size() > 1)
      proof.steps.push_back("'" + region.second_value + "' is '" +
                            region.first_value + "'");
  solver::conclude(rule, axioms, proof);
  // What proofs of regions took from constants.
  const std::string plain = proof.scope;
  std::set<std::string> told;
  for (const Pair& pair : pairs) {
    const std::string& scope = pair.proof.value.scope;
    if (scope.starts_with(plain) && told.insert(scope).second)
      proof.scope += scope.substr(plain.size());
  }
  return proof;
}

}  // namespace

Comparison compare(const ir::Rule& rule, const Names& names,
                   const Constants& constants) {
  Congruence values(rule);
  for (std::size_t n = 0; n < rule.rhs.nodes.size(); ++n) values.number_next();
  const Hints hints(values, names);
  Attempts attempts(values, assumptions_of(rule),
                    infinite_results(rule, constants),
                    infinite_inputs(constants), constants);
  const Swept pass = Reduction(values, hints, attempts).run();
  const std::vector<Pair> pairs = with_outputs(values, pass, attempts);
  Comparison result;
  result.regions.first_nodes = static_cast<int>(rule.lhs.nodes.size());
  result.regions.second_nodes = static_cast<int>(rule.rhs.nodes.size());
  result.regions.congruent = pass.congruent;
  const Report report(values, names);
  for (const Pair& pair : pairs) {
    result.regions.regions.push_back(report.region(pair));
    if (&result.regions.regions.back() ==
            evidence::first_difference(result.regions) &&
        !pair.proof.is_close)
      look_for_difference(attempts, pair, constants,
                          result.regions.regions.back());
  }
  result.proof = conclusion(rule, pairs, result.regions);
  return result;
}

}  // namespace rewright::models
