// SPDX-License-Identifier: Apache-2.0
//
// Scalar functions and monoids on tensors of rank 0, for the interpreter.
#pragma once

#include <vector>

#include "evaluate/tensor.h"
#include "ir/value.h"

namespace rewright::evaluate {

bool truth_of(const Tensor& scalar);

/// Whether the operands are truth values; whether numbers become a truth
/// value.
bool takes_truth(ir::Function f);
bool compares(ir::Function f);

/// Conversions of one number: into an integer type, rounded and saturated, and
/// of an integer into a world.
Tensor interpret_to_integer(const Tensor& scalar, ir::ElementType type);
Tensor interpret_to_real(const Tensor& scalar, int world);

/// Any function but `where` and conversions.
Tensor interpret_function(ir::Function f, const std::vector<Tensor>& args);

Tensor interpret_monoid(ir::Monoid m, const Tensor& a, const Tensor& b);
Tensor interpret_identity(ir::Monoid m, int world);

}  // namespace rewright::evaluate
