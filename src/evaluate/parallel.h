// SPDX-License-Identifier: Apache-2.0
//
// Loops over independent parts on the threads that the caller's arena has.
#pragma once

#include <algorithm>
#include <cstddef>

#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/task_arena.h>

namespace rewright::evaluate {

/// How many threads that is.
inline int threads() {
  using oneapi::tbb::global_control;
  const auto limit =
      global_control::active_value(global_control::max_allowed_parallelism);
  return std::min(oneapi::tbb::this_task_arena::max_concurrency(),
                  static_cast<int>(limit));
}

/// body(k) for every k < n, in any order. A thread that waits here takes up
/// nothing else: no other rule is begun in the midst of this one.
template <class Body>
void for_each_part(std::size_t n, const Body& body) {
  if (n <= 1) {
    if (n == 1) body(std::size_t{0});
    return;
  }
  oneapi::tbb::this_task_arena::isolate(
      [&] { oneapi::tbb::parallel_for(std::size_t{0}, n, body); });
}

}  // namespace rewright::evaluate
