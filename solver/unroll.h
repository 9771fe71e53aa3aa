// SPDX-License-Identifier: Apache-2.0
//
// Reductions of few terms, written out. Who unrolls a sum by hand slices its
// operand once for each index:
//
//   ReduceSum(x, axes=[k]) = x[k: 0] + x[k: 1] + x[k: 2]   where k has 3
//
// No bijection carries a term without bound variables onto one that has some,
// so a proof by bijections does not see it. A reduction over v < n is the
// combination of its n instances, for a constant n, whatever else is known;
// which variables to write out is chosen by what the other terms read.
#pragma once

#include <cstdint>
#include <optional>
#include <set>

#include "index/facts.h"
#include "ir/value.h"

namespace rewright::solver {

struct Unrolled {
  ir::Value left, right;
  bool reorders = false;  // sums or products are taken in another order
};

/// The two values with those bound variables written out that have a small
/// constant extent and read an input where another term reads the same input
/// at an index without bound variables; nothing when there are none, or when
/// too many terms would come of it.
std::optional<Unrolled> unrolled(const ir::Value& left, const ir::Value& right,
                                 const index::Facts& facts);

/// The same of the bound variables among `variables` with a small constant
/// extent, of none perhaps; nothing when more than `most` terms come of it.
std::optional<Unrolled> unrolled(const ir::Value& left, const ir::Value& right,
                                 const std::set<std::uint64_t>& variables,
                                 const index::Facts& facts, std::int64_t most);

}  // namespace rewright::solver
