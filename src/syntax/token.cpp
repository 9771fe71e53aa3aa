// SPDX-License-Identifier: Apache-2.0
#include "syntax/token.h"

#include <algorithm>
#include <array>

namespace rewright::syntax {

const std::vector<std::string>& clause_words() {
  static const std::vector<std::string> words{
      "rule",   "axes", "sizes", "ints", "types", "input",
      "scalar", "when", "lhs",   "rhs",  "legal", "expect"};
  return words;
}

bool is_keyword(std::string_view word) {
  constexpr std::array<std::string_view, 9> others{
      "let", "on", "and", "or", "not", "forall", "true", "false", "inf"};
  const auto& clauses = clause_words();
  return std::ranges::find(clauses, word) != clauses.end() ||
         std::ranges::find(others, word) != others.end();
}

std::string described(const Token& token) {
  if (token.kind == Token::Kind::end) return token.text;
  if (token.kind == Token::Kind::string) return "a string";
  return "'" + token.text + "'";
}

}  // namespace rewright::syntax
