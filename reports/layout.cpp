// SPDX-License-Identifier: Apache-2.0
#include "reports/layout.h"

#include <algorithm>
#include <sstream>

namespace rewright::reports {
namespace {

constexpr std::size_t gap = 2;
constexpr std::size_t least_first = 12;  // of the first column

const char* escape(Tone tone) {
  switch (tone) {
    case Tone::plain:
      return "";
    case Tone::good:
      return "\033[32m";
    case Tone::doubtful:
      return "\033[33m";
    case Tone::bad:
      return "\033[31m";
    case Tone::faint:
      return "\033[2m";
  }
  return "";
}

void fold_line(const std::string& line, std::size_t indent, std::size_t width,
               std::string& result) {
  // Blanks at the start of a line belong to it: code keeps its shape.
  const std::size_t start = std::min(line.find_first_not_of(' '), line.size());
  const std::string margin(indent + start, ' ');
  std::istringstream words(line.substr(start));
  std::string current = margin;
  bool is_empty = true;
  for (std::string word; words >> word;) {
    if (!is_empty && current.size() + 1 + word.size() > width) {
      result += current + '\n';
      current = margin;
      is_empty = true;
    }
    current += is_empty ? word : ' ' + word;
    is_empty = false;
  }
  result += (is_empty ? "" : current) + '\n';
}

std::vector<std::size_t> widths_of(const std::vector<Column>& columns,
                                   const std::vector<std::vector<Cell>>& rows,
                                   std::size_t limit) {
  std::vector<std::size_t> widths;
  for (std::size_t c = 0; c < columns.size(); ++c) {
    std::size_t widest = columns[c].title.size();
    for (const auto& row : rows) widest = std::max(widest, row[c].text.size());
    widths.push_back(widest);
  }
  std::size_t others = 0;
  for (std::size_t c = 1; c < widths.size(); ++c)
    if (!columns[c].may_run_over) others += gap + widths[c];
  const std::size_t left = limit > others ? limit - others : 0;
  widths[0] = std::min(widths[0], std::max(left, least_first));
  return widths;
}

/// The cell padded to its column; colour adds no width.
std::string padded(const Cell& cell, const Column& column, std::size_t width,
                   const Style& style) {
  const std::string text = shortened(cell.text, width);
  const std::string blanks(width - text.size(), ' ');
  const std::string painted = paint(text, cell.tone, style);
  return column.is_number ? blanks + painted : painted + blanks;
}

std::string without_trailing_blanks(const std::string& line) {
  return line.substr(0, line.find_last_not_of(' ') + 1);
}

}  // namespace

std::string paint(const std::string& text, Tone tone, const Style& style) {
  if (!style.colour || tone == Tone::plain || text.empty()) return text;
  return escape(tone) + text + "\033[0m";
}

std::string fold(const std::string& text, std::size_t indent,
                 std::size_t width) {
  std::string result;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);)
    fold_line(line, indent, width, result);
  return result;
}

std::string shortened(const std::string& text, std::size_t width) {
  if (text.size() <= width) return text;
  if (width <= 3) return text.substr(0, width);
  const std::size_t tail = (width - 3) / 2;
  return text.substr(0, width - 3 - tail) + "..." +
         text.substr(text.size() - tail);
}

std::string table(const std::vector<Column>& columns,
                  const std::vector<std::vector<Cell>>& rows,
                  const Style& style) {
  const auto widths = widths_of(columns, rows, style.width);
  const auto line = [&](const std::vector<Cell>& cells) {
    std::string text;
    for (std::size_t c = 0; c < cells.size(); ++c) {
      if (c > 0) text.append(gap, ' ');
      text += padded(cells[c], columns[c], widths[c], style);
    }
    return without_trailing_blanks(text) + '\n';
  };
  std::vector<Cell> titles;
  for (const Column& c : columns) titles.push_back({c.title, Tone::faint});
  std::string result = line(titles);
  for (const auto& row : rows) result += line(row);
  return result;
}

}  // namespace rewright::reports
