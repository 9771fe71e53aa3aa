// SPDX-License-Identifier: Apache-2.0
//
// The loop of all kernels that go over a result element by element: offsets
// into N tensors advance by strides, nothing is allocated on the way.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

namespace rewright::evaluate {

template <std::size_t N>
using Offsets = std::array<std::int64_t, N>;

/// Strides of N tensors along each axis that is walked; 0 where an axis does
/// not move a tensor.
template <std::size_t N>
using Strides = std::array<std::vector<std::int64_t>, N>;

/// `body(offsets)` for every index within `sizes`, in row-major order.
template <std::size_t N, class Body>
void traverse(const std::vector<std::int64_t>& sizes, const Strides<N>& strides,
              Offsets<N> offsets, Body&& body, std::size_t axis = 0) {
  if (axis == sizes.size()) return body(offsets);
  const bool is_innermost = axis + 1 == sizes.size();
  for (std::int64_t i = 0; i < sizes[axis]; ++i) {
    if (is_innermost)
      body(offsets);
    else
      traverse<N>(sizes, strides, offsets, body, axis + 1);
    for (std::size_t k = 0; k < N; ++k) offsets[k] += strides[k][axis];
  }
}

}  // namespace rewright::evaluate
