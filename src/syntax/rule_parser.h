// SPDX-License-Identifier: Apache-2.0
//
// One rule and its clauses.
#pragma once

#include "syntax/ast.h"
#include "syntax/cursor.h"

namespace rewright::syntax {

/// Reads `rule NAME` and the clauses that follow, up to the next rule or
/// the end.
Rule parse_rule(Cursor& cursor);

}  // namespace rewright::syntax
