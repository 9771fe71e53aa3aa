// SPDX-License-Identifier: Apache-2.0
//
// Bulk convolution, one row of outputs at a time: every weight that reaches
// the row is spread over it, so the inner loop walks memory in order. Where
// rows are shorter than the kernel (a sum written as a convolution) or the
// input is dilated the inner loop runs over the kernel instead. Work is
// proportional to the number of products, whatever the number of groups.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "ops/common_reduce_kernel.h"
#include "ops/common_window_kernel.h"

namespace rewright::ops {

template <class E>
class Convolution {
 public:
  using Element = evaluate::Arithmetic<E>;
  using A = typename Element::Sum;
  using Number = evaluate::Arithmetic<A>;
  using Tensor = evaluate::Dense<E>;

  /// `bias` may be null. Shapes are well formed.
  Convolution(std::vector<WindowAxis> axes, const Tensor& x, const Tensor& w,
              const Tensor* bias, std::int64_t group)
      : axes_(std::move(axes)), x_(x), w_(w), bias_(bias), group_(group) {
    const WindowAxis& last = axes_.back();
    along_kernel_ = last.output < last.kernel || last.input_dilation != 1;
    for (std::int64_t k = 0; !along_kernel_ && k < last.kernel; ++k)
      inside_.push_back(last.outputs_inside(k));
    for (std::int64_t o = 0; along_kernel_ && o < last.output; ++o)
      inside_.push_back(last.kernel_inside(o));
  }

  /// `out` has its shape; its data are appended.
  void into(Tensor& out) {
    const auto size = static_cast<std::size_t>(evaluate::count(out.shape));
    out.data.reserve(size);
    if (size == 0) return;
    for (std::int64_t n = 0; n < x_.shape[0]; ++n)
      for (std::int64_t o = 0; o < w_.shape[0]; ++o) channel(n, o, out);
  }

 private:
  void channel(std::int64_t n, std::int64_t o, Tensor& out) {
    const std::int64_t per_group = w_.shape[1];
    const std::int64_t outputs = w_.shape[0] / group_;
    const std::int64_t x_plane = input_plane(axes_);
    const std::int64_t w_plane = axes_[0].kernel_step * axes_[0].kernel;
    const E* x =
        x_.data.data() + (n * x_.shape[1] + o / outputs * per_group) * x_plane;
    const E* w = w_.data.data() + o * per_group * w_plane;
    at_.assign(axes_.size(), 0);
    do {
      row_.assign(static_cast<std::size_t>(axes_.back().output),
                  Number::from_integer(0));
      for (std::int64_t c = 0; c < per_group; ++c)
        spread(0, x + c * x_plane, w + c * w_plane);
      append_row(o, out);
    } while (next_output(axes_, 1, at_));
  }

  void append_row(std::int64_t o, Tensor& out) {
    for (const A& sum : row_)
      out.data.push_back(Element::narrow(
          bias_ ? Number::add(sum, A(Element::widen(bias_->data[o]))) : sum));
  }

  void spread(std::size_t level, const E* x, const E* w) {
    if (level + 1 == axes_.size())
      return axes_.back().input_dilation != 1 ? spread_past_gaps(x, w)
             : along_kernel_                  ? spread_along_kernel(x, w)
                                              : spread_along_row(x, w);
    const WindowAxis& axis = axes_[level];
    const Interval inside = axis.kernel_inside(at_[level]);
    for (std::int64_t k = inside.begin; k < inside.end; ++k) {
      const std::int64_t position = axis.position(at_[level], k);
      if (axis.has_input(position))
        spread(level + 1, x + axis.offset(position), w + k * axis.kernel_step);
    }
  }

  static A product(const E& x, const A& weight) {
    return Number::mul(A(Element::widen(x)), weight);
  }

  void spread_along_row(const E* x, const E* w) {
    const WindowAxis& axis = axes_.back();
    for (std::int64_t k = 0; k < axis.kernel; ++k) {
      const A weight = Element::widen(w[k]);
      const std::int64_t from = axis.position(0, k), stride = axis.stride;
      const Interval inside = inside_[k];
      A* row = row_.data();
      for (std::int64_t o = inside.begin; o < inside.end; ++o)
        row[o] = Number::add(row[o], product(x[from + o * stride], weight));
    }
  }

  void spread_along_kernel(const E* x, const E* w) {
    const WindowAxis& axis = axes_.back();
    for (std::int64_t o = 0; o < axis.output; ++o) {
      const std::int64_t from = axis.position(o, 0), step = axis.dilation;
      const Interval inside = inside_[o];
      A sum = row_[o];
      for (std::int64_t k = inside.begin; k < inside.end; ++k)
        sum = Number::add(sum,
                          product(x[from + k * step], A(Element::widen(w[k]))));
      row_[o] = sum;
    }
  }

  // The same where gaps lie between the elements of the input.
  void spread_past_gaps(const E* x, const E* w) {
    const WindowAxis& axis = axes_.back();
    for (std::int64_t o = 0; o < axis.output; ++o)
      for (std::int64_t k = inside_[o].begin; k < inside_[o].end; ++k) {
        const std::int64_t position = axis.position(o, k);
        if (axis.has_input(position))
          row_[o] = Number::add(row_[o], product(x[axis.offset(position)],
                                                 A(Element::widen(w[k]))));
      }
  }

  std::vector<WindowAxis> axes_;
  const Tensor& x_;
  const Tensor& w_;
  const Tensor* bias_;
  std::int64_t group_;
  bool along_kernel_ = false;     // the inner loop runs over the kernel
  std::vector<Interval> inside_;  // per kernel position, or per output
  std::vector<std::int64_t> at_;  // of the row; its last entry stays 0
  std::vector<A> row_;
};

}  // namespace rewright::ops
