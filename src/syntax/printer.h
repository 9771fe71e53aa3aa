// SPDX-License-Identifier: Apache-2.0
//
// Syntax tree to text, in the one canonical form that `rewright fmt` writes:
// a clause a line, keywords in a column of six, parentheses only where the
// grammar needs them, lines folded at 80 columns. Parsing what was printed
// gives back an equal tree, and printing that gives the same text.
//
// Clauses come in a fixed order: expect, axes, sizes, ints, types, input,
// scalar, when, lhs, rhs, legal.
#pragma once

#include <string>

#include "syntax/ast.h"

namespace rewright::syntax {

/// The whole file, rules parted by blank lines, ending in a newline.
std::string print(const RuleFile& file);

/// One rule with its comments, ending in a newline.
std::string print(const Rule& rule);

/// One expression on one line. A product that is the whole expression or a
/// positional argument is spaced (`a * b`), any other is tight (`B*C`).
std::string print(const Expr& expression);

}  // namespace rewright::syntax
