// SPDX-License-Identifier: Apache-2.0
#include "ops/common_window_kernel.h"

namespace rewright::ops {

namespace {

std::int64_t ceiling(std::int64_t a, std::int64_t b) {
  return a >= 0 ? (a + b - 1) / b : -(-a / b);
}

// {i in [0, count) | from <= start + i*step < to}, step >= 1
Interval steps_within(std::int64_t start, std::int64_t step, std::int64_t count,
                      std::int64_t from, std::int64_t to) {
  const std::int64_t begin =
      std::max<std::int64_t>(0, ceiling(from - start, step));
  const std::int64_t end = std::min(count, ceiling(to - start, step));
  return {begin, std::max(begin, end)};
}

}  // namespace

Interval WindowAxis::kernel_within(std::int64_t o, std::int64_t from,
                                   std::int64_t to) const {
  return steps_within(position(o, 0), dilation, kernel, from, to);
}

Interval WindowAxis::outputs_inside(std::int64_t k) const {
  return steps_within(position(0, k), stride, output, 0, spread);
}

std::vector<WindowAxis> concrete_axes(const std::vector<Window>& windows) {
  std::vector<WindowAxis> axes;
  for (const Window& w : windows)
    axes.push_back({.input = w.input.constant(),
                    .kernel = w.kernel.constant(),
                    .stride = w.stride.constant(),
                    .dilation = w.dilation.constant(),
                    .low = w.low.constant(),
                    .high = w.high.constant(),
                    .output = w.output.constant(),
                    .input_dilation = w.input_dilation.constant(),
                    .spread = w.spread.constant()});
  if (axes.empty()) axes.emplace_back();
  for (std::size_t k = axes.size() - 1; k-- > 0;) {
    axes[k].input_step = axes[k + 1].input_step * axes[k + 1].input;
    axes[k].kernel_step = axes[k + 1].kernel_step * axes[k + 1].kernel;
  }
  return axes;
}

bool next_output(const std::vector<WindowAxis>& axes, std::size_t inner,
                 std::vector<std::int64_t>& at) {
  for (std::size_t k = axes.size() - inner; k-- > 0;) {
    if (++at[k] < axes[k].output) return true;
    at[k] = 0;
  }
  return false;
}

std::int64_t input_plane(const std::vector<WindowAxis>& axes) {
  return axes[0].input_step * axes[0].input;
}

std::int64_t output_plane(const std::vector<WindowAxis>& axes) {
  std::int64_t size = 1;
  for (const WindowAxis& axis : axes) size *= axis.output;
  return size;
}

}  // namespace rewright::ops
