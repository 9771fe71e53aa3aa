// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace rewright::syntax {

/// How a message names the first character of `text`: `character '@'`,
/// `character 'é' (U+00E9)`, `character U+0007`, or `byte 0xFF` where the
/// text is not UTF-8.
std::string described_character(std::string_view text);

}  // namespace rewright::syntax
