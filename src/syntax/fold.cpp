// SPDX-License-Identifier: Apache-2.0
//
// A break is a blank that may become a line end. Its depth is the number of
// brackets open around it. A line that is too long is cut at the last break
// that fits, among those of least depth; where none fits, at the first one.
#include "syntax/fold.h"

#include <vector>

namespace rewright::syntax {
namespace {

constexpr std::size_t width = 80;

struct Break {
  std::size_t at;
  std::size_t depth;
};

bool is_break(std::string_view text, std::size_t at) {
  if (text[at] != ' ' || at == 0) return false;
  const std::string_view rest = text.substr(at + 1);
  return text[at - 1] == ',' || rest.starts_with("and ") ||
         rest.starts_with("or ");
}

/// The end of the string literal that begins at `at`.
std::size_t skip_string(std::string_view text, std::size_t at) {
  for (++at; text[at] != '"'; ++at) {
    if (text[at] == '\\') ++at;
  }
  return at;
}

std::vector<Break> breaks_of(std::string_view text) {
  std::vector<Break> result;
  std::size_t depth = 0;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const char c = text[at];
    if (c == '"') at = skip_string(text, at);
    if (c == '(' || c == '[') ++depth;
    if (c == ')' || c == ']') --depth;
    if (is_break(text, at)) result.push_back({at, depth});
  }
  return result;
}

const Break* best(const std::vector<Break>& breaks, std::size_t begin,
                  std::size_t limit) {
  const Break* found = nullptr;
  for (const Break& candidate : breaks) {
    if (candidate.at <= begin) continue;
    if (candidate.at > limit && found != nullptr) break;
    if (found == nullptr || candidate.depth <= found->depth) {
      found = &candidate;
    }
    if (candidate.at > limit) break;
  }
  return found;
}

}  // namespace

std::string fold(std::string_view head, std::string_view text) {
  const auto breaks = breaks_of(text);
  std::string result(head);
  std::size_t begin = 0;
  std::size_t indent = head.size();
  while (indent + text.size() - begin > width) {
    const Break* cut = best(breaks, begin, begin + width - indent);
    if (cut == nullptr) break;
    result += text.substr(begin, cut->at - begin);
    indent = head.size() + 2 * cut->depth;
    result += '\n' + std::string(indent, ' ');
    begin = cut->at + 1;
  }
  return result += text.substr(begin);
}

}  // namespace rewright::syntax
