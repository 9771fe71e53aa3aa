// SPDX-License-Identifier: Apache-2.0
#include "base/error.h"

#include <algorithm>
#include <cctype>
#include <utility>

namespace rewright::base {
namespace {

std::string line_of(std::string_view text, int number) {
  for (; number > 1; --number) {
    const auto end = text.find('\n');
    if (end == std::string_view::npos) return {};
    text.remove_prefix(end + 1);
  }
  text = text.substr(0, text.find('\n'));
  if (text.ends_with('\r')) text.remove_suffix(1);
  return std::string(text);
}

/// `position`, counted inside the excerpt that begins at `origin`.
Position inside(Position position, Position origin) {
  if (position.line == origin.line) position.column -= origin.column - 1;
  position.line -= origin.line - 1;
  return position;
}

/// Blanks up to the column; tabs stay tabs, so that the caret stays below
/// its character, and the later bytes of a UTF-8 character take no room.
std::string caret_below(const std::string& line, int column) {
  std::string blanks;
  for (int i = 0; i + 1 < column; ++i) {
    const auto at = static_cast<std::size_t>(i);
    const char c = at < line.size() ? line[at] : ' ';
    if ((static_cast<unsigned char>(c) & 0xC0U) == 0x80U) continue;
    blanks += c == '\t' ? '\t' : ' ';
  }
  return blanks + '^';
}

std::string render(const Source& source, Position position,
                   const std::string& message, Position origin) {
  if (!is_known(position)) return source.name + ": " + message;
  const Position local = inside(position, origin);
  const std::string line = line_of(source.text, local.line);
  return source.name + ':' + std::to_string(position.line) + ':' +
         std::to_string(position.column) + ": " + message + '\n' + line + '\n' +
         caret_below(line, local.column);
}

std::string lower(std::string_view text) {
  std::string result(text);
  for (char& c : result) {
    c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  }
  return result;
}

/// Optimal string alignment distance, row by row.
std::size_t distance(const std::string& a, const std::string& b) {
  std::vector<std::size_t> before, last(b.size() + 1), row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    before = std::exchange(last, row);
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = last[j - 1] + (a[i - 1] != b[j - 1]);
      row[j] = std::min({last[j] + 1, row[j - 1] + 1, replaced});
      const bool swapped =
          i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (swapped) row[j] = std::min(row[j], before[j - 2] + 1);
    }
  }
  return row[b.size()];
}

}  // namespace

InputError::InputError(const Source& source, Position position,
                       std::string message, Position origin)
    : std::runtime_error(render(source, position, message, origin)),
      file_(source.name),
      position_(position),
      message_(std::move(message)) {
  if (!is_known(position)) return;
  line_ = line_of(source.text, inside(position, origin).line);
}

InputError::InputError(std::string file, std::string message)
    : std::runtime_error(file + ": " + message),
      file_(std::move(file)),
      message_(std::move(message)) {}

std::string suggestion(std::string_view wrong,
                       const std::vector<std::string>& known) {
  const std::string* nearest = nullptr;
  std::size_t least = 0;
  for (const std::string& name : known) {
    const std::size_t length = std::max(wrong.size(), name.size());
    const std::size_t found = distance(lower(wrong), lower(name));
    const bool is_near = found <= std::max<std::size_t>(1, length / 3) &&
                         found < std::min(wrong.size(), name.size());
    if (!is_near || (nearest != nullptr && found >= least)) continue;
    nearest = &name;
    least = found;
  }
  if (nearest == nullptr) return {};
  return " (did you mean '" + *nearest + "'?)";
}

}  // namespace rewright::base
