// SPDX-License-Identifier: Apache-2.0
//
// Text to syntax tree. The grammar is in rewrites/README.md; a mistake is
// one base::InputError at the place where the text stops making sense.
#pragma once

#include <memory>

#include "base/error.h"
#include "syntax/ast.h"

namespace rewright::syntax {

/// The rules of one `.rule` file, at least one.
/// Throws base::InputError; nesting deeper than 200 is such an error.
RuleFile parse_rules(std::shared_ptr<const base::Source> source);

/// One formula that stands inside another file, such as a TOML string.
/// `source` has the name of that file and the text of the formula alone;
/// `offset` is where the formula begins there. All positions, in the tree
/// and in errors, count in the enclosing file.
Expr parse_formula(std::shared_ptr<const base::Source> source,
                   base::Position offset = {1, 1});

}  // namespace rewright::syntax
