// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/error.h"
#include "base/position.h"
#include "syntax/token.h"

namespace rewright::syntax {

/// The tokens and comments of a text whose first character is at `origin`.
/// The end stands right behind the last token, not behind blank lines.
/// Throws base::InputError at an illegal character, an unterminated string
/// or a malformed number.
Tokens lex(const base::Source& source, base::Position origin);

}  // namespace rewright::syntax
