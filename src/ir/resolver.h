// SPDX-License-Identifier: Apache-2.0
//
// The steps of resolving one rule, each in a file of its own. All work on a
// Scope and throw base::InputError at the place of a mistake.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "ir/scope.h"
#include "syntax/ast.h"

namespace rewright::ir {

/// Axis groups, sizes, ints, element types and inputs.
void declare(Scope& scope, const syntax::Rule& rule);

/// The preconditions; sizes are known to the facts afterwards.
void read_when(Scope& scope, const syntax::Rule& rule);

/// Whether a tensor element or `forall` occurs in `e`.
bool mentions_elements(const Scope& scope, const syntax::Expr& e);

/// A precondition on tensor elements.
ElementCondition read_element_condition(Scope& scope, const syntax::Expr& e);

/// The element `x[i, 0]` of an input; its indices provably stay in range.
Value read_element(Scope& scope, const syntax::Expr& e);
/// The number of the input that `x` or `x[i]` names.
int read_input(const Scope& scope, const syntax::Expr& e);
/// Declares a variable of `forall`, with the range of the axis that it
/// indexes in `body`.
BoundVariable bind_variable(Scope& scope, const syntax::Expr& variable,
                            const syntax::Expr& body);

/// `[n..., B*C, rows: 4]` as the shape of an input or of an attribute.
Shape read_shape(Scope& scope, const syntax::Expr& list);

/// One side of the rule into `graph`, which is one of `scope.rule`.
void read_side(Scope& scope, Graph& graph, const syntax::Side& side);

/// The arguments of an operator's call, parted by what they are for.
struct Arguments {
  std::vector<const syntax::Expr*> operands;  // null where skipped
  std::vector<std::pair<const AttributeSpec*, const syntax::Expr*>> attributes;
  const syntax::Expr* axes = nullptr;  // aligns lists, where no attribute is it
  const syntax::Expr* pads = nullptr;  // low and high in one list
};
Arguments part_arguments(const Scope& scope, const Operator& op,
                         const syntax::Expr& call);

/// The attributes of a call whose first operand has the shape `first` (null
/// when it has no operand), defaults filled in.
Attributes read_attributes(Scope& scope, const Operator& op,
                           const syntax::Expr& call, const Arguments& arguments,
                           const Shape* first);

/// The entries that a list of axes names in `frame`, in order, each once.
/// `offset` is the position of the frame's first entry.
std::vector<int> read_axes(const Scope& scope, const syntax::Expr& list,
                           const Shape& frame, int offset);

/// The entries of a result into which as many axes as the list has are
/// inserted, the others being those of `rest` (Unsqueeze).
std::vector<int> read_inserted_axes(const Scope& scope,
                                    const syntax::Expr& list,
                                    const Shape& rest);

/// The entry that the key of a list item names.
int read_key(const Scope& scope, const syntax::Name& key, const Shape& frame,
             int offset);

}  // namespace rewright::ir
