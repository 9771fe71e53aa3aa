// SPDX-License-Identifier: Apache-2.0
//
// The property: both sides of an instance, evaluated on the same tensors, have
// the same elements. What "same" means depends on the world: equal rationals,
// residues and machine integers; 256-bit reals within 2^-180; floats of every
// format within both rigorous error bounds. An element undefined on one side
// only is a difference; one undefined on both sides is not.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "evaluate/compare.h"
#include "evidence/evidence.h"
#include "properties/tensors.h"
#include "properties/traits.h"

namespace rewright::properties {

struct Mismatch {
  std::string world;
  int output = 0;
  std::vector<std::int64_t> index;
  std::string lhs;
  std::string rhs;
};

struct Comparison {
  enum class Kind {
    agree,
    differ,
    discarded,     // undefined on both sides, or rounding left it open
    not_in_world,  // the world lacks an operation of the rule
  };
  Kind kind = Kind::agree;
  std::optional<Mismatch> mismatch;  // when they differ
  /// Seen in machine floats.
  evidence::FloatEffect observed = evidence::FloatEffect::bit_exact;
  /// The same with what another order of a sum explains.
  evidence::FloatEffect observed_bits = evidence::FloatEffect::bit_exact;
  /// Seen in the rounding world: the errors of both sides over their bounds.
  evaluate::ErrorOverBound error_over_bound;
};

/// Both sides of `instance` are well formed and of the same shapes, and
/// `inputs` are what draw_tensors makes for `draw`.
Comparison both_sides_agree(const ir::Rule& instance, const Draw& draw,
                            const Traits& traits, const Tensors& inputs);

}  // namespace rewright::properties
