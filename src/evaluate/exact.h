// SPDX-License-Identifier: Apache-2.0
//
// Large sums of floats without rounding, at the speed of floats. A term, such
// as the product of two float32, is exact in a double. It is cut at fixed
// binary places into pieces so short that no sum of pieces at one place can
// round: the grids come from the largest and the lowest binary digit of the
// inputs and from the number of terms. (S. M. Rump, T. Ogita, S. Oishi,
// Accurate floating-point summation part I: faithful rounding, SIAM J. Sci.
// Comput. 31, 2008, use the same cuts.) Sums without rounding have no order, so
// that any will do.
#pragma once

#include <optional>
#include <vector>

#include "evaluate/compare.h"
#include "evaluate/spans.h"
#include "evaluate/tensor.h"
#include "ir/graph.h"

namespace rewright::evaluate {

/// Each element is the sum of its pieces, of one per place: pieces[p][offset].
struct ExactTensor {
  std::vector<std::int64_t> shape;
  std::vector<std::vector<double>> pieces;

  base::Rational at(std::int64_t offset) const;
};

/// The first element in which two tensors of one shape differ as numbers.
std::optional<Difference> differ(const ExactTensor& a, const ExactTensor& b);

/// The outputs of `graph` from float32 or float64 inputs, or nothing when some
/// output is no sum of terms that a double holds exactly, an input is not
/// finite, or its numbers are of too many different sizes. `spans` are those of
/// the inputs, where they are known.
std::optional<std::vector<ExactTensor>> evaluate_exactly(
    const ir::Rule& instance, const ir::Graph& graph,
    const std::vector<Tensor>& inputs);
std::optional<std::vector<ExactTensor>> evaluate_exactly(
    const ir::Rule& instance, const ir::Graph& graph,
    const std::vector<Tensor>& inputs, const std::vector<Span>& spans);

/// Whether the outputs are sums that evaluation in the format of the inputs,
/// float32 or float64, computes without any rounding, in whatever order:
/// numbers with so few binary digits.
bool rounds_nothing(const ir::Rule& instance, const ir::Graph& graph,
                    const std::vector<Tensor>& inputs,
                    const std::vector<Span>& spans);

}  // namespace rewright::evaluate
