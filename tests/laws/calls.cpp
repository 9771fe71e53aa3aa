// SPDX-License-Identifier: Apache-2.0
#include "laws/calls.h"

#include <algorithm>
#include <numeric>

namespace rewright::laws {

std::vector<int> Random::permutation(int n) {
  std::vector<int> list(static_cast<std::size_t>(n));
  std::iota(list.begin(), list.end(), 0);
  for (int k = n - 1; k > 0; --k)
    std::swap(list[static_cast<std::size_t>(k)],
              list[static_cast<std::size_t>(between(0, k))]);
  return list;
}

std::vector<int> Random::subset(int n) {
  std::vector<int> list = permutation(n);
  list.resize(static_cast<std::size_t>(between(0, n)));
  return list;
}

std::vector<std::int64_t> Random::sizes(int rank, std::int64_t least) {
  std::vector<std::int64_t> list(static_cast<std::size_t>(between(0, rank)));
  for (std::int64_t& size : list)
    size = once_in(12) ? least : between(std::max<std::int64_t>(least, 1), 4);
  return list;
}

std::vector<std::int64_t> Random::broadcastable(
    std::vector<std::int64_t> sizes) {
  for (std::int64_t& size : sizes)
    if (once_in(4)) size = 1;
  if (once_in(3)) {
    const auto dropped = between(0, static_cast<std::int64_t>(sizes.size()));
    sizes.erase(sizes.begin(), sizes.begin() + dropped);
  }
  return sizes;
}

Generators all_calls() {
  Generators all = elementwise_calls();
  all.merge(movement_calls());
  all.merge(reduce_calls());
  return all;
}

}  // namespace rewright::laws
