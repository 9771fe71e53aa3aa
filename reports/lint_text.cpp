// SPDX-License-Identifier: Apache-2.0
#include "reports/lint_text.h"

#include <filesystem>

#include <fmt/format.h>

#include "evidence/names.h"
#include "reports/describe.h"
#include "reports/lint_groups.h"

namespace rewright::reports {
namespace {

using evidence::HostShare;
using evidence::LegalityStatus;
using evidence::TargetLint;

constexpr std::size_t most_names = 6, most_numbers = 8, most_regions = 8;

std::string heading(const evidence::Lint& lint, const TargetLint& target,
                    const Style& style) {
  const std::string model = std::filesystem::path(lint.file).stem().string();
  const std::string text = fmt::format(
      "{} on {}: {}\n", model, target.target,
      paint(std::string(name(target.status)), tone_of(target.status), style));
  return text + counted(target.nodes.size(), "node") + ": " +
         in_words(count_statuses(target)) + '\n';
}

/// Limits on the graph as a whole, when they are not simply met.
std::string whole_graph(const TargetLint& target, const Style& style) {
  if (target.model.status == LegalityStatus::legal) return "";
  std::string text = "the graph as a whole: " + brief(target.model) + '\n';
  for (const evidence::Objection& o : target.objections)
    text += fold(o.numbers.empty() ? o.what : o.what + ": " + o.numbers, 2,
                 style.width);
  return text;
}

Cell count_cell(const evidence::StatusCounts& counts, LegalityStatus status) {
  const auto found = counts.find(status);
  if (found == counts.end()) return {"-", Tone::faint};
  return {std::to_string(found->second), tone_of(status)};
}

std::string operator_table(const TargetLint& target, const Style& style) {
  std::vector<std::vector<Cell>> rows;
  for (const OperatorRow& row : operator_rows(target))
    rows.push_back({{row.op_type},
                    {std::to_string(row.nodes)},
                    count_cell(row.counts, LegalityStatus::legal),
                    count_cell(row.counts, LegalityStatus::conditional),
                    count_cell(row.counts, LegalityStatus::unknown),
                    count_cell(row.counts, LegalityStatus::illegal)});
  return table({{"operator"},
                {"nodes", true},
                {"legal", true},
                {"conditional", true},
                {"unknown", true},
                {"illegal", true}},
               rows, style);
}

std::string objection(const ObjectionGroup& group, const Style& style) {
  std::string text =
      fold(fmt::format("{}: {}", group.what, counted(group.nodes, "node")), 2,
           style.width);
  for (std::size_t k = 0; k < group.numbers.size(); ++k) {
    if (k == most_numbers)
      return text + fmt::format("    and {} more\n", group.numbers.size() - k);
    const NumbersGroup& numbers = group.numbers[k];
    if (!numbers.numbers.empty()) text += fold(numbers.numbers, 4, style.width);
    text += fold(listed(numbers.nodes, most_names),
                 numbers.numbers.empty() ? 4 : 6, style.width);
  }
  return text;
}

std::string objections(const TargetLint& target, LegalityStatus status,
                       const Style& style) {
  const auto groups = objections_of(target, status);
  if (groups.empty()) return "";
  const std::string title = status == LegalityStatus::conditional
                                ? "legal where"
                                : std::string(name(status));
  std::string text = '\n' + paint(title, tone_of(status), style) + '\n';
  for (const ObjectionGroup& group : groups) text += objection(group, style);
  return text;
}

std::string region_line(const evidence::HostRegion& region,
                        const TargetLint& target, const Style& style) {
  const std::string& first = target.nodes[region.nodes.front()].name;
  const std::string& last = target.nodes[region.nodes.back()].name;
  const std::string names =
      region.nodes.size() == 1 ? first : first + " .. " + last;
  return fold(fmt::format("{} ({}: {}): in {}; out {}", names,
                          counted(region.nodes.size(), "node"),
                          operators_of(region, target), in_words(region.in),
                          in_words(region.out)),
              4, style.width);
}

std::string share(const std::string& when, const HostShare& share,
                  const TargetLint& target, const Style& style) {
  std::string text = fold(when + ": " + in_words(share), 2, style.width);
  for (std::size_t k = 0; k < share.regions.size(); ++k) {
    if (k == most_regions)
      return text + fmt::format("    and {} more\n", share.regions.size() - k);
    text += region_line(share.regions[k], target, style);
  }
  return text;
}

std::string host(const TargetLint& target, const Style& style) {
  if (target.possible.regions.empty()) return "";
  std::string text = "\nhost\n";
  const std::size_t certain = target.certain.nodes;
  if (certain > 0)
    text +=
        share("where illegal nodes run there", target.certain, target, style);
  if (target.possible.nodes > certain)
    text += share(certain > 0 ? "where unknown ones do too"
                              : "where unknown nodes run there",
                  target.possible, target, style);
  return text;
}

std::string apart(const TargetLint& target, const Style& style) {
  const std::vector<std::string> lines = taken_apart(target);
  if (lines.empty()) return "";
  std::string text = "\njudged by what they are made of\n";
  for (const std::string& line : lines) text += fold(line, 2, style.width);
  return text;
}

std::string section(const evidence::Lint& lint, const TargetLint& target,
                    const Style& style) {
  std::string text = heading(lint, target, style);
  text += whole_graph(target, style) + '\n' + operator_table(target, style);
  for (const LegalityStatus status :
       {LegalityStatus::illegal, LegalityStatus::unknown,
        LegalityStatus::conditional})
    text += objections(target, status, style);
  return text + apart(target, style) + host(target, style);
}

}  // namespace

std::string lint_text(const evidence::Lint& lint, const Style& style) {
  std::string text;
  for (const TargetLint& target : lint.targets)
    text += section(lint, target, style) + '\n';
  for (const TargetLint& target : lint.targets)
    text += fmt::format("{}: {}; ", target.target,
                        in_words(count_statuses(target)));
  return text + fmt::format("{:.2f} s; exit code {}\n", lint.seconds,
                            static_cast<int>(lint.code));
}

}  // namespace rewright::reports
