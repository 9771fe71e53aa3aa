// SPDX-License-Identifier: Apache-2.0
//
// Comparison of two tensors of one world, down to the first difference.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "evaluate/tensor.h"

namespace rewright::evaluate {

/// The first element in row-major order where two tensors differ; an offset
/// of -1 when their shapes or worlds do.
struct Difference {
  std::int64_t offset = -1;
  std::vector<std::int64_t> index;
};

/// The index at row-major `offset` of a shape.
std::vector<std::int64_t> index_at(const std::vector<std::int64_t>& shape,
                                   std::int64_t offset);

/// Equal numbers: -0 equals +0, NaN equals NaN; Bounded by value. Reals may
/// differ by `tolerance` times the larger of their sizes and of `scale`.
struct Tolerance {
  double relative = 0;
  double scale = 0;
};
std::optional<Difference> differ(const Tensor& a, const Tensor& b,
                                 Tolerance tolerance = {});

/// Equal bits, except that all NaNs are alike; the same as differ() where
/// elements are not floating point.
std::optional<Difference> differ_bitwise(const Tensor& a, const Tensor& b);

/// For two computations in Bounded of one exact result: values further apart
/// than both error bounds together allow. Where a bound is infinite, so that
/// nothing is known, nothing differs.
std::optional<Difference> differ_beyond_bounds(const Tensor& a,
                                               const Tensor& b);

/// How errors compare with their bounds over a Bounded tensor and the Real
/// tensor of exact results.
struct ErrorOverBound {
  /// The largest |value - exact| / error; more than 1 would refute the bounds.
  /// Elements without bound or without error count nothing, a wrong one
  /// without error counts as infinite.
  double worst = 0;
  std::int64_t elements = 0;   // that have a bound
  std::int64_t unbounded = 0;  // of which nothing is known
};
ErrorOverBound error_over_bound(const Tensor& bounded, const Tensor& exact);
/// The same where exact results are known within the bounds of Bounded<double>,
/// which is much faster; nothing where that does not decide.
std::optional<ErrorOverBound> error_over_bound_in_double(
    const Tensor& bounded, const Tensor& in_double);

}  // namespace rewright::evaluate
