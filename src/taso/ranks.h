// SPDX-License-Identifier: Apache-2.0
//
// How many axes each value of a pattern has, as far as it is determined.
#pragma once

#include <string>
#include <vector>

#include "taso/pattern.h"

namespace rewright::taso {

struct Ranks {
  static constexpr int any = -1;
  std::vector<int> rank;   // per value; `any`: an axis group stands for them
  std::vector<int> group;  // per value of rank `any`: which axis group, from 0
  /// Values whose axes mean the same have one number.
  std::vector<int> family;
  /// Inputs that only the target gives a rank, or a shape like another's.
  std::vector<int> narrowed;
};

/// Unification over both sides: elementwise operators keep shapes, Concat
/// names a rank, MatMul multiplies matrices, Conv takes images. Throws
/// base::InputError, about the file `name`, where ranks contradict each other.
Ranks read_ranks(const Pattern& pattern, const std::string& name);

}  // namespace rewright::taso
