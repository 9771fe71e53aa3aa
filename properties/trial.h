// SPDX-License-Identifier: Apache-2.0
//
// One trial: an instance at concrete sizes, tensors drawn from a seed, both
// sides compared.
#pragma once

#include "properties/both_sides_agree.h"
#include "properties/draws.h"
#include "properties/stream.h"

namespace rewright::properties {

struct Trial {
  Tensors inputs;
  Comparison comparison;
};

/// Gives the instance the element types of `draw`.
void set_types(ir::Rule& instance, const Draw& draw);

/// The instance has the types of `draw`, and its sides have equal shapes.
Trial run_trial(const ir::Rule& instance, const Draw& draw,
                const Traits& traits, std::uint64_t seed);

/// The same on given tensors; nothing when they break an element condition.
std::optional<Comparison> try_inputs(const ir::Rule& instance, const Draw& draw,
                                     const Traits& traits,
                                     const Tensors& inputs);

/// Why no trial is needed to refute an instance: rhs is ill formed or an
/// output has another shape.
std::optional<Mismatch> shape_mismatch(const ir::Instance& instance);

}  // namespace rewright::properties
