// SPDX-License-Identifier: Apache-2.0
#include "ops/common_equation.h"

#include <algorithm>
#include <cctype>
#include <map>
#include <optional>

#include "ir/operator.h"

namespace rewright::ops {

namespace {

// A term as written: a letter, or '.' for an ellipsis.
using Written = std::string;

[[noreturn]] void reject(const std::string& text, const std::string& why) {
  throw ir::IllFormed("equation '" + text + "' " + why);
}

std::string without_spaces(std::string text) {
  std::erase(text, ' ');
  return text;
}

Written read_term(const std::string& term, const std::string& text) {
  Written written;
  for (std::size_t k = 0; k < term.size(); ++k) {
    if (term.compare(k, 3, "...") == 0) {
      written += '.';
      k += 2;
    } else if (std::isalpha(static_cast<unsigned char>(term[k]))) {
      written += term[k];
    } else {
      reject(text, std::string("has an unexpected '") + term[k] + "'");
    }
  }
  if (std::count(written.begin(), written.end(), '.') > 1)
    reject(text, "has two ellipses in one term");
  return written;
}

struct WrittenEquation {
  std::vector<Written> terms;
  std::optional<Written> result;
};

WrittenEquation read(const std::string& text) {
  const std::string dense = without_spaces(text);
  const std::size_t arrow = dense.find("->");
  WrittenEquation equation;
  const std::string left = dense.substr(0, arrow);
  for (std::size_t from = 0; from <= left.size();) {
    const std::size_t comma = std::min(left.find(',', from), left.size());
    equation.terms.push_back(read_term(left.substr(from, comma - from), text));
    from = comma + 1;
  }
  if (arrow != std::string::npos)
    equation.result = read_term(dense.substr(arrow + 2), text);
  return equation;
}

std::size_t letters(const Written& term) {
  return term.size() -
         static_cast<std::size_t>(std::count(term.begin(), term.end(), '.'));
}

bool has_ellipsis(const Written& term) {
  return term.find('.') != Written::npos;
}

// The number of entries an ellipsis covers, 0 when there is none.
std::size_t covered(const WrittenEquation& equation,
                    const std::vector<ir::Shape>& operands,
                    const std::string& text) {
  if (equation.terms.size() != operands.size())
    reject(text, "has " + std::to_string(equation.terms.size()) +
                     " terms for " + std::to_string(operands.size()) +
                     " operands");
  std::optional<std::size_t> width;
  for (std::size_t p = 0; p < operands.size(); ++p) {
    const Written& term = equation.terms[p];
    const std::size_t rank = operands[p].size(), named = letters(term);
    if (named > rank || (named < rank && !has_ellipsis(term)))
      reject(text, "names " + std::to_string(named) + " axes of an operand " +
                       ir::print(operands[p]));
    if (!has_ellipsis(term)) continue;
    if (width && *width != rank - named)
      reject(text, "has ellipses for different numbers of axes");
    width = rank - named;
  }
  if (equation.result && has_ellipsis(*equation.result) != width.has_value())
    reject(text, "has an ellipsis on one side of the arrow only");
  return width.value_or(0);
}

EquationTerm labels(const Written& term, std::size_t width) {
  EquationTerm list;
  for (char c : term) {
    if (c != '.') list.push_back(static_cast<unsigned char>(c));
    for (std::size_t k = 0; c == '.' && k < width; ++k)
      list.push_back(first_of_ellipsis + static_cast<int>(k));
  }
  return list;
}

void check_result(const Equation& equation, const std::string& text) {
  for (EquationLabel label : equation.result) {
    const auto has = [&](const EquationTerm& term) {
      return std::count(term.begin(), term.end(), label) > 0;
    };
    const auto& result = equation.result;
    if (std::count(result.begin(), result.end(), label) > 1 ||
        std::none_of(equation.terms.begin(), equation.terms.end(), has))
      reject(text, std::string("must have '") + static_cast<char>(label) +
                       "' once on the right side and also on the left");
  }
}

// What the right side is when it is not written.
Written implicit_result(const std::vector<Written>& terms) {
  std::map<char, int> occurrences;
  for (const Written& term : terms)
    for (char c : term) ++occurrences[c];
  Written result;
  if (occurrences.erase('.') > 0) result += '.';
  for (const auto& [letter, n] : occurrences)
    if (n == 1) result += letter;
  return result;
}

}  // namespace

Equation parse_equation(const std::string& text,
                        const std::vector<ir::Shape>& operands) {
  const WrittenEquation written = read(text);
  if (!written.result) reject(text, "has no '->'");
  const std::size_t width = covered(written, operands, text);
  Equation equation;
  for (const Written& term : written.terms)
    equation.terms.push_back(labels(term, width));
  equation.result = labels(*written.result, width);
  check_result(equation, text);
  return equation;
}

namespace {

// Letters for what ellipses cover; nothing when their dims are not the same
// in every operand, or the alphabet is used up.
std::optional<std::string> ellipsis_letters(
    const WrittenEquation& written, std::size_t width,
    const std::vector<ir::Shape>& operands) {
  std::optional<std::vector<index::Expr>> extents;
  std::string used;
  for (std::size_t p = 0; p < operands.size(); ++p) {
    used += written.terms[p];
    const std::size_t first = written.terms[p].find('.');
    if (first == Written::npos) continue;
    std::vector<index::Expr> here;
    for (std::size_t k = 0; k < width; ++k) {
      if (ir::is_group(operands[p][first + k])) return std::nullopt;
      here.push_back(operands[p][first + k].extent);
    }
    if (extents && *extents != here) return std::nullopt;
    extents = here;
  }
  std::string fresh;
  for (char c = 'a'; c <= 'z' && fresh.size() < width; ++c)
    if (used.find(c) == std::string::npos) fresh += c;
  return fresh.size() == width ? std::optional(fresh) : std::nullopt;
}

std::string spelled(const Written& term, const std::string& ellipsis) {
  std::string text;
  for (char c : term) text += c == '.' ? ellipsis : std::string(1, c);
  return text;
}

}  // namespace

std::string explicit_equation(const std::string& text,
                              const std::vector<ir::Shape>& operands) {
  WrittenEquation written = read(text);
  const std::size_t width = covered(written, operands, text);
  if (!written.result) written.result = implicit_result(written.terms);
  const std::string ellipsis =
      ellipsis_letters(written, width, operands).value_or("...");
  std::string result;
  for (const Written& term : written.terms)
    result +=
        (&term == written.terms.data() ? "" : ",") + spelled(term, ellipsis);
  return result + "->" + spelled(*written.result, ellipsis);
}

}  // namespace rewright::ops
