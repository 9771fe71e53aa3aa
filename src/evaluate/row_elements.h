// SPDX-License-Identifier: Apache-2.0
//
// The elements of one row of a loop nest, computed block by block in buffers
// that stay in the nearest cache: operands are read where they lie, or spread
// out when they repeat or are of another type, and each step makes one more
// buffer. A multiplication at the end is left to whoever takes the elements, so
// that products need not be stored, and one factor of it may be a number for
// a whole run of the innermost loop.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <stdexcept>
#include <vector>

#include "evaluate/arithmetic_float.h"
#include "evaluate/loop_order.h"

namespace rewright::evaluate {

/// So many elements of a row are computed at a time.
constexpr std::int64_t block_size = 1024;

/// Elements of E, from operands of S: `runs` times `length` of them, each x, or
/// the product x * y, or of y and the number at factor[its run * stride].
template <class S, class E>
struct BlockElements {
  std::int64_t runs, length;
  const E* x = nullptr;
  const E* y = nullptr;
  const S* factor = nullptr;
  std::int64_t stride = 0;

  /// visit(element, position, n): `element(k)` is that at position + k.
  template <class Visit>
  void visit(const Visit& visit) const {
    using World = Arithmetic<E>;
    const std::int64_t n = runs * length;
    if (y == nullptr)
      return visit([p = x](std::int64_t k) { return p[k]; }, 0, n);
    if (factor == nullptr)
      return visit(
          [p = x, q = y](std::int64_t k) { return World::mul(p[k], q[k]); }, 0,
          n);
    for (std::int64_t r = 0; r < runs; ++r)
      visit([f = static_cast<E>(factor[r * stride]), q = y + r * length](
                std::int64_t k) { return World::mul(f, q[k]); },
            r * length, length);
  }
};

template <class S, class E>
class RowElements {
 public:
  using World = Arithmetic<E>;

  /// `data` of each operand; the offsets of an order count from there.
  RowElements(const LoopNest& nest, const std::vector<Loop>& row,
              std::vector<const S*> data)
      : nest_(nest),
        data_(std::move(data)),
        outer_(row.begin(), row.end() - 2),
        runs_(row[row.size() - 2]),
        innermost_(row.back()) {
    const std::size_t operands = nest.operands.size();
    const std::size_t leaves = operands + nest.constants.size();
    buffers_.assign(leaves + nest.steps.size(), std::vector<E>(block_size));
    registers_.resize(buffers_.size());
    for (std::size_t r = 0; r < buffers_.size(); ++r)
      registers_[r] = buffers_[r].data();
    for (std::size_t k = 0; k < nest.constants.size(); ++k)
      std::fill_n(buffers_[operands + k].begin(), block_size,
                  World::from_rational(nest.constants[k]));
    ends_in_product_ = !nest.steps.empty() &&
                       nest.steps.back().function == ir::Function::mul &&
                       nest.result == static_cast<int>(buffers_.size() - 1);
    if (ends_in_product_) find_factor();
  }

  /// take(elements, position in the row) for each block.
  template <class Take>
  void each_block(Place& at, const Take& take) {
    std::int64_t position = 0;
    walk(outer_, at, [&](const Place& place) {
      const std::int64_t length = std::min(innermost_.extent, block_size);
      const std::int64_t runs = std::min(
          runs_.extent, std::max<std::int64_t>(block_size / length, 1));
      for (std::int64_t r = 0; r < runs_.extent; r += runs)
        for (std::int64_t i = 0; i < innermost_.extent; i += length) {
          const Block block{r, std::min(runs, runs_.extent - r), i,
                            std::min(length, innermost_.extent - i)};
          take(elements(place, block), position);
          position += block.runs * block.length;
        }
    });
  }

 private:
  /// Runs and, of each, elements of the innermost loop.
  struct Block {
    std::int64_t run, runs, first, length;
  };

  /// Numbers of shorter runs are spread out rather than kept apart.
  static constexpr std::int64_t short_run = 16;

  bool is_contiguous(std::size_t k) const {
    return innermost_.strides[k] == 1 &&
           (runs_.extent == 1 || runs_.strides[k] == innermost_.extent);
  }

  /// An operand that only the last product uses, the same along each run.
  void find_factor() {
    std::vector<int> uses(buffers_.size(), 0);
    for (const Step& step : nest_.steps)
      for (const int r : step.args) ++uses[static_cast<std::size_t>(r)];
    for (const int r : nest_.steps.back().args) {
      const auto k = static_cast<std::size_t>(r);
      if (k < data_.size() && uses[k] == 1 && innermost_.strides[k] == 0 &&
          innermost_.extent >= short_run)
        factor_ = r;
    }
  }

