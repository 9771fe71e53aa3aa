// SPDX-License-Identifier: Apache-2.0
//
// Windows at concrete sizes, for kernels. A kernel never tests an element for
// padding: along each axis the kernel positions that fall into the input form
// one interval, which is computed once per output position.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "evaluate/arithmetic.h"
#include "ops/common_window.h"

namespace rewright::ops {

struct Interval {
  std::int64_t begin = 0, end = 0;
};

struct WindowAxis {
  std::int64_t input = 1, kernel = 1, stride = 1, dilation = 1, low = 0,
               high = 0, output = 1;
  std::int64_t input_dilation = 1, spread = 1;  // extent with the dilation
  std::int64_t input_step = 1;                  // elements between neighbours
  std::int64_t kernel_step = 1;                 // in a weight

  std::int64_t position(std::int64_t o, std::int64_t k) const {
    return o * stride + k * dilation - low;
  }
  /// Kernel positions k whose position(o, k) is in [from, to).
  Interval kernel_within(std::int64_t o, std::int64_t from,
                         std::int64_t to) const;
  Interval kernel_inside(std::int64_t o) const {
    return kernel_within(o, 0, spread);
  }
  /// Whether an element of the input, not a gap, is at a position inside.
  bool has_input(std::int64_t position) const {
    return position % input_dilation == 0;
  }
  /// Where that element is, in elements of the tensor.
  std::int64_t offset(std::int64_t position) const {
    return position / input_dilation * input_step;
  }
  /// Outputs o whose position(o, k) is in the input.
  Interval outputs_inside(std::int64_t k) const;
};

/// The same windows as numbers, outermost first, and at least one.
std::vector<WindowAxis> concrete_axes(const std::vector<Window>& windows);

/// Advances a row-major index over the outputs of all axes but the last
/// `inner`; false when it wraps around.
bool next_output(const std::vector<WindowAxis>& axes, std::size_t inner,
                 std::vector<std::int64_t>& at);

/// Number of input elements of one channel, and of results.
std::int64_t input_plane(const std::vector<WindowAxis>& axes);
std::int64_t output_plane(const std::vector<WindowAxis>& axes);

/// Calls visit(x[...]) for each input element in the window at output `at`.
template <class E, class Visit>
void visit_window(const std::vector<WindowAxis>& axes,
                  const std::vector<std::int64_t>& at, const E* x, Visit& visit,
                  std::size_t level = 0) {
  const WindowAxis& axis = axes[level];
  const Interval inside = axis.kernel_inside(at[level]);
  for (std::int64_t k = inside.begin; k < inside.end; ++k) {
    const E* from = x + axis.position(at[level], k) * axis.input_step;
    if (level + 1 == axes.size())
      visit(*from);
    else
      visit_window(axes, at, from, visit, level + 1);
  }
}

/// A pool: `pool(axes, at, plane)` is the result at output `at` of one
/// channel's input elements `plane`.
template <class E, class Pool>
evaluate::Dense<E> pool_planes(const evaluate::Dense<E>& x,
                               const std::vector<Window>& windows,
                               const ir::Shape& result, Pool pool) {
  const std::vector<WindowAxis> axes = concrete_axes(windows);
  evaluate::Dense<E> out{ir::concrete(result), {}};
  const std::int64_t size = evaluate::count(out.shape);
  out.data.reserve(static_cast<std::size_t>(size));
  if (size == 0) return out;
  const std::int64_t planes = x.shape[0] * x.shape[1];
  for (std::int64_t p = 0; p < planes; ++p) {
    std::vector<std::int64_t> at(axes.size(), 0);
    do
      out.data.push_back(pool(axes, at, x.data.data() + p * input_plane(axes)));
    while (next_output(axes, 0, at));
  }
  return out;
}

}  // namespace rewright::ops
