// SPDX-License-Identifier: Apache-2.0
//
// The value of index expressions and formulas when every size and integer has
// a number and every axis group a rank. What is said of a generic component is
// evaluated at one axis of its group, or at all of them.
#pragma once

#include <cstdint>

#include "index/formula.h"
#include "ir/graph.h"

namespace rewright::properties {

/// The value of `e` at axis `axis` of the group it speaks of (any number when
/// it speaks of none). Throws index::Overflow, and std::domain_error where it
/// has no value (a division by what is not positive, an unknown symbol).
std::int64_t number(const index::Expr& e, const ir::Assignment& at, int axis);

/// Whether `f` is true; throws as number() does.
bool is_true(const index::Formula& f, const ir::Assignment& at, int axis);

/// The number of elements of a tensor.
std::int64_t elements(const ir::Shape& shape, const ir::Assignment& at);

}  // namespace rewright::properties
