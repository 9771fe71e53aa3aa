// SPDX-License-Identifier: Apache-2.0
#include "reports/lint_markdown.h"

#include <filesystem>

#include <fmt/format.h>

#include "evidence/names.h"
#include "reports/describe.h"
#include "reports/lint_groups.h"

namespace rewright::reports {
namespace {

using evidence::LegalityStatus;
using evidence::TargetLint;

constexpr std::size_t most_names = 12;

/// Inside a table's cell a bar ends the cell.
std::string cell(const std::string& text) {
  std::string safe;
  for (const char c : text) {
    if (c == '|') safe += '\\';
    safe += c == '\n' ? ' ' : c;
  }
  return safe;
}

std::string count(const evidence::StatusCounts& counts, LegalityStatus status) {
  const auto found = counts.find(status);
  return found == counts.end() ? "" : std::to_string(found->second);
}

std::string operators(const TargetLint& target) {
  std::string text =
      "| operator | nodes | illegal | unknown | conditional | legal |\n"
      "|---|--:|--:|--:|--:|--:|\n";
  for (const OperatorRow& row : operator_rows(target)) {
    text += fmt::format("| {} | {} |", cell(row.op_type), row.nodes);
    for (const LegalityStatus status : worst_first)
      text += ' ' + count(row.counts, status) + " |";
    text += '\n';
  }
  return text;
}

std::string objection_rows(const TargetLint& target, LegalityStatus status) {
  std::string text;
  for (const ObjectionGroup& group : objections_of(target, status))
    for (const NumbersGroup& numbers : group.numbers)
      text += fmt::format("| {} | {} | {} | {} |\n", name(status),
                          cell(group.what), cell(numbers.numbers),
                          cell(listed(numbers.nodes, most_names)));
  return text;
}

std::string objections(const TargetLint& target) {
  std::string rows;
  for (const LegalityStatus status : worst_first)
    rows += objection_rows(target, status);
  if (rows.empty()) return "";
  return "\n| | why | numbers | nodes |\n|---|---|---|---|\n" + rows;
}

std::string section(const TargetLint& target) {
  std::string text = fmt::format(
      "\n## {}: {}\n\n{}: {}. ", target.target, name(target.status),
      counted(target.nodes.size(), "node"), in_words(count_statuses(target)));
  text += "The graph as a whole: " + brief(target.model) + ".\n\n";
  text += operators(target) + objections(target);
  text += "\nWhere illegal nodes run on the host: " + in_words(target.certain);
  if (target.possible.nodes > target.certain.nodes)
    text += ". Where unknown ones do too: " + in_words(target.possible);
  text += ".\n";
  for (const std::string& line : taken_apart(target))
    text += "\n* " + line + '\n';
  return text;
}

}  // namespace

std::string lint_markdown(const evidence::Lint& lint) {
  std::string text =
      fmt::format("# {}\n\nLimits relied on: {} or better.\n",
                  std::filesystem::path(lint.file).filename().string(),
                  lint.least_confidence);
  for (const TargetLint& target : lint.targets) text += section(target);
  return text;
}

}  // namespace rewright::reports
