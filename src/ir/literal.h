// SPDX-License-Identifier: Apache-2.0
//
// Numbers as they are written, read without losing a digit.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "base/exact.h"
#include "ir/value.h"
#include "syntax/ast.h"

namespace rewright::ir {

/// The decimal digits as a number, unless it leaves 64 bits.
std::optional<std::int64_t> parse_integer(const std::string& digits);

/// `12`, `1.5`, `1e-5` exactly; nothing when the exponent is absurd.
std::optional<base::Rational> parse_decimal(const std::string& text);

/// The constant that an expression of literals alone stands for: numbers with
/// `+ - * /`, `inf`, `-inf`, `true`, `false`. Nothing when names occur.
std::optional<ConstantNumber> literal(const syntax::Expr& e);

}  // namespace rewright::ir
