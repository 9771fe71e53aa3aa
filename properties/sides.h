// SPDX-License-Identifier: Apache-2.0
//
// Both sides of an instance, evaluated.
#pragma once

#include <optional>

#include "evaluate/compare.h"
#include "properties/both_sides_agree.h"

namespace rewright::properties {

/// The outputs of each side; nothing where a kernel met an undefined element.
struct Sides {
  std::optional<Tensors> lhs, rhs;
};

/// Throws NotInWorld and Uncertain.
Sides evaluate_sides(const ir::Rule& instance, const Tensors& inputs);

using Differ = std::optional<evaluate::Difference> (*)(const evaluate::Tensor&,
                                                       const evaluate::Tensor&);

/// The first difference over all outputs.
std::optional<Mismatch> first_mismatch(const Tensors& lhs, const Tensors& rhs,
                                       Differ differ);

/// The comparison when at least one side met an undefined element: element by
/// element.
Comparison compare_partial(const ir::Rule& instance, const Sides& sides,
                           const Tensors& inputs);

/// Whether a difference between 256-bit reals is more than their rounding,
/// seen against the largest number met on the way.
bool is_beyond_rounding(const ir::Rule& instance, const Traits& traits,
                        const Tensors& reals, const Sides& sides);

/// The first element that differs exactly, whatever machine floats made of it.
/// Large sums are computed exactly in every element; of other outputs only the
/// elements are that differ most, and by more than plain rounding.
std::optional<Mismatch> exact_mismatch(const ir::Rule& instance,
                                       const Sides& sides,
                                       const Tensors& inputs);

/// Equal, or reals within 2^-180 of each other.
std::optional<evaluate::Difference> differ_as_numbers(
    const evaluate::Tensor& lhs, const evaluate::Tensor& rhs);

}  // namespace rewright::properties
