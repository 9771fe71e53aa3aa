// SPDX-License-Identifier: Apache-2.0
//
// side(|.|): what a side of a rule makes of absolute values, on which bounds
// of its rounding errors rest. Numbers are replaced by their absolute values,
// differences by sums, divisors by the absolute values of what they are, min
// by max; conditions choose as they do on the numbers themselves. Each element
// is then at least the absolute value of the side's own, and
//
//   |a' - a| <= (c - 1) * A,  |b' - b| <= (c - 1) * B  gives
//   |(a' + b') - (a + b)| <= (c - 1) * (A + B),
//   |max(a', b') - max(a, b)| <= (c - 1) * max(A, B),
//   |a'*b' - a*b| <= (c*c - 1) * A*B,
//   |a'/b' - a/b| <= (c*c - 1) * A/|b|  where 1/c <= b'/b <= c
//
// with A = a(|.|), B = b(|.|), c >= 1. An infinity counts as 0: it may meet
// max and min only, and where it comes out of them, it does so on both sides.
#pragma once

#include <vector>

#include "evaluate/tensor.h"
#include "ir/graph.h"

namespace rewright::rounding {

/// The outputs of `graph`, one of the two of `instance`, which is well formed,
/// on absolute values. Floating inputs are Rational or Real, others of their
/// own types; outputs that are no floating numbers are as they would be.
/// Throws as evaluate() does.
std::vector<evaluate::Tensor> evaluate_absolute(
    const ir::Rule& instance, const ir::Graph& graph,
    const std::vector<evaluate::Tensor>& inputs);

}  // namespace rewright::rounding
