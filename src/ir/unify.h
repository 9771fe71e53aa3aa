// SPDX-License-Identifier: Apache-2.0
//
// Element types of a rule. Every tensor belongs to a type class; operators
// narrow classes and merge them. Classes are numbered without gaps, so a
// merge renumbers the whole rule: a class number does not outlive the next
// merge, which is why callers pass tensors and look their class up anew.
#pragma once

#include "ir/graph.h"

namespace rewright::ir {

/// Makes classes `a` and `b` one, throughout the rule and `graph` (which may
/// be one of the rule's own). False, and nothing changed, when they have no
/// element type in common.
bool merge_classes(Rule& rule, Graph& graph, int a, int b);

/// Keeps only the types of class `c` that are in `allowed`. False, and
/// nothing changed, when none would be left.
bool narrow_class(Rule& rule, int c, TypeSet allowed);

/// The element types in which the constant can be written down.
TypeSet types_of(const ConstantNumber& number);

/// A class with these types: a new one, or for a single type an existing one.
int class_with(Rule& rule, TypeSet types);

/// Unifies the element types of one call by its operator's signature; result
/// k belongs to class `[k]` of what is returned. Throws IllFormed.
std::vector<int> unify_call(Rule& rule, Graph& graph, const Node& node,
                            std::size_t results);

}  // namespace rewright::ir
