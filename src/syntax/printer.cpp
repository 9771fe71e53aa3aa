// SPDX-License-Identifier: Apache-2.0
//
// Rules in canonical form. Each clause is a head, `  when   `, and a text
// that is folded under it. A `let` and the result after it stand in the
// column where the text of their clause begins.
#include "syntax/printer.h"

#include <string_view>

#include "syntax/fold.h"

namespace rewright::syntax {
namespace {

constexpr std::size_t keyword_column = 2;
constexpr std::size_t keyword_width = 6;
constexpr std::size_t text_column = keyword_column + keyword_width + 1;

std::string head(std::string_view keyword) {
  std::string result(keyword_column, ' ');
  result += keyword;
  result.resize(text_column, ' ');
  return result;
}

void print_comments(std::string& out, const std::vector<std::string>& comments,
                    std::size_t indent) {
  for (const std::string& comment : comments) {
    if (!comment.empty()) out += std::string(indent, ' ') + comment;
    out += '\n';
  }
}

void print_trailing(std::string& out, const Clause& clause) {
  if (!clause.trailing.empty()) out += "  " + clause.trailing;
  out += '\n';
}

std::string joined(const std::vector<Name>& names) {
  std::string result;
  for (const Name& name : names) {
    if (!result.empty()) result += ", ";
    result += name.text;
  }
  return result;
}

std::string on(const Name& group) {
  return group.is_given() ? " on " + group.text + "..." : std::string();
}

std::string text_of(const AxesClause& clause) {
  std::string result;
  for (const AxisGroup& group : clause.groups) {
    if (!result.empty()) result += ", ";
    result += group.name.text + "...";
    if (group.sizes.is_given()) result += " : " + group.sizes.text;
    if (group.may_be_zero) result += " >= 0";
  }
  return result;
}

std::string text_of(const SizesClause& clause) {
  std::string result;
  for (const Size& size : clause.sizes) {
    if (!result.empty()) result += ", ";
    result += size.name.text;
    if (size.minimum != "1") result += " >= " + size.minimum;
  }
  return result + on(clause.group);
}

std::string text_of(const IntsClause& clause) {
  return joined(clause.names) + on(clause.group);
}

std::string text_of(const TypesClause& clause) {
  return clause.variable.text + " : " + joined(clause.types);
}

std::string text_of(const InputClause& clause) {
  const bool has_axes = !clause.shape.children.empty();
  return joined(clause.names) + " : " + clause.type.text +
         (has_axes ? print(clause.shape) : std::string());
}

std::string text_of(const ScalarClause& clause) {
  return joined(clause.names) + " : " + clause.type.text;
}

std::string text_of(const WhenClause& clause) { return print(clause.formula); }

std::string text_of(const LegalClause& clause) {
  if (!clause.condition.has_value()) return clause.target.text;
  return clause.target.text + " when " + print(*clause.condition);
}

std::string text_of(const ExpectClause& clause) {
  std::string result = clause.verdict.text;
  if (clause.target.is_given()) result += '(' + clause.target.text + ')';
  if (!clause.reason.has_value()) return result;
  return result + " because " +
         print(Expr{Expr::Kind::string, *clause.reason, {}, {}, {}});
}

std::string text_of(const Let& let) {
  const std::string names = joined(let.names);
  const bool is_one = let.names.size() == 1;
  return "let " + (is_one ? names : '(' + names + ')') + " = " +
         print(let.value);
}

/// The outputs of a side. A minus in front would subtract them from the let
/// above, so it hides in parentheses.
std::string result_of(const Side& side) {
  if (side.outputs.size() == 1) {
    const std::string text = print(side.outputs.front());
    const bool must_hide = !side.lets.empty() && text.starts_with('-');
    return must_hide ? '(' + text + ')' : text;
  }
  return print(Expr{Expr::Kind::tuple, {}, side.outputs, {}, {}});
}

template <class C>
void print_clause(std::string& out, std::string_view keyword, const C& clause) {
  print_comments(out, clause.comments, keyword_column);
  out += fold(head(keyword), text_of(clause));
  print_trailing(out, clause);
}

template <class C>
void print_clauses(std::string& out, std::string_view keyword,
                   const std::vector<C>& clauses) {
  for (const C& clause : clauses) print_clause(out, keyword, clause);
}

void print_side(std::string& out, std::string_view keyword, const Side& side) {
  print_comments(out, side.comments, keyword_column);
  std::string before = head(keyword);
  for (const Let& let : side.lets) {
    print_comments(out, let.comments, text_column);
    out += fold(before, text_of(let));
    print_trailing(out, let);
    before.assign(text_column, ' ');
  }
  out += fold(before, result_of(side));
  print_trailing(out, side);
}

}  // namespace

std::string print(const Rule& rule) {
  std::string out;
  print_comments(out, rule.comments, 0);
  out += "rule " + rule.name.text;
  print_trailing(out, rule);
  if (rule.expect.has_value()) print_clause(out, "expect", *rule.expect);
  print_clauses(out, "axes", rule.axes);
  print_clauses(out, "sizes", rule.sizes);
  print_clauses(out, "ints", rule.ints);
  print_clauses(out, "types", rule.types);
  print_clauses(out, "input", rule.inputs);
  print_clauses(out, "scalar", rule.scalars);
  print_clauses(out, "when", rule.whens);
  print_side(out, "lhs", rule.lhs);
  for (const Side& side : rule.rhs) print_side(out, "rhs", side);
  print_clauses(out, "legal", rule.legal);
  return out;
}

std::string print(const RuleFile& file) {
  std::string out;
  for (const Rule& rule : file.rules) {
    if (!out.empty()) out += '\n';
    out += print(rule);
  }
  if (!file.closing_comments.empty()) out += '\n';
  print_comments(out, file.closing_comments, 0);
  return out;
}

}  // namespace rewright::syntax
