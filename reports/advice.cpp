// SPDX-License-Identifier: Apache-2.0
#include "reports/advice.h"

#include <cmath>

#include <fmt/format.h>

namespace rewright::reports {
namespace {

using evidence::Advice;
using evidence::Verdict;

constexpr const char* label = "suggest   ";

std::string share(double kept) {
  const double percent = std::round(100 * kept);
  return percent < 1 ? "under 1 %" : fmt::format("{:.0f} %", percent);
}

std::string sentence(const evidence::Suggestion& s) {
  std::string text = label;
  if (!s.when.empty()) text += "when " + s.when;
  if (!s.with.empty()) text += (s.when.empty() ? "" : " with ") + s.with;
  return text + " (proved; keeps " + share(s.kept) + " of the samples)";
}

std::string of_refuted(const Advice& a, std::size_t indent, const Style& s) {
  if (a.suggestions.empty())
    return fold(std::string(label) + "no condition was found", indent, s.width);
  std::string text;
  for (const evidence::Suggestion& suggestion : a.suggestions)
    text += fold(sentence(suggestion), indent, s.width);
  return text;
}

std::string of_proved(const Advice& a, std::size_t indent, const Style& s) {
  if (a.redundant.empty() && a.undecided.empty() && !a.needed.empty())
    return fold(std::string(label) + "every condition is needed", indent,
                s.width);
  std::string text;
  for (const std::string& condition : a.redundant)
    text += fold(label + condition + " is not needed: proved without it",
                 indent, s.width);
  for (const std::string& condition : a.undecided)
    text += fold(label + condition +
                     " may be needed: neither proved nor refuted without it",
                 indent, s.width);
  return text;
}

}  // namespace

std::string advice_block(const evidence::Result& r, std::size_t indent,
                         const Style& style) {
  if (!r.advice.is_asked) return "";
  if (r.judgement.verdict == Verdict::refuted)
    return of_refuted(r.advice, indent, style);
  return of_proved(r.advice, indent, style);
}

}  // namespace rewright::reports
