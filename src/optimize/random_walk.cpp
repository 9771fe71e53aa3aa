// SPDX-License-Identifier: Apache-2.0
#include "optimize/random_walk.h"

#include <algorithm>
#include <random>
#include <utility>

#include "optimize/judge.h"
#include "optimize/search.h"

namespace rewright::optimize {

namespace {

/// Changes made before the model is imported anew.
constexpr std::size_t largest_batch = 10;
constexpr double most_growth = 4;

/// Shuffled by the numbers of the engine alone, which the standard fixes.
void shuffle(std::vector<Candidate>& list, std::mt19937_64& random) {
  for (std::size_t k = list.size(); k > 1; --k)
    std::swap(list[k - 1], list[random() % k]);
}

}  // namespace

Walk random_walk(const onnx::Model& model, const std::vector<ir::Rule>& rules,
                 int steps, std::uint64_t seed) {
  Walk walk{model, {}};
  const Patterns patterns = patterns_of(rules);
  Judge judge(nullptr, solver::Confidence::assumed);
  std::mt19937_64 random(seed);
  double first = 0;
  while (walk.rules.size() < static_cast<std::size_t>(steps)) {
    const Imported imported(walk.model);
    if (walk.rules.empty()) first = imported.cost().operators;
    const bool may_grow = imported.cost().operators < most_growth * first;
    Refusals refusals;
    std::vector<Candidate> candidates;
    search(patterns, imported, refusals, [&](Candidate candidate) {
      if (may_grow || candidate.after.operators <= candidate.before.operators)
        candidates.push_back(std::move(candidate));
    });
    shuffle(candidates, random);
    Batch batch;
    for (Candidate& candidate : candidates) {
      const std::size_t made = batch.candidates().size();
      if (made >= largest_batch ||
          walk.rules.size() + made >= static_cast<std::size_t>(steps))
        break;
      if (batch.fits(candidate.change) &&
          !judge.writable(candidate.change, imported.subject(),
                          walk.model.opset) &&
          !judge.prove(candidate.change, imported.subject()))
        batch.add(std::move(candidate));
    }
    if (batch.is_empty()) break;
    walk.model = batch.apply(walk.model);
    for (const Candidate& made : batch.candidates())
      walk.rules.push_back(made.rule);
  }
  return walk;
}

}  // namespace rewright::optimize
