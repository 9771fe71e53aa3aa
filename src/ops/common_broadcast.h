// SPDX-License-Identifier: Apache-2.0
//
// Broadcasting as NumPy and ONNX define it: shapes are aligned at their last
// entries, and an extent of one stretches. Extents need not be known: where
// nothing tells whether `a` is one, the result is `ite(a == 1, b, a)` under
// the condition `a == b or a == 1 or b == 1`.
//
// An axis group faces the same group, componentwise, or nothing. Facing
// anything else it would shift what stands left of it by an unknown number
// of axes, which is harmless only when all that remains of one operand are
// extents of one, not more of them than the other has single axes: at rank
// zero, `[1] + [r...]` has rank one and `[1] + [B, r...]` has too.
#pragma once

#include <cstdint>
#include <vector>

#include "ir/operator.h"

namespace rewright::ops {

/// The dim that `a` and `b`, both single axes or both the same group, make
/// together; a condition that is not known to hold is added to `conditions`.
ir::Dim broadcast(const ir::Dim& a, const ir::Dim& b, const index::Facts& facts,
                  std::vector<ir::Condition>& conditions);

/// The same for whole shapes, aligned at their ends. Throws ir::IllFormed
/// when axis groups do not line up.
ir::Shape broadcast(const ir::Shape& a, const ir::Shape& b,
                    const index::Facts& facts,
                    std::vector<ir::Condition>& conditions);

/// The index in an operand's dim that index `at` of the result's dim reads.
index::Expr broadcast_index(const ir::Dim& operand, const ir::Dim& result,
                            const index::Expr& at, const index::Facts& facts);

/// The same for whole shapes: `at` has an index per entry of `result`.
ir::Indices broadcast_indices(const ir::Shape& operand, const ir::Shape& result,
                              const ir::Indices& at, const index::Facts& facts);

/// For kernels: the sizes two broadcast operands make together.
std::vector<std::int64_t> broadcast_sizes(const std::vector<std::int64_t>& a,
                                          const std::vector<std::int64_t>& b);

/// For kernels: strides of a row-major tensor of sizes `operand`, aligned
/// with the axes of `result`; 0 along axes where it is broadcast or missing.
std::vector<std::int64_t> broadcast_strides(
    const std::vector<std::int64_t>& operand,
    const std::vector<std::int64_t>& result);

}  // namespace rewright::ops
