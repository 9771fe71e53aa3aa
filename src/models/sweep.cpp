// SPDX-License-Identifier: Apache-2.0
#include "models/sweep.h"

#include <algorithm>

namespace rewright::models {

namespace {

/// The first candidate that is proved; else the likeliest, unproved.
Pair best_pair(const std::vector<ir::Ref>& candidates, const ir::Ref& second,
               Attempts& attempts) {
  Pair best{.first = {}, .second = second, .is_proved = false, .proof = {}};
  for (const ir::Ref& first : candidates) {
    Proof proof = attempts.prove(first, second);
    const bool is_better =
        proof.is_proved || (proof.is_close && !best.proof.is_close);
    if (!is_better && &first != &candidates.front()) continue;
    best.first = first;
    best.is_proved = proof.is_proved;
    best.proof = std::move(proof);
    if (best.is_proved) break;
  }
  return best;
}

/// An input, or a value that the second graph has already, is rarely computed
/// once more.
bool may_be_assumed(const Congruence& values, const ir::Ref& first) {
  return first.node >= 0 &&
         !values.is_common(values.number(Side::first, first));
}

int open_outputs(const Congruence& values) {
  int open = 0;
  const auto& first = values.graph(Side::first).outputs;
  const auto& second = values.graph(Side::second).outputs;
  for (std::size_t k = 0; k < second.size(); ++k)
    if (values.number(Side::first, first.at(k)) !=
        values.number(Side::second, second[k]))
      ++open;
  return open;
}

}  // namespace

int Swept::assumed() const {
  return static_cast<int>(
      std::count_if(pairs.begin(), pairs.end(),
                    [](const Pair& pair) { return pair.is_assumed(); }));
}

Swept sweep(Congruence& values, const Hints& hints, Attempts& attempts,
            const std::set<int>& banned) {
  Swept swept;
  values.restart();
  const std::vector<ir::Node>& nodes = values.graph(Side::second).nodes;
  for (int n = 0; n < static_cast<int>(nodes.size()); ++n) {
    if (values.number_next()) {
      ++swept.congruent;
      continue;
    }
    // Another constant is another constant; what reads it may be the same.
    if (nodes[static_cast<std::size_t>(n)].operands.empty()) continue;
    const auto results = nodes[static_cast<std::size_t>(n)].results.size();
    for (int k = 0; k < static_cast<int>(results); ++k) {
      const auto& candidates = hints.of(n, k);
      if (candidates.empty()) continue;
      Pair pair = best_pair(candidates, {n, k}, attempts);
      if (pair.is_assumed() &&
          (banned.count(n) != 0 || !may_be_assumed(values, pair.first)))
        continue;
      values.merge(k, values.number(Side::first, pair.first));
      swept.pairs.push_back(std::move(pair));
    }
  }
  swept.open_outputs = open_outputs(values);
  return swept;
}

}  // namespace rewright::models
