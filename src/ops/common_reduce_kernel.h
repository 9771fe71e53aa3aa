// SPDX-License-Identifier: Apache-2.0
//
// The bulk loop of all reductions: one pass over the operand in memory order.
// Neighbouring axes that are both kept or both reduced are merged first, so
// the innermost loop is a long row: added onto a row of accumulators, or
// folded into one accumulator through eight independent lanes.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "evaluate/arithmetic.h"
#include "ops/common_reduce.h"

namespace rewright::ops {

template <class E>
using SumOf = typename evaluate::Arithmetic<E>::Sum;

/// An axis of the operand as the fold walks it.
struct FoldAxis {
  std::int64_t extent;
  std::int64_t stride;  // in the operand
  std::int64_t step;    // in the result; 0 along a reduced axis
  bool reduced;
};

/// Merged axes, outermost first; at least one.
std::vector<FoldAxis> fold_axes(const std::vector<std::int64_t>& sizes,
                                const std::vector<bool>& reduced);

/// Policy: `A of(A, A)` combines, commutative and associative but for
/// rounding; accumulators start from the first element met.
template <class E, class Policy>
class Fold {
 public:
  using A = SumOf<E>;
  using Wide = evaluate::Arithmetic<E>;

  Fold(std::vector<FoldAxis> axes, const E* from, A* into)
      : axes_(std::move(axes)), from_(from), into_(into) {}

  void run() { walk(0, from_, into_, true); }

 private:
  void walk(std::size_t level, const E* x, A* a, bool fresh) {
    const FoldAxis& axis = axes_[level];
    if (level + 1 == axes_.size()) return row(axis, x, a, fresh);
    for (std::int64_t i = 0; i < axis.extent; ++i)
      walk(level + 1, x + i * axis.stride, a + i * axis.step,
           fresh && (i == 0 || !axis.reduced));
  }

  void row(const FoldAxis& axis, const E* x, A* a, bool fresh) {
    if (axis.extent == 0) return;
    if (axis.reduced) {
      const A value = folded(x, axis.extent);
      *a = fresh ? value : Policy::of(*a, value);
    } else if (fresh) {
      for (std::int64_t i = 0; i < axis.extent; ++i) a[i] = Wide::widen(x[i]);
    } else {
      for (std::int64_t i = 0; i < axis.extent; ++i)
        a[i] = Policy::of(a[i], A(Wide::widen(x[i])));
    }
  }

  static A folded(const E* x, std::int64_t n) {
    constexpr std::int64_t lanes = 8;
    if (n < 4 * lanes) return folded_singly(x, n);
    std::array<A, lanes> lane;
    for (std::int64_t j = 0; j < lanes; ++j) lane[j] = Wide::widen(x[j]);
    std::int64_t i = lanes;
    for (; i + lanes <= n; i += lanes)
      for (std::int64_t j = 0; j < lanes; ++j)
        lane[j] = Policy::of(lane[j], A(Wide::widen(x[i + j])));
    A value = lane[0];
    for (std::int64_t j = 1; j < lanes; ++j) value = Policy::of(value, lane[j]);
    return i == n ? value : Policy::of(value, folded_singly(x + i, n - i));
  }

  static A folded_singly(const E* x, std::int64_t n) {
    A value = Wide::widen(x[0]);
    for (std::int64_t i = 1; i < n; ++i)
      value = Policy::of(value, A(Wide::widen(x[i])));
    return value;
  }

  std::vector<FoldAxis> axes_;
  const E* from_;
  A* into_;
};

/// Policy also has `A empty()`, the value of no elements, and `A finish(A,
/// count)`, applied to the fold of `count` elements.
template <class Policy>
std::vector<evaluate::Tensor> reduce_kernel(const std::vector<bool>& reduced,
                                            const evaluate::Tensor& operand,
                                            const ir::Shape& result) {
  return {evaluate::with_number(
      operand, [&]<class E>(evaluate::Element<E>) -> evaluate::Tensor {
        using A = SumOf<E>;
        const evaluate::Dense<E>& x = operand.as<E>();
        evaluate::Dense<E> out{ir::concrete(result), {}};
        const std::int64_t n = evaluate::count(out.shape);
        const std::int64_t terms =
            n == 0 ? 0 : static_cast<std::int64_t>(x.data.size()) / n;
        std::vector<A> sums(static_cast<std::size_t>(n));
        if (terms == 0)
          for (A& sum : sums) sum = Policy::template empty<A>();
        else
          Fold<E, Policy>(fold_axes(x.shape, reduced), x.data.data(),
                          sums.data())
              .run();
        out.data.reserve(sums.size());
        for (const A& sum : sums)
          out.data.push_back(
              evaluate::Arithmetic<E>::narrow(Policy::finish(sum, terms)));
        return out;
      })};
}

/// The policy of means.
struct Mean {
  template <class A>
  static A of(const A& a, const A& b) {
    return evaluate::Arithmetic<A>::add(a, b);
  }
  template <class A>
  static A empty() {
    throw evaluate::Undefined("the mean of no elements");
  }
  template <class A>
  static A finish(const A& sum, std::int64_t count) {
    using Number = evaluate::Arithmetic<A>;
    return Number::div(sum, Number::from_integer(count));
  }
};

}  // namespace rewright::ops
