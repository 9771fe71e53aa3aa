// SPDX-License-Identifier: Apache-2.0
//
// Draws ranks, then numbers by profile, then searches near them.
#include "properties/sizes.h"

namespace rewright::properties {
namespace {

constexpr int search_budget = 150;  // of one attempt
constexpr int attempts = 3;         // each in another order

/// Ranks 0 .. 3; with many groups the smaller ones, lest tensors explode.
int draw_rank(Stream& stream, bool many_groups) {
  static const std::vector<int> few = {0, 1, 1, 1, 2, 2, 2, 3, 3};
  static const std::vector<int> many = {0, 0, 1, 1, 1, 1, 2, 2, 3};
  return stream.pick(many_groups ? many : few);
}

/// Numbers around those of `at`.
Proposals near(const Problem& problem, const ir::Assignment& at) {
  Proposals proposals;
  for (const auto& unknown : problem.unknowns) {
    const auto now = value_of(at, unknown);
    proposals.push_back({now, now + 1, now - 1, 1, 2, 3, 4, 0});
  }
  return proposals;
}

}  // namespace

Sizes::Sizes(const ir::Rule& rule, const FuzzOptions& options)
    : rule_(rule), options_(options) {}

ir::Assignment Sizes::draw_ranks(Stream& stream) const {
  ir::Assignment at;
  for (const auto& group : rule_.groups)
    at.ranks[group] = draw_rank(stream, rule_.groups.size() > 2);
  return at;
}

const Problem& Sizes::problem(const ir::Assignment& at) {
  std::vector<int> ranks;
  for (const auto& group : rule_.groups) ranks.push_back(at.ranks.at(group));
  auto found = problems_.find(ranks);
  if (found == problems_.end())
    found =
        problems_
            .emplace(ranks, problem_of(rule_, at, options_.largest_elements))
            .first;
  return found->second;
}

std::optional<ir::Assignment> Sizes::draw(std::uint64_t seed) {
  Stream stream(subseed(seed, 1));
  const Problem& constraints = problem(draw_ranks(stream));
  for (int k = 0; k < attempts; ++k) {
    const Proposals proposals = propose(constraints, options_, stream);
    auto found = search(constraints, proposals, stream, search_budget);
    if (found) return found;
  }
  return {};
}

std::optional<ir::Assignment> Sizes::draw_model(std::uint64_t seed) {
  if (!models_) models_ = solver_models(rule_);
  if (models_->empty()) return {};
  Stream stream(subseed(seed, 2));
  const ir::Assignment at = stream.pick(*models_);
  const Problem& constraints = problem(at);
  if (all_hold(constraints, at)) return at;
  // The solver knows products over groups by their bounds only.
  return search(constraints, near(constraints, at), stream, search_budget);
}

}  // namespace rewright::properties
