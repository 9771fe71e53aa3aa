// SPDX-License-Identifier: Apache-2.0
//
// Conversions between integers and other numbers, as values and in rules.
//
// Machine integers wrap around and saturate where numbers do not, so a
// conversion is no homomorphism: to_real(a + b) is not to_real(a) + to_real(b)
// where a + b wraps, and what it is depends on the type. Hence the type is an
// argument, a constant: the number of bits, or, where a rule leaves the type
// open, -1 - its type class. Equal arguments then mean equal types, and proofs
// use nothing else of a conversion.
#pragma once

#include "ir/graph.h"

namespace rewright::ir {

/// The type argument for values of a type class of integers.
Value integer_type(const TypeClass& of);
/// The type that it stands for, which must not be open.
ElementType element_type(const Value& integer_type);

bool is_conversion(Function f);
/// Whether the node makes integers of other numbers, or the reverse.
bool converts(const Rule& rule, const Graph& graph, const Node& node);
/// Whether some node of either side does.
bool converts(const Rule& rule);

}  // namespace rewright::ir
