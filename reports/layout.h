// SPDX-License-Identifier: Apache-2.0
//
// Plain text for terminals: aligned columns, folded paragraphs, colour.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace rewright::reports {

/// How text is laid out; without colour there are no escape sequences.
struct Style {
  std::size_t width = 100;  // columns
  bool colour = false;
};

enum class Tone { plain, good, doubtful, bad, faint };

/// `text` in the colour of `tone`, if the style has colour.
std::string paint(const std::string& text, Tone tone, const Style& style);

/// Folds each line of `text` at spaces so that, indented by `indent`, it stays
/// within `width`; a longer word stands alone. Ends in a newline.
std::string fold(const std::string& text, std::size_t indent,
                 std::size_t width);

/// `text` shortened in its middle to at most `width` characters.
std::string shortened(const std::string& text, std::size_t width);

struct Cell {
  std::string text;
  Tone tone = Tone::plain;
};

struct Column {
  std::string title;
  bool is_number = false;     // right-aligned
  bool may_run_over = false;  // the last one, of free text
};

/// Aligned columns, two blanks apart, no line longer than the style's width,
/// but for a last column that may run over it: the first column is shortened
/// to what the others leave.
std::string table(const std::vector<Column>& columns,
                  const std::vector<std::vector<Cell>>& rows,
                  const Style& style);

}  // namespace rewright::reports
