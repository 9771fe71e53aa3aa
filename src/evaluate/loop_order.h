// SPDX-License-Identifier: Apache-2.0
//
// The order in which the loops of a nest are run. The innermost ones make up a
// row: of the output or, where nothing of the output is left, of the innermost
// reduction.
#pragma once

#include <cstdint>
#include <vector>

#include "evaluate/loop_nest.h"

namespace rewright::evaluate {

struct LoopOrder {
  std::vector<Loop> outer;                 // of the output
  std::vector<std::vector<Loop>> reduced;  // by level, the innermost last
  std::vector<Loop> row;                   // at least two; extent 1 to fill up
  bool is_reduced_row = false;
  std::vector<std::int64_t> start;  // the offset of each operand at index 0
  std::int64_t place = 0;           // the offset in the output
};

/// As the operand with most elements lies in memory, as far as the levels of
/// reductions allow.
LoopOrder order_of(const LoopNest& nest);

/// Orders that together fill the output, each a part of it: enough of them for
/// so many threads, and their rows no wider than about `widest`, the number of
/// accumulators that stay in a near cache. How the output is split does not
/// change how any element of it is computed.
std::vector<LoopOrder> parts_of(const LoopOrder& order, std::int64_t widest,
                                std::int64_t threads);

/// How many indices the loops have together.
std::int64_t volume(const std::vector<Loop>& loops);

/// Where the loops stand.
struct Place {
  std::vector<std::int64_t> operands;  // offsets
  std::int64_t output = 0;
  bool is_first = true;  // whether every index is 0
};

/// visit(at) at every index of `loops`; `at` is where it was afterwards.
template <class Visit>
void walk(const std::vector<Loop>& loops, Place& at, const Visit& visit,
          std::size_t depth = 0) {
  if (depth == loops.size()) return visit(at);
  const Loop& l = loops[depth];
  const auto move = [&](std::int64_t steps) {
    at.output += steps * l.step;
    for (std::size_t k = 0; k < at.operands.size(); ++k)
      at.operands[k] += steps * l.strides[k];
  };
  const bool is_first = at.is_first;
  for (std::int64_t i = 0; i < l.extent; ++i) {
    walk(loops, at, visit, depth + 1);
    at.is_first = false;
    move(1);
  }
  move(-l.extent);
  at.is_first = is_first;
}

}  // namespace rewright::evaluate
