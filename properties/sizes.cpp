// SPDX-License-Identifier: Apache-2.0
//
// Draws ranks, then numbers by profile, then searches near them.
#include "properties/sizes.h"

namespace rewright::properties {
namespace {

constexpr int search_budget = 300;

/// Ranks 0 .. 3; with many groups the smaller ones, lest tensors explode.
int draw_rank(Stream& stream, bool many_groups) {
  static const std::vector<int> few = {0, 1, 1, 1, 2, 2, 2, 3, 3};
  static const std::vector<int> many = {0, 0, 1, 1, 1, 1, 2, 2, 3};
  return stream.pick(many_groups ? many : few);
}

}  // namespace

Sizes::Sizes(const ir::Rule& rule, const FuzzOptions& options)
    : rule_(rule), options_(options) {}

bool Sizes::is_fixed() const {
  return rule_.groups.empty() && rule_.sizes.empty() && rule_.integers.empty();
}

ir::Assignment Sizes::draw_ranks(Stream& stream) const {
  ir::Assignment at;
  for (const auto& group : rule_.groups)
    at.ranks[group] = draw_rank(stream, rule_.groups.size() > 2);
  return at;
}

const Problem& Sizes::problem(const ir::Assignment& at) {
  auto found = problems_.find(at.ranks);
  if (found == problems_.end()) {
    found =
        problems_
            .emplace(at.ranks, problem_of(rule_, at, options_.largest_elements))
            .first;
  }
  return found->second;
}

std::optional<ir::Assignment> Sizes::draw(std::uint64_t seed) {
  Stream stream(subseed(seed, 1));
  const Problem& constraints = problem(draw_ranks(stream));
  const Proposals proposals = propose(constraints, options_, stream);
  return search(constraints, proposals, stream, search_budget);
}

std::optional<ir::Assignment> Sizes::draw_model(std::uint64_t seed) {
  if (!models_) models_ = solver_models(rule_);
  if (models_->empty()) return {};
  Stream stream(subseed(seed, 2));
  return stream.pick(*models_);
}

}  // namespace rewright::properties
