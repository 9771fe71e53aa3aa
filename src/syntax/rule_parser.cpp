// SPDX-License-Identifier: Apache-2.0
//
// A rule is its first line and then clauses in any order, each found by its
// keyword in the table at the end. A clause ends where the grammar lets it
// go no further; whatever stands there must begin the next one. So a `when`
// right after `legal NAME` is the condition of that `legal`.
#include "syntax/rule_parser.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "syntax/expression.h"

namespace rewright::syntax {
namespace {

class RuleParser {
 public:
  explicit RuleParser(Cursor& cursor) : cursor_(cursor) {}

  Rule run() {
    start(rule_);
    rule_.name = cursor_.require_name("a name after 'rule'");
    cursor_.end(rule_);
    while (!cursor_.is_at_end() && !cursor_.peek().is_word("rule")) clause();
    if (rule_.lhs.outputs.empty()) fail_missing("lhs");
    if (rule_.rhs.empty()) fail_missing("rhs");
    return std::move(rule_);
  }

 private:
  struct Entry {
    std::string_view word;
    void (RuleParser::*parse)();
  };

  void clause();

  [[noreturn]] void fail_missing(const std::string& side) const {
    cursor_.fail(rule_.name.position,
                 "rule '" + rule_.name.text + "' has no '" + side + "' clause");
  }

  [[noreturn]] void fail_no_clause() const {
    const Token& next = cursor_.peek();
    if (next.is_sign(")")) fail_here("')' closes nothing: no '(' is open");
    if (next.is_sign("]")) fail_here("']' closes nothing: no '[' is open");
    if (is_torn_call()) {
      fail_here("the '(' of a call stands on the line of '" +
                cursor_.previous().text + "'");
    }
    if (next.is_word("let")) {
      fail_here(
          "'let' stands right after 'lhs' or 'rhs' or another 'let', before "
          "the result");
    }
    fail_here("expected a clause such as 'input', 'when' or 'rhs', found " +
              described(next) + nearest_clause(next));
  }

  /// Whether the next `(` would have continued the name on the line above.
  bool is_torn_call() const {
    const Token& name = cursor_.previous();
    const Token& next = cursor_.peek();
    return next.is_sign("(") && name.kind == Token::Kind::word &&
           name.position.line != next.position.line;
  }

  [[noreturn]] void fail_here(std::string message) const {
    cursor_.fail(cursor_.peek().position, std::move(message));
  }

  static std::string nearest_clause(const Token& token) {
    const bool is_name =
        token.kind == Token::Kind::word && !is_keyword(token.text);
    return is_name ? base::suggestion(token.text, clause_words())
                   : std::string();
  }

  /// Takes the keyword of a clause.
  void start(Clause& clause) {
    cursor_.begin(clause);
    cursor_.take();
  }

  template <class C>
  void finish(C clause, std::vector<C>& clauses) {
    cursor_.end(clause);
    clauses.push_back(std::move(clause));
  }

  std::string after_previous() const {
    return " after " + described(cursor_.previous());
  }

  std::vector<Name> names(const std::string& what) {
    std::vector<Name> result;
    do {
      result.push_back(cursor_.require_name(what + after_previous()));
    } while (cursor_.accept_sign(","));
    return result;
  }

  Name group_name() {
    Name name =
        cursor_.require_name("the name of an axis group" + after_previous());
    cursor_.require_sign("...", "after the axis group '" + name.text + "'");
    return name;
  }

  Name optional_group() {
    if (!cursor_.accept_word("on")) return {};
    return group_name();
  }

  Name type() {
    return cursor_.require_name("an element type" + after_previous());
  }

  void parse_axes() {
    AxesClause clause;
    start(clause);
    do {
      clause.groups.push_back(axis_group());
    } while (cursor_.accept_sign(","));
    finish(std::move(clause), rule_.axes);
  }

  AxisGroup axis_group() {
    AxisGroup group;
    group.name = group_name();
    if (cursor_.accept_sign(":")) {
      group.sizes =
          cursor_.require_name("the name of the sizes" + after_previous());
    }
    if (!cursor_.accept_sign(">=")) return group;
    group.may_be_zero = true;
    const Token& bound = cursor_.peek();
    const bool is_zero =
        bound.kind == Token::Kind::integer && bound.text == "0";
    if (!is_zero) cursor_.fail_expected("'0' after '>=' of an axis group");
    cursor_.take();
    return group;
  }

  void parse_sizes() {
    SizesClause clause;
    start(clause);
    do {
      clause.sizes.push_back(size());
    } while (cursor_.accept_sign(","));
    clause.group = optional_group();
    finish(std::move(clause), rule_.sizes);
  }

  Size size() {
    Size size;
    size.name = cursor_.require_name("the name of a size" + after_previous());
    if (!cursor_.accept_sign(">=")) return size;
    if (cursor_.peek().kind != Token::Kind::integer) {
      cursor_.fail_expected("an integer after '>='");
    }
    size.minimum = cursor_.take().text;
    return size;
  }

  void parse_ints() {
    IntsClause clause;
    start(clause);
    clause.names = names("the name of an integer");
    clause.group = optional_group();
    finish(std::move(clause), rule_.ints);
  }

