// SPDX-License-Identifier: Apache-2.0
#include "syntax/unicode.h"

#include <algorithm>
#include <bit>
#include <cstddef>

namespace rewright::syntax {
namespace {

std::string hex(unsigned value, std::size_t width) {
  std::string digits;
  for (; value > 0 || digits.size() < width; value /= 16) {
    digits.insert(digits.begin(), "0123456789ABCDEF"[value % 16]);
  }
  return digits;
}

bool is_continuation(char c) {
  return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U;
}

}  // namespace

std::string described_character(std::string_view text) {
  const auto first = static_cast<unsigned char>(text.front());
  if (first >= ' ' && first <= '~') {
    return "character '" + std::string(1, text.front()) + "'";
  }
  if (first < 0x80) return "character U+" + hex(first, 4);
  const auto length = static_cast<std::size_t>(std::countl_one(first));
  const std::string_view rest = text.substr(1, length - 1);
  const bool is_utf8 = length >= 2 && length <= 4 &&
                       rest.size() == length - 1 &&
                       std::ranges::all_of(rest, is_continuation);
  if (!is_utf8) return "byte 0x" + hex(first, 2);
  unsigned code = first & (0x7FU >> length);
  for (const char c : rest) {
    code = code << 6U | (static_cast<unsigned char>(c) & 0x3FU);
  }
  return "character '" + std::string(text.substr(0, length)) + "' (U+" +
         hex(code, 4) + ")";
}

}  // namespace rewright::syntax
