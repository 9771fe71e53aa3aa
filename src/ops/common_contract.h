// SPDX-License-Identifier: Apache-2.0
//
// Bulk contraction: sums of products of operands that are all walked with
// fixed strides, which is what MatMul, Gemm and Einsum are. The two innermost
// loops are the last kept axis and one summed axis, nested so that memory is
// walked with the smaller strides; a row of accumulators stays in cache.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "evaluate/arithmetic.h"

namespace rewright::ops {

/// One loop of a contraction; steps[p] is the stride in operand p.
struct ContractLoop {
  std::int64_t extent;
  std::vector<std::int64_t> steps;
};

/// Loops of a contraction in the order they are run.
struct ContractNest {
  std::vector<ContractLoop> kept;    // all but `row`, outermost first
  std::vector<ContractLoop> summed;  // all but `depth`
  ContractLoop row;                  // the last kept loop
  ContractLoop depth;                // the summed loop of the longest extent
  bool along_row = true;             // else the inner loop runs over depth
  bool is_sum = true;                // else one product an element
};

/// `kept` in the order of the result's axes.
ContractNest contract_nest(std::vector<ContractLoop> kept,
                           std::vector<ContractLoop> summed,
                           std::size_t operands);

template <class E>
class Contraction {
 public:
  using Element = evaluate::Arithmetic<E>;
  using A = typename Element::Sum;
  using Number = evaluate::Arithmetic<A>;

  /// `operands` point to the first elements.
  Contraction(ContractNest nest, std::vector<const E*> operands)
      : nest_(std::move(nest)),
        operands_(std::move(operands)),
        offset_(operands_.size(), 0) {}

  /// The sums, in row-major order of the kept axes.
  std::vector<A> run() {
    // Adding to -0 leaves a single product as it is, -0 included.
    const A zero = Number::from_integer(0);
    const A first = nest_.is_sum ? zero : Number::neg(zero);
    loop(nest_.kept, 0, [&] {
      sums_.resize(sums_.size() + static_cast<std::size_t>(nest_.row.extent),
                   first);
      loop(nest_.summed, 0, [&] { add_rows(); });
    });
    return std::move(sums_);
  }

 private:
  void advance(const ContractLoop& by, std::int64_t times) {
    for (std::size_t p = 0; p < offset_.size(); ++p)
      offset_[p] += times * by.steps[p];
  }

  template <class Body>
  void loop(const std::vector<ContractLoop>& loops, std::size_t level,
            const Body& body) {
    if (level == loops.size()) return body();
    for (std::int64_t i = 0; i < loops[level].extent; ++i) {
      loop(loops, level + 1, body);
      advance(loops[level], 1);
    }
    advance(loops[level], -loops[level].extent);
  }

  static A wide(const E& x) { return Element::widen(x); }

  // Adds the products of row x depth to the last row of sums.
  void add_rows() {
    if (nest_.row.extent == 0 || nest_.depth.extent == 0) return;
    A* sums = sums_.data() + sums_.size() - nest_.row.extent;
    if (operands_.size() != 2) return add_products(sums);
    const E* a = operands_[0] + offset_[0];
    const E* b = operands_[1] + offset_[1];
    const auto [a_row, b_row] =
        std::pair(nest_.row.steps[0], nest_.row.steps[1]);
    for (std::int64_t k = 0; nest_.along_row && k < nest_.depth.extent; ++k) {
      const E* ak = a + k * nest_.depth.steps[0];
      const E* bk = b + k * nest_.depth.steps[1];
      if (a_row == 0 && b_row == 1)
        add_scaled(sums, wide(*ak), bk);
      else if (b_row == 0 && a_row == 1)
        add_scaled(sums, wide(*bk), ak);
      else
        for (std::int64_t j = 0; j < nest_.row.extent; ++j)
          sums[j] = Number::add(
              sums[j], Number::mul(wide(ak[j * a_row]), wide(bk[j * b_row])));
    }
    for (std::int64_t j = 0; !nest_.along_row && j < nest_.row.extent; ++j)
      sums[j] = dot(sums[j], a + j * a_row, b + j * b_row);
  }

  void add_scaled(A* sums, const A& scale, const E* x) {
    for (std::int64_t j = 0; j < nest_.row.extent; ++j)
      sums[j] = Number::add(sums[j], Number::mul(scale, wide(x[j])));
  }

  A dot(A sum, const E* a, const E* b) const {
    const std::int64_t a_step = nest_.depth.steps[0];
    const std::int64_t b_step = nest_.depth.steps[1];
    for (std::int64_t k = 0; k < nest_.depth.extent; ++k)
      sum = Number::add(sum,
                        Number::mul(wide(a[k * a_step]), wide(b[k * b_step])));
    return sum;
  }

  // Any number of operands.
  void add_products(A* sums) {
    for (std::int64_t j = 0; j < nest_.row.extent; ++j)
      for (std::int64_t k = 0; k < nest_.depth.extent; ++k) {
        A product = wide(element(0, j, k));
        for (std::size_t p = 1; p < operands_.size(); ++p)
          product = Number::mul(product, wide(element(p, j, k)));
        sums[j] = Number::add(sums[j], product);
      }
  }

  const E& element(std::size_t p, std::int64_t j, std::int64_t k) const {
    return operands_[p][offset_[p] + j * nest_.row.steps[p] +
                        k * nest_.depth.steps[p]];
  }

  ContractNest nest_;
  std::vector<const E*> operands_;
  std::vector<std::int64_t> offset_;  // in each operand
  std::vector<A> sums_;
};

}  // namespace rewright::ops
