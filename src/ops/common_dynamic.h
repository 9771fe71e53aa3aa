// SPDX-License-Identifier: Apache-2.0
//
// Windows of fixed size at computed starts, shared by DynamicSlice and
// DynamicUpdateSlice. A start is what a program computes; a rule speaks of any
// integers instead, so it is an attribute. It must be in range, or with
// clamp=1 is moved into it, as XLA does.
#pragma once

#include "ops/common_movement.h"

namespace rewright::ops {

/// Per-axis `starts`, 0 unless given.
ir::AttributeSpec starts_attribute();
/// The flag `clamp`, 0 unless given.
ir::AttributeSpec clamp_attribute();

/// Where a window of `length` elements on entry `k` of operand 0 begins.
index::Expr window_start(const ir::Call& call, std::size_t k,
                         const index::Expr& length);
/// The window must fit, and unless it is clamped lie inside.
void require_window(const ir::Call& call, std::size_t k,
                    const index::Expr& length,
                    std::vector<ir::Condition>& conditions);

/// The same start as a number, for kernels.
std::int64_t concrete_start(const ir::Call& call, std::size_t k,
                            std::int64_t extent, std::int64_t length);

inline constexpr const char* dynamic_note =
    "no ONNX form; starts must be in range, or are moved there with clamp=1 as "
    "XLA does";

}  // namespace rewright::ops
