// SPDX-License-Identifier: Apache-2.0
#include "models/attempts.h"

#include <algorithm>
#include <utility>

#include "solver/value_proof.h"

namespace rewright::models {

using evidence::Axiom;
using evidence::Status;

namespace {

/// Of Z3, a fifth of what rules get: most regions need none, and guesses that
/// are wrong must not cost more than those that are right.
constexpr std::uint32_t resources_per_query = 100'000;
constexpr std::int64_t most_queries = 60;
constexpr int most_given_up = 3;
constexpr int most_growth = 4;           // regions per pair
constexpr std::size_t most_opened = 24;  // nodes, for the frontier to be opened

/// Laws that hold of infinities too, wherever both sides are numbers.
bool holds_of_infinities(const std::vector<Axiom>& axioms) {
  static const std::set<Axiom> safe = {
      Axiom::data_movement, Axiom::commutativity, Axiom::associativity,
      Axiom::additive_identity, Axiom::multiplicative_identity};
  return std::all_of(axioms.begin(), axioms.end(),
                     [](Axiom axiom) { return safe.count(axiom) != 0; });
}

std::set<int> symmetric_difference(const std::set<int>& a,
                                   const std::set<int>& b) {
  std::set<int> result;
  std::set_symmetric_difference(a.begin(), a.end(), b.begin(), b.end(),
                                std::inserter(result, result.end()));
  return result;
}

solver::Budget budget_of_guesses() {
  return {.resources_per_query = resources_per_query,
          .most_queries = most_queries,
          .most_given_up = most_given_up,
          .last_resorts = false};
}

}  // namespace

Constants constants_of(const Region& region, const Constants& constants) {
  Constants own;
  for (std::size_t k = 0; k < region.frontier.size(); ++k)
    if (const auto found = constants.find(region.frontier[k]);
        found != constants.end())
      own[static_cast<int>(k)] = found->second;
  return own;
}

bool Attempts::can_open(int number) const {
  const ir::Ref* const first = values_.value(Side::first, number);
  return first != nullptr && first->node >= 0 &&
         values_.value(Side::second, number) != nullptr &&
         values_.graph(Side::first)
                 .nodes.at(static_cast<std::size_t>(first->node))
                 .op->meaning != nullptr;
}

bool Attempts::open_differences(const Frontier& frontier, Reach& reach) const {
  bool opened = false;
  for (const int number : symmetric_difference(frontier.first, frontier.second))
    if (can_open(number)) opened |= reach.opened.insert(number).second;
  return opened;
}

bool Attempts::open_all(const Frontier& frontier, Reach& reach) const {
  bool opened = false;
  for (const int number : frontier.first)
    if (can_open(number)) opened |= reach.opened.insert(number).second;
  return opened;
}

/// Opens what only one side reads until both read the same.
Frontier Attempts::equalised(const ir::Ref& first, const ir::Ref& second,
                             Reach& reach) const {
  Frontier frontier = frontier_of(values_, first, second, reach);
  const Frontier plain = frontier;
  Reach wider = reach;
  for (int round = 0; round < 8 && !frontier.is_too_large; ++round) {
    if (!open_differences(frontier, wider)) {
      reach = std::move(wider);
      return frontier;
    }
    frontier = frontier_of(values_, first, second, wider);
  }
  return plain;
}

Proof Attempts::prove(const ir::Ref& first, const ir::Ref& second) {
  Reach reach;
  Proof proof;
  for (int step = 0; step < most_growth; ++step) {
    const Frontier frontier = equalised(first, second, reach);
    if (frontier.is_too_large) break;
    Proof found = attempt(first, second, frontier);
    const bool is_better =
        found.is_proved || (found.is_close && !proof.is_close);
    if (step == 0 || is_better) proof = std::move(found);
    if (proof.is_proved || proof.is_close) break;
    const auto nodes =
        frontier.first_nodes.size() + frontier.second_nodes.size();
    if (nodes > most_opened || !open_all(frontier, reach)) break;
  }
  return proof;
}

Region Attempts::smallest(const ir::Ref& first, const ir::Ref& second) const {
  Reach reach;
  Region region =
      region_of(values_, first, second, equalised(first, second, reach));
  region.rule.when = when_;
  return region;
}

Proof Attempts::attempt(const ir::Ref& first, const ir::Ref& second,
                        const Frontier& frontier) {
  const auto [found, is_new] = known_.try_emplace(key(first, second, frontier));
  Proof& proof = found->second;
  if (!is_new) return proof;
  Region region = region_of(values_, first, second, frontier);
  proof.first_nodes = region.first;
  proof.second_nodes = region.second;
  proof.frontier = region.frontier;
  proof.value.status = Status::unknown;
  proof.value.reason = evidence::Reason::unsupported;
  if (failures_left_ <= 0 || !is_small(region.rule)) {
    proof.value.detail = "the region is too large to be compared";
    return proof;
  }
  region.rule.when = when_;
  proof.value = prove(region);
  const bool is_infinite =
      std::any_of(proof.frontier.begin(), proof.frontier.end(),
                  [&](int number) { return may_be_infinite(number); });
  if (proof.value.status == Status::proved && is_infinite &&
      !holds_of_infinities(proof.value.axioms)) {
    proof.value.status = Status::unknown;
    proof.value.detail = "a value may be infinite";
  }
  proof.is_proved = proof.value.status == Status::proved;
  proof.is_close =
      !is_infinite && proof.value.reason == evidence::Reason::constants;
  if (!proof.is_proved) --failures_left_;
  return proof;
}

/// Networks repeat themselves: regions of one form are proved once. What is
/// known of elements, of constants or others, is no part of a form.
evidence::ValueProof Attempts::prove(const Region& region) {
  const Constants constants = constants_of(region, constants_);
  const bool has_form = constants.empty() && region.rule.element_when.empty();
  std::string form = has_form ? form_of(region.rule) : "";
  if (const auto found = by_form_.find(form);
      has_form && found != by_form_.end())
    return found->second;
  solver::Session session(budget_of_guesses());
  evidence::ValueProof proof =
      solver::prove_value(region.rule, constants, session);
  if (has_form) by_form_.emplace(std::move(form), proof);
  return proof;
}

std::string Attempts::residue(const Region& region) const {
  solver::Session session(budget_of_guesses());
  return solver::prove_value(region.rule, constants_of(region, constants_),
                             session)
      .detail;
}

bool Attempts::may_be_infinite(int number) const {
  const ir::Ref* const value = values_.value(Side::first, number);
  if (value == nullptr) return true;
  if (value->node < 0) return infinite_inputs_.count(value->slot) != 0;
  return infinite_.at(static_cast<std::size_t>(value->node));
}

/// All that a region depends on: its nodes, and which values it takes to be
/// which. Numbers differ between passes; what they stand for does not.
std::string Attempts::key(const ir::Ref& first, const ir::Ref& second,
                          const Frontier& frontier) const {
  std::string key;
  const auto add = [&](int n) { key += std::to_string(n) + ' '; };
  const auto add_value = [&](const ir::Ref& ref) {
    add(ref.node);
    add(ref.slot);
  };
  add_value(first);
  add_value(second);
  for (const auto* nodes : {&frontier.first_nodes, &frontier.second_nodes}) {
    key += '|';
    for (const int n : *nodes) add(n);
  }
  for (const auto* cuts : {&frontier.first_cuts, &frontier.second_cuts}) {
    key += '|';
    for (const auto& [place, number] : *cuts) {
      add_value({place.first, place.second});
      const ir::Ref* const value = values_.value(Side::first, number);
      key += value ? "= " : "own ";
      add_value(value ? *value : *values_.value(Side::second, number));
    }
  }
  return key;
}

}  // namespace rewright::models