  BlockElements<S, E> elements(const Place& at, const Block& block) {
    const std::int64_t n = block.runs * block.length;
    for (std::size_t k = 0; k < data_.size(); ++k)
      if (static_cast<int>(k) != factor_) load(k, at, block);
    std::size_t next = data_.size() + nest_.constants.size();
    const std::size_t steps = nest_.steps.size() - (ends_in_product_ ? 1 : 0);
    for (std::size_t s = 0; s < steps; ++s)
      compute(nest_.steps[s], buffers_[next++].data(), n);
    if (ends_in_product_) return product(at, block);
    return {block.runs, block.length, value(nest_.result)};
  }

  BlockElements<S, E> product(const Place& at, const Block& block) const {
    const std::vector<int>& args = nest_.steps.back().args;
    if (factor_ < 0)
      return {block.runs, block.length, value(args[0]), value(args[1])};
    const int other = args[0] == factor_ ? args[1] : args[0];
    const auto k = static_cast<std::size_t>(factor_);
    return {block.runs,   block.length,           nullptr,
            value(other), first_of(k, at, block), runs_.strides[k]};
  }

  const E* value(int r) const {
    return registers_[static_cast<std::size_t>(r)];
  }

  const S* first_of(std::size_t k, const Place& at, const Block& block) const {
    return data_[k] + at.operands[k] + block.run * runs_.strides[k] +
           block.first * innermost_.strides[k];
  }

  void load(std::size_t k, const Place& at, const Block& block) {
    const S* x = first_of(k, at, block);
    E* into = buffers_[k].data();
    if (is_contiguous(k)) {
      if constexpr (std::is_same_v<S, E>)
        registers_[k] = x;
      else
        std::copy_n(x, block.runs * block.length, into);
      return;
    }
    const std::int64_t stride = innermost_.strides[k];
    for (std::int64_t r = 0; r < block.runs; ++r) {
      if (stride == 0)
        std::fill_n(into, block.length, static_cast<E>(*x));
      else if (stride == 1)
        std::copy_n(x, block.length, into);
      else
        for (std::int64_t i = 0; i < block.length; ++i)
          into[i] = static_cast<E>(x[i * stride]);
      into += block.length;
      x += runs_.strides[k];
    }
  }

  void compute(const Step& step, E* into, std::int64_t n) {
    const E* a = value(step.args.at(0));
    const auto unary = [&](auto f) {
      for (std::int64_t i = 0; i < n; ++i) into[i] = f(a[i]);
    };
    const auto binary = [&](auto f) {
      const E* b = value(step.args.at(1));
      for (std::int64_t i = 0; i < n; ++i) into[i] = f(a[i], b[i]);
    };
    switch (step.function) {
      case ir::Function::add:
        return binary([](E x, E y) { return World::add(x, y); });
      case ir::Function::mul:
        return binary([](E x, E y) { return World::mul(x, y); });
      case ir::Function::div:
        return binary([](E x, E y) { return World::div(x, y); });
      case ir::Function::min:
        return binary([](E x, E y) { return World::min(x, y); });
      case ir::Function::max:
        return binary([](E x, E y) { return World::max(x, y); });
      case ir::Function::neg:
        return unary([](E x) { return World::neg(x); });
      case ir::Function::abs:
        return unary([](E x) { return World::abs(x); });
      case ir::Function::exp:
        return unary([](E x) { return World::exp(x); });
      case ir::Function::log:
        return unary([](E x) { return World::log(x); });
      case ir::Function::sqrt:
        return unary([](E x) { return World::sqrt(x); });
      case ir::Function::sigmoid:
        return unary([](E x) { return World::sigmoid(x); });
      case ir::Function::tanh:
        return unary([](E x) { return World::tanh(x); });
      case ir::Function::erf:
        return unary([](E x) { return World::erf(x); });
      case ir::Function::sin:
        return unary([](E x) { return World::sin(x); });
      case ir::Function::cos:
        return unary([](E x) { return World::cos(x); });
      case ir::Function::atan:
        return unary([](E x) { return World::atan(x); });
      default:
        throw std::logic_error("no function of a loop nest");
    }
  }

  const LoopNest& nest_;
  std::vector<const S*> data_;
  std::vector<Loop> outer_;  // of the row, but for the last two
  Loop runs_, innermost_;
  bool ends_in_product_ = false;
  int factor_ = -1;  // a register
  std::vector<std::vector<E>> buffers_;
  std::vector<const E*> registers_;
};

}  // namespace rewright::evaluate
