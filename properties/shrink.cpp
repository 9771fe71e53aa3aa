// SPDX-License-Identifier: Apache-2.0
//
// Shrinking of sizes with RapidCheck's shrink trees. A candidate that breaks a
// constraint of the rule is mended by the search that also draws sizes, so
// sizes tied by an equation shrink together. Every candidate weighs less than
// what it came from, hence shrinking ends.
#include <cstdlib>

#include <rapidcheck/Shrinkable.h>
#include <rapidcheck/seq/Create.h>
#include <rapidcheck/shrink/Shrink.h>
#include <rapidcheck/shrinkable/Create.h>
#include <rapidcheck/shrinkable/Operations.h>

#include "properties/cases.h"

namespace rewright::properties {
namespace {

using ir::Assignment;

constexpr int most_candidates = 400;  // tried
constexpr int trials_per_candidate = 6;
constexpr int mending_budget = 60;

std::int64_t weight(const Problem& problem, const Assignment& at) {
  std::int64_t total = 0;
  for (const auto& [group, rank] : at.ranks) total += 1000 * rank;
  for (const auto& unknown : problem.unknowns) {
    const auto v = value_of(at, unknown);
    total += 2 * std::llabs(v) + (v < 0 ? 1 : 0);
  }
  return total;
}

class SizeShrinker {
 public:
  explicit SizeShrinker(Sizes& sizes) : sizes_(sizes) {}

  /// Lighter assignments that satisfy the rule, the lightest kinds first.
  std::vector<Assignment> candidates(const Assignment& at) {
    std::vector<Assignment> found;
    without_an_axis(at, found);
    const Problem& problem = sizes_.problem(at);
    for (std::size_t u = 0; u < problem.unknowns.size(); ++u)
      smaller(problem, at, u, true, found);
    for (std::size_t u = 0; u < problem.unknowns.size(); ++u)
      smaller(problem, at, u, false, found);
    return found;
  }

 private:
  void without_an_axis(const Assignment& at, std::vector<Assignment>& found) {
    for (const auto& [group, rank] : at.ranks) {
      for (int axis = 0; axis < rank; ++axis) {
        Assignment next = at;
        --next.ranks[group];
        for (const auto& unknown : sizes_.problem(at).unknowns)
          erase_component(group, axis, unknown, next);
        if (all_hold(sizes_.problem(next), next)) found.push_back(next);
      }
    }
  }

  static void erase_component(const std::string& group, int axis,
                              const Unknown& unknown, Assignment& at) {
    if (unknown.component != axis || unknown.symbol->group != group) return;
    auto& values = at.values.at(unknown.symbol->id);
    values.erase(values.begin() + axis);
  }

  /// Unknown `u`, or all of its value with it, moved towards its target.
  void smaller(const Problem& problem, const Assignment& at, std::size_t u,
               bool together, std::vector<Assignment>& found) {
    const auto& unknown = problem.unknowns[u];
    const std::int64_t now = value_of(at, unknown);
    const std::int64_t target = unknown.is_size ? 1 : 0;
    auto steps = rc::shrink::towards<std::int64_t>(now, target);
    while (const auto step = steps.next()) {
      Assignment next = at;
      for (std::size_t other = 0; other < problem.unknowns.size(); ++other) {
        auto& value = value_of(next, problem.unknowns[other]);
        const bool moves = other == u || (together && value == now &&
                                          problem.unknowns[other].is_size);
        if (moves) value = *step;
      }
      if (all_hold(problem, next) || mend(problem, at, u, next))
        if (weight(problem, next) < weight(problem, at)) found.push_back(next);
    }
  }

  /// Other values for the rest, near those of `at`.
  static bool mend(const Problem& problem, const Assignment& at, std::size_t u,
                   Assignment& next) {
    Proposals proposals;
    for (std::size_t other = 0; other < problem.unknowns.size(); ++other) {
      const auto now = value_of(at, problem.unknowns[other]);
      if (other == u)
        proposals.push_back({value_of(next, problem.unknowns[u])});
      else
        proposals.push_back({now, 1, 2, 3, now - 1, 0});
    }
    Stream stream(0);
    const auto mended = search(problem, proposals, stream, mending_budget);
    if (mended) next = *mended;
    return mended.has_value();
  }

  Sizes& sizes_;
};

/// The same failure in small integers, which are easier to read.
std::optional<Failure> plainer(const Subject& subject, const Failure& failure,
                               std::uint64_t seed) {
  const auto world = failure.draw.world;
  if (world != World::residue && world != World::rounding) return {};
  const auto instance = instance_at(subject, failure.at);
  if (!instance || is_large(instance->rule)) return {};
  Draw draw = failure.draw;
  draw.world = World::exact;
  draw.values = Values::small;
  return find_failure(subject, failure.at, draw, seed,
                      4 * trials_per_candidate);
}

Failure with_small_sizes(Subject& subject, Failure failure,
                         std::uint64_t seed) {
  SizeShrinker shrinker(subject.sizes());
  int left = most_candidates;
  const auto still_fails = [&](const Assignment& at) {
    if (left-- <= 0) return false;
    auto smaller = same_failure(subject, at, failure);
    if (!smaller)
      smaller =
          find_failure(subject, at, failure.draw, seed, trials_per_candidate);
    if (smaller) failure = std::move(*smaller);
    return smaller.has_value();
  };
  const auto candidates = [&](const Assignment& at) {
    return rc::seq::fromContainer(left > 0 ? shrinker.candidates(at)
                                           : std::vector<Assignment>());
  };
  rc::shrinkable::findLocalMin(
      rc::shrinkable::shrinkRecur(Assignment(failure.at), candidates),
      still_fails);
  return failure;
}

}  // namespace

Failure shrunk(Subject& subject, Failure failure, std::uint64_t seed) {
  if (auto found = plainer(subject, failure, seed)) failure = std::move(*found);
  // Simple elements may allow smaller sizes, and these simpler elements.
  for (int round = 0; round < 2; ++round) {
    failure = with_small_sizes(subject, std::move(failure), seed);
    failure = with_simple_elements(subject, std::move(failure));
  }
  return failure;
}

}  // namespace rewright::properties
