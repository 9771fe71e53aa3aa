// SPDX-License-Identifier: Apache-2.0
#include "reports/regions.h"

#include <algorithm>

#include <fmt/format.h>

#include "reports/describe.h"

namespace rewright::reports {
namespace {

using evidence::Region;
using evidence::Regions;
using evidence::Status;

constexpr std::size_t most_names = 8;

/// At most a few names, and how many more there are.
std::string some(const std::vector<std::string>& names) {
  std::string text;
  for (std::size_t k = 0; k < std::min(names.size(), most_names); ++k)
    text += (k == 0 ? "" : ", ") + names[k];
  if (names.size() > most_names)
    text += fmt::format(" and {} more", names.size() - most_names);
  return names.empty() ? "nothing" : text;
}

std::string line(const std::string& label, const std::string& text,
                 std::size_t indent, const Style& style) {
  return fold(fmt::format("{:<8} {}", label, text), indent, style.width);
}

std::string region_lines(const Region& region, std::size_t indent,
                         const Style& style) {
  std::string text = line("lhs", some(region.first_nodes), indent, style) +
                     line("rhs", some(region.second_nodes), indent, style) +
                     line("reads", some(region.reads), indent, style);
  if (!region.counterexample) return text;
  const evidence::Counterexample& c = *region.counterexample;
  text += line("differs",
               fmt::format("for some values of what it reads: {} "
                           "against {} ({})",
                           c.lhs, c.rhs, c.world),
               indent, style);
  return text;
}

}  // namespace

std::string regions_sentence(const Regions& regions) {
  const auto proved = static_cast<std::size_t>(std::count_if(
      regions.regions.begin(), regions.regions.end(),
      [](const Region& region) { return region.status == Status::proved; }));
  std::string text = fmt::format(
      "{} of {} operators of the second model are the same on the same "
      "operands as some of the first",
      regions.congruent, regions.second_nodes);
  if (proved > 0) text += ", " + counted(proved, "region") + " proved";
  return text;
}

std::string regions_block(const evidence::Result& result, std::size_t indent,
                          const Style& style) {
  if (!result.stages.regions) return "";
  const Regions& regions = *result.stages.regions;
  std::string text =
      fold("regions: " + regions_sentence(regions), indent, style.width);
  const Region* const first = evidence::first_difference(regions);
  if (first == nullptr) return text;
  text += fold(fmt::format("first difference: '{}' against '{}'",
                           first->first_value, first->second_value),
               indent, style.width);
  return text + region_lines(*first, indent + 2, style);
}

}  // namespace rewright::reports
