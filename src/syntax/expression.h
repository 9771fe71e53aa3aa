// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "syntax/ast.h"
#include "syntax/cursor.h"
#include "syntax/token.h"

namespace rewright::syntax {

/// Reads one expression or formula, as long as it can be.
Expr parse_expression(Cursor& cursor);

/// Reads `[...]` with its brackets; `opener` names it in messages, as in
/// "expected ']' to close `the list`".
Expr parse_list(Cursor& cursor, const std::string& opener);

/// Whether an expression can begin with this token.
bool begins_expression(const Token& token);

}  // namespace rewright::syntax
