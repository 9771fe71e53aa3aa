// SPDX-License-Identifier: Apache-2.0
#include "ops/common_contract.h"

#include <cstdlib>

namespace rewright::ops {

namespace {

ContractLoop taken(std::vector<ContractLoop>& loops,
                   std::vector<ContractLoop>::iterator which,
                   std::size_t operands) {
  if (which == loops.end()) return {1, std::vector<std::int64_t>(operands, 0)};
  ContractLoop loop = std::move(*which);
  loops.erase(which);
  return loop;
}

// Memory traffic of an inner loop, in cache lines per step.
std::int64_t cost(const ContractLoop& loop) {
  std::int64_t sum = 0;
  for (std::int64_t step : loop.steps)
    sum += std::min<std::int64_t>(std::abs(step), 16);
  return sum;
}

}  // namespace

ContractNest contract_nest(std::vector<ContractLoop> kept,
                           std::vector<ContractLoop> summed,
                           std::size_t operands) {
  ContractNest nest;
  nest.is_sum = !summed.empty();
  nest.row = taken(kept, kept.empty() ? kept.end() : kept.end() - 1, operands);
  nest.depth = taken(
      summed,
      std::max_element(summed.begin(), summed.end(),
                       [](auto& a, auto& b) { return a.extent < b.extent; }),
      operands);
  nest.kept = std::move(kept);
  nest.summed = std::move(summed);
  const bool short_row = nest.row.extent < 4;
  const bool short_depth = nest.depth.extent < 4;
  nest.along_row = short_row == short_depth ? cost(nest.row) <= cost(nest.depth)
                                            : short_depth;
  return nest;
}

}  // namespace rewright::ops
