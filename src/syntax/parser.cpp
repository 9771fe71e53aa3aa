// SPDX-License-Identifier: Apache-2.0
#include "syntax/parser.h"

#include <utility>

#include "syntax/cursor.h"
#include "syntax/expression.h"
#include "syntax/rule_parser.h"

namespace rewright::syntax {
namespace {

[[noreturn]] void fail_not_a_rule(const Cursor& cursor) {
  const Token& next = cursor.peek();
  std::string hint;
  if (next.kind == Token::Kind::word) {
    hint = base::suggestion(next.text, {"rule"});
  }
  cursor.fail(next.position,
              "expected 'rule', found " + described(next) + hint);
}

}  // namespace

RuleFile parse_rules(std::shared_ptr<const base::Source> source) {
  Cursor cursor(source, {1, 1}, "end of file");
  if (cursor.is_at_end()) {
    throw base::InputError(source->name,
                           "no rule in this file: expected 'rule NAME'");
  }
  RuleFile file;
  file.source = std::move(source);
  while (!cursor.is_at_end()) {
    if (!cursor.peek().is_word("rule")) fail_not_a_rule(cursor);
    file.rules.push_back(parse_rule(cursor));
  }
  cursor.collect(file.closing_comments);
  return file;
}

Expr parse_formula(std::shared_ptr<const base::Source> source,
                   base::Position offset) {
  Cursor cursor(std::move(source), offset, "end of formula");
  if (cursor.is_at_end()) cursor.fail_expected("a formula");
  Expr formula = parse_expression(cursor);
  if (!cursor.is_at_end()) cursor.fail_expected("the end of the formula");
  return formula;
}

}  // namespace rewright::syntax
