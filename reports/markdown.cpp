// SPDX-License-Identifier: Apache-2.0
#include "reports/markdown.h"

#include <filesystem>
#include <map>
#include <sstream>
#include <vector>

#include "evidence/names.h"
#include "reports/describe.h"

namespace rewright::reports {
namespace {

using evidence::Result;
using evidence::Status;

/// Where statements after `let` begin in canonical form.
constexpr std::size_t statement_column = 9;

/// A rule taken apart: its comment, and its clauses by keyword.
struct Parts {
  std::string comment;
  std::vector<std::pair<std::string, std::string>> clauses;
};

void append(std::string& text, const std::string& more) {
  if (more.empty()) return;
  if (!text.empty()) text += ' ';
  text += more;
}

std::string trimmed(const std::string& text) {
  const auto first = text.find_first_not_of(" \t");
  if (first == std::string::npos) return "";
  return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

/// In canonical form a clause begins two columns in and is continued further
/// in; a continued line that begins with `let` is a statement of its own.
Parts parts_of(const std::string& rule) {
  Parts parts;
  std::istringstream lines(rule);
  for (std::string line; std::getline(lines, line);) {
    const std::string text = trimmed(line);
    if (text.starts_with("#")) {
      append(parts.comment, trimmed(text.substr(1)));
    } else if (line.starts_with("  ") && line.size() > 2 && line[2] != ' ') {
      const auto space = text.find(' ');
      parts.clauses.emplace_back(
          text.substr(0, space),
          space == std::string::npos ? "" : trimmed(text.substr(space)));
    } else if (!parts.clauses.empty() && !text.empty()) {
      std::string& clause = parts.clauses.back().second;
      const bool is_new = clause.starts_with("let ") &&
                          line.find_first_not_of(' ') == statement_column;
      clause += (is_new ? "; " : " ") + text;
    }
  }
  return parts;
}

/// Inside a table's cell a bar ends the cell, even in code.
std::string cell(const std::string& text) {
  std::string safe;
  for (const char c : text) {
    if (c == '|') safe += '\\';
    safe += c == '\n' ? ' ' : c;
  }
  return safe;
}

std::string code(const std::string& text) { return '`' + cell(text) + '`'; }

std::string statement(const Result& r) {
  const Parts parts = parts_of(r.text);
  std::string when, text = cell(parts.comment);
  std::vector<std::string> sides;
  for (const auto& [keyword, clause] : parts.clauses) {
    if (keyword == "lhs" || keyword == "rhs") sides.push_back(clause);
    if (keyword == "when") when += (when.empty() ? "" : " and ") + clause;
  }
  for (std::size_t i = 0; i < sides.size(); ++i)
    text += (i == 0 ? "<br>" : " => ") + code(sides[i]);
  if (!when.empty()) text += " when " + code(when);
  return text;
}

std::string holds_over(const Result& r) {
  if (r.stages.value.status != Status::proved) return "-";
  std::string text = r.stages.value.scope;
  for (const std::string& structure : r.stages.value.holds_over)
    text += "; " + structure;
  return cell(text);
}

std::string float_effect(const Result& r) {
  if (r.stages.value.status != Status::proved) return "-";
  return std::string(name(r.stages.value.float_effect));
}

std::string row(const Result& r, const evidence::Run& run) {
  std::string text = "| " + code(r.name) + " | " + statement(r) + " | " +
                     std::string(name(r.judgement.verdict)) + " | " +
                     holds_over(r) + " | " + float_effect(r) + " |";
  for (const std::string& target : run.targets) {
    std::string found = "-";
    for (const evidence::Legality& l : r.stages.legality)
      if (l.target == target) found = cell(brief(l.rhs));
    text += ' ' + found + " |";
  }
  return text + '\n';
}

}  // namespace

std::string folder_of(const Result& result) {
  return std::filesystem::path(result.file).parent_path().generic_string();
}

std::string markdown(const evidence::Run& run) {
  std::map<std::string, std::vector<const Result*>> folders;
  std::map<std::string, std::size_t> verdicts;
  for (const Result& r : run.results) {
    folders[folder_of(r)].push_back(&r);
    ++verdicts[std::string(name(r.judgement.verdict))];
  }
  std::string text = "# Rules\n\n" + counted(run.results.size(), "rule");
  for (const auto& [verdict, count] : verdicts)
    text += ", " + std::to_string(count) + ' ' + verdict;
  text += ". Written by `rewright check --markdown`.\n";
  for (const auto& [folder, results] : folders) {
    text += "\n## " + (folder.empty() ? std::string(".") : folder) +
            "\n\n| rule | statement | verdict | holds for | in floats |";
    for (const std::string& target : run.targets)
      text += " on " + cell(target) + " |";
    text += "\n|---|---|---|---|---|";
    for (std::size_t k = 0; k < run.targets.size(); ++k) text += "---|";
    text += '\n';
    for (const Result* r : results) text += row(*r, run);
  }
  return text;
}

}  // namespace rewright::reports
