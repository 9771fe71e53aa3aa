// SPDX-License-Identifier: Apache-2.0
//
// Random well-formed calls of each operator, for the law tests. A file
// calls_*.cpp keeps generators for a family of operators and exports them
// through one function that calls.cpp lists.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <random>
#include <string>
#include <vector>

#include "ir/attribute.h"

namespace rewright::laws {

/// A source of small random choices.
class Random {
 public:
  explicit Random(std::uint64_t seed) : engine_(seed) {}
  /// Uniform in [low, high].
  std::int64_t between(std::int64_t low, std::int64_t high) {
    const auto span = static_cast<std::uint64_t>(high - low) + 1;
    return low + static_cast<std::int64_t>(engine_() % span);
  }
  bool coin() { return between(0, 1) == 1; }
  /// True once in `n`.
  bool once_in(std::int64_t n) { return between(1, n) == 1; }
  template <class T>
  const T& pick(const std::vector<T>& items) {
    const auto last = static_cast<std::int64_t>(items.size()) - 1;
    return items[static_cast<std::size_t>(between(0, last))];
  }
  /// A permutation of 0 .. n-1.
  std::vector<int> permutation(int n);
  /// A random subset of 0 .. n-1, in random order.
  std::vector<int> subset(int n);
  /// Sizes of a small tensor: rank 0 to `rank`, sizes `least` to 4.
  std::vector<std::int64_t> sizes(int rank, std::int64_t least = 0);
  /// A shape that broadcasts to `sizes`: leading axes dropped, ones put in.
  std::vector<std::int64_t> broadcastable(std::vector<std::int64_t> sizes);

 private:
  std::mt19937_64 engine_;
};

/// One call: sizes of the operands (in the operator's order; absent ones are
/// not given), and resolved attributes. Missing attributes take the fallback
/// of the signature, as in a rule.
struct RandomCall {
  std::vector<std::vector<std::int64_t>> operands;
  std::vector<bool> given = {};  // empty = all are given
  ir::Attributes attributes = {};
  int results = 1;
};

using Generator = std::function<RandomCall(Random&)>;
/// By operator name. A generator may be well formed only nearly always: the
/// law test discards calls whose conditions do not hold, and fails when
/// they are many.
using Generators = std::map<std::string, Generator>;

Generators elementwise_calls();  // calls_elementwise.cpp
Generators movement_calls();     // calls_movement.cpp
Generators reduce_calls();       // calls_reduce.cpp: reductions, products,
                                 // convolutions, pools

/// All of them together.
Generators all_calls();  // calls.cpp

}  // namespace rewright::laws
