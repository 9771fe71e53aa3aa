// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace rewright::syntax {

/// Breaks one line of canonical text where it passes column 80: before `and`
/// and `or` and after commas, outermost first. The text follows `head` on
/// its line; the lines after are indented as far as `head` is wide, and two
/// more for each bracket that is open.
std::string fold(std::string_view head, std::string_view text);

}  // namespace rewright::syntax
