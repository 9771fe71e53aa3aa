// SPDX-License-Identifier: Apache-2.0
//
// From the syntax tree to rules: names bound, axes turned into entries,
// element types unified, shapes inferred. All errors are base::InputError
// with the place in the rule file.
#pragma once

#include <vector>

#include "ir/graph.h"
#include "syntax/ast.h"

namespace rewright::ir {

/// One Rule per right side of one syntactic rule.
std::vector<Rule> resolve(const syntax::RuleFile& file,
                          const OperatorTable& operators);

/// A formula over named expressions (a target's limit over named dims). A
/// name bound to several dims makes the formula hold for each of them.
/// Unknown names throw base::InputError with a suggestion.
index::Formula resolve_limit(const syntax::Expr& formula,
                             const base::Source& source,
                             const std::vector<NamedDim>& names);

}  // namespace rewright::ir
