// SPDX-License-Identifier: Apache-2.0
#include "reports/lint_groups.h"

#include <algorithm>
#include <map>
#include <set>

#include <fmt/format.h>

#include "evidence/names.h"
#include "reports/describe.h"

namespace rewright::reports {
namespace {

using evidence::Crossing;
using evidence::LegalityStatus;
using evidence::NodeLegality;
using evidence::StatusCounts;
using evidence::TargetLint;

/// Finds groups by their text, each made once, in the order of their first
/// node.
class Grouping {
 public:
  void add(const evidence::Objection& objection, const std::string& node) {
    const auto [group, is_new] =
        groups_.try_emplace(objection.what, result_.size());
    if (is_new) result_.push_back({objection.what, 0, {}});
    ObjectionGroup& found = result_[group->second];
    ++found.nodes;
    const auto [numbers, is_first] = numbers_.try_emplace(
        {group->second, objection.numbers}, found.numbers.size());
    if (is_first) found.numbers.push_back({objection.numbers, {}});
    found.numbers[numbers->second].nodes.push_back(node);
  }

  std::vector<ObjectionGroup> take() { return std::move(result_); }

 private:
  std::vector<ObjectionGroup> result_;
  std::map<std::string, std::size_t> groups_;
  std::map<std::pair<std::size_t, std::string>, std::size_t> numbers_;
};

std::size_t at(const StatusCounts& counts, LegalityStatus status) {
  const auto found = counts.find(status);
  return found == counts.end() ? 0 : found->second;
}

std::string bytes_in_words(const Crossing& crossing) {
  if (crossing.values == 0) return "";
  if (crossing.bytes.empty()) return ", of a size that is not known";
  return ", " + crossing.bytes + " bytes";
}

}  // namespace

std::vector<ObjectionGroup> objections_of(const TargetLint& lint,
                                          LegalityStatus status) {
  Grouping grouping;
  for (const NodeLegality& node : lint.nodes)
    if (node.legality.status == status)
      for (const evidence::Objection& o : node.objections)
        grouping.add(o, node.name);
  std::vector<ObjectionGroup> groups = grouping.take();
  std::ranges::stable_sort(groups, std::greater{}, &ObjectionGroup::nodes);
  return groups;
}

std::vector<OperatorRow> operator_rows(const TargetLint& lint) {
  std::vector<OperatorRow> rows;
  for (const auto& [op_type, counts] : evidence::count_by_op_type(lint)) {
    rows.push_back({op_type, counts, 0});
    for (const auto& [status, n] : counts) rows.back().nodes += n;
  }
  const auto badness = [](const OperatorRow& row) {
    return std::pair(at(row.counts, LegalityStatus::illegal) > 0,
                     at(row.counts, LegalityStatus::unknown) > 0);
  };
  std::ranges::stable_sort(rows, std::greater{}, badness);
  return rows;
}

std::string in_words(const StatusCounts& counts) {
  std::string text;
  for (const LegalityStatus status :
       {LegalityStatus::legal, LegalityStatus::conditional,
        LegalityStatus::unknown, LegalityStatus::illegal})
    if (const std::size_t n = at(counts, status); n > 0)
      text += fmt::format("{}{} {}", text.empty() ? "" : ", ", n, name(status));
  return text;
}

std::string in_words(const Crossing& crossing) {
  return counted(crossing.values, "value") + bytes_in_words(crossing);
}

std::string in_words(const evidence::HostShare& share) {
  if (share.regions.empty()) return "nothing does";
  std::string text =
      fmt::format("{} of {}", counted(share.regions.size(), "region"),
                  counted(share.nodes, "node"));
  text += share.transitions == 0
              ? ", nothing crosses"
              : fmt::format(", {} to or from the host",
                            counted(share.transitions, "value"));
  return text + bytes_in_words(share.all);
}

std::string operators_of(const evidence::HostRegion& region,
                         const TargetLint& lint) {
  std::map<std::string, std::size_t> counts;
  for (const std::size_t n : region.nodes) ++counts[lint.nodes[n].op_type];
  std::vector<std::pair<std::string, std::size_t>> sorted(counts.begin(),
                                                          counts.end());
  std::ranges::stable_sort(sorted, std::greater{},
                           [](const auto& entry) { return entry.second; });
  std::vector<std::string> words;
  for (const auto& [op_type, n] : sorted)
    words.push_back(n == 1 ? op_type : fmt::format("{} {}", op_type, n));
  return listed(words, 6);
}

std::string listed(const std::vector<std::string>& names, std::size_t most) {
  std::string text;
  const std::size_t shown = std::min(names.size(), most);
  for (std::size_t k = 0; k < shown; ++k)
    text += (k > 0 ? ", " : "") + names[k];
  if (shown < names.size())
    text += fmt::format(" and {} more", names.size() - shown);
  return text;
}

std::vector<std::string> taken_apart(const TargetLint& lint) {
  std::set<std::string> lines;
  for (const NodeLegality& node : lint.nodes)
    if (!node.judged_by.empty())
      lines.insert(node.op_type + ": " + node.judged_by);
  return {lines.begin(), lines.end()};
}

}  // namespace rewright::reports