  void parse_types() {
    TypesClause clause;
    start(clause);
    clause.variable =
        cursor_.require_name("the name of an element type" + after_previous());
    cursor_.require_sign(":", "after '" + clause.variable.text + "'");
    clause.types = names("an element type");
    finish(std::move(clause), rule_.types);
  }

  void parse_input() {
    InputClause clause;
    start(clause);
    clause.names = names("the name of an input");
    cursor_.require_sign(":", "and a type" + after_previous());
    clause.type = type();
    clause.shape.position = clause.type.position;
    if (cursor_.peek().is_sign("[")) {
      clause.shape = parse_list(cursor_, "the shape");
    }
    finish(std::move(clause), rule_.inputs);
  }

  void parse_scalar() {
    ScalarClause clause;
    start(clause);
    clause.names = names("the name of a scalar");
    cursor_.require_sign(":", "and a type" + after_previous());
    clause.type = type();
    finish(std::move(clause), rule_.scalars);
  }

  void parse_when() {
    WhenClause clause;
    start(clause);
    clause.formula = parse_expression(cursor_);
    finish(std::move(clause), rule_.whens);
  }

  void parse_lhs() {
    if (!rule_.lhs.outputs.empty()) fail_second(rule_.lhs);
    rule_.lhs = side();
  }

  void parse_rhs() { rule_.rhs.push_back(side()); }

  [[noreturn]] void fail_second(const Clause& first) const {
    const Token& next = cursor_.peek();
    cursor_.fail(next.position, "second '" + next.text + "' in rule '" +
                                    rule_.name.text +
                                    "': the first is at line " +
                                    std::to_string(first.position.line));
  }

  Side side() {
    Side side;
    start(side);
    const std::string word = cursor_.previous().text;
    cursor_.collect(side.comments);
    while (cursor_.peek().is_word("let")) side.lets.push_back(let());
    if (!begins_expression(cursor_.peek())) fail_no_result(side, word);
    Expr result = parse_expression(cursor_);
    if (result.kind == Expr::Kind::tuple) {
      side.outputs = std::move(result.children);
    } else {
      side.outputs.push_back(std::move(result));
    }
    cursor_.end(side);
    return side;
  }

  [[noreturn]] void fail_no_result(const Side& side,
                                   const std::string& word) const {
    cursor_.fail_expected(side.lets.empty()
                              ? "an expression after '" + word + "'"
                              : "the result of '" + word + "' after its 'let'");
  }

  Let let() {
    Let let;
    start(let);
    if (cursor_.accept_sign("(")) {
      let.names = names("a name");
      cursor_.require_sign(")", "after the names");
      if (let.names.size() == 1) {
        cursor_.fail(let.names.front().position,
                     "one name stands without parentheses: write 'let " +
                         let.names.front().text + " ='");
      }
    } else {
      let.names.push_back(cursor_.require_name("a name after 'let'"));
    }
    cursor_.require_sign("=", "after the name that 'let' gives");
    let.value = parse_expression(cursor_);
    cursor_.end(let);
    return let;
  }

  void parse_legal() {
    LegalClause clause;
    start(clause);
    clause.target = cursor_.require_name("a target" + after_previous());
    if (cursor_.accept_word("when")) {
      clause.condition = parse_expression(cursor_);
    }
    finish(std::move(clause), rule_.legal);
  }

  void parse_expect() {
    if (rule_.expect.has_value()) fail_second(*rule_.expect);
    ExpectClause clause;
    start(clause);
    clause.verdict = cursor_.require_name("a verdict" + after_previous());
    if (cursor_.accept_sign("(")) {
      clause.target = cursor_.require_name("a target" + after_previous());
      cursor_.require_sign(")", "after the target");
    }
    if (cursor_.accept_word("because")) {
      if (cursor_.peek().kind != Token::Kind::string) {
        cursor_.fail_expected("a string after 'because'");
      }
      clause.reason = cursor_.take().text;
    }
    cursor_.end(clause);
    rule_.expect = std::move(clause);
  }

  Cursor& cursor_;
  Rule rule_;
};

void RuleParser::clause() {
  constexpr std::array<Entry, 11> table{{
      {"axes", &RuleParser::parse_axes},
      {"sizes", &RuleParser::parse_sizes},
      {"ints", &RuleParser::parse_ints},
      {"types", &RuleParser::parse_types},
      {"input", &RuleParser::parse_input},
      {"scalar", &RuleParser::parse_scalar},
      {"when", &RuleParser::parse_when},
      {"lhs", &RuleParser::parse_lhs},
      {"rhs", &RuleParser::parse_rhs},
      {"legal", &RuleParser::parse_legal},
      {"expect", &RuleParser::parse_expect},
  }};
  for (const Entry& entry : table) {
    if (cursor_.peek().is_word(entry.word)) return (this->*entry.parse)();
  }
  fail_no_clause();
}

}  // namespace

Rule parse_rule(Cursor& cursor) { return RuleParser(cursor).run(); }

}  // namespace rewright::syntax
