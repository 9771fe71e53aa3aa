// SPDX-License-Identifier: Apache-2.0
//
// The loops that one output means: which indices there are, how each moves
// every operand, and what is computed of the elements that meet.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "ir/graph.h"

namespace rewright::evaluate {

/// One index with 0 <= i < extent.
struct Loop {
  std::int64_t extent;
  int level;                          // -1: of the output; else of a reduction
  std::int64_t step;                  // in the output; 0 where it is reduced
  std::vector<std::int64_t> strides;  // one per operand
};

/// An element of an input: its offset at index 0.
struct Operand {
  int input;
  std::int64_t start;
};

/// registers[result] = function(registers[args]...). The first registers are
/// the operands, then come the constants.
struct Step {
  ir::Function function;
  std::vector<int> args;
};

struct LoopNest {
  std::vector<std::int64_t> shape;  // of the output
  std::vector<Loop> loops;          // none of extent 1
  std::vector<Operand> operands;
  std::vector<base::Rational> constants;
  std::vector<Step> steps;
  int result = 0;                   // register of the element
  std::vector<ir::Monoid> monoids;  // of the reductions, the outermost first
};

/// Nothing when the output is no reduction of this form, or an extent is 0.
std::optional<LoopNest> loop_nest(const ir::Rule& instance,
                                  const ir::Graph& graph,
                                  const ir::Ref& output);

}  // namespace rewright::evaluate
