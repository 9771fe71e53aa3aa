// SPDX-License-Identifier: Apache-2.0
//
// Recursive descent, one function a precedence level, loosest first:
//
//     or   and   not forall   == != < <= > >=   + -   * /   unary -   primary
//
// Every recursion passes a Cursor::Level. Chains of `+` and `*` lean to the
// left without recursing, so their height is counted too: what is read here
// can be walked recursively by everyone after.
//
// A `(` or `[` continues a name only on the name's own line. Line ends mean
// nothing otherwise, and this is what parts `let k = x` from a result `(k, k)`
// on the next line.
#include "syntax/expression.h"

#include <algorithm>
#include <array>
#include <initializer_list>
#include <utility>

namespace rewright::syntax {
namespace {

using Kind = Expr::Kind;

int height(const Expr& expr) {
  int highest = 0;
  for (const Expr& child : expr.children) {
    highest = std::max(highest, height(child));
  }
  return highest + 1;
}

std::string place(base::Position position) {
  return std::to_string(position.line) + ':' + std::to_string(position.column);
}

class ExpressionParser {
 public:
  explicit ExpressionParser(Cursor& cursor) : cursor_(cursor) {}

  Expr disjunction() {
    const Cursor::Level level(cursor_);
    return junction("or", Kind::disjunction, &ExpressionParser::conjunction);
  }

  Expr list(const std::string& opener) {
    Expr result;
    result.kind = Kind::list;
    items(result, opener);
    return result;
  }

 private:
  using Level = Expr (ExpressionParser::*)();

  Expr conjunction() {
    return junction("and", Kind::conjunction, &ExpressionParser::negation);
  }

  Expr junction(std::string_view word, Kind kind, Level operand) {
    Expr first = (this->*operand)();
    if (!cursor_.peek().is_word(word)) return first;
    Expr result{kind, {}, {}, {}, cursor_.peek().position};
    result.children.push_back(std::move(first));
    while (cursor_.accept_word(word)) {
      result.children.push_back((this->*operand)());
    }
    return result;
  }

  Expr negation() {
    const auto position = cursor_.peek().position;
    if (cursor_.peek().is_word("forall")) return forall();
    if (!cursor_.accept_word("not")) return comparison();
    const Cursor::Level level(cursor_);
    Expr result{Kind::negation, {}, {}, {}, position};
    result.children.push_back(negation());
    return result;
  }

  Expr forall() {
    Expr result{Kind::forall, {}, {}, {}, cursor_.take().position};
    do {
      result.children.push_back(variable());
    } while (cursor_.accept_sign(","));
    cursor_.require_sign(":", "after the variables of 'forall'");
    result.children.push_back(disjunction());
    return result;
  }

  Expr variable() {
    Name name = cursor_.require_name("a variable after " +
                                     described(cursor_.previous()));
    const Kind kind = cursor_.accept_sign("...") ? Kind::group : Kind::name;
    return {kind, std::move(name.text), {}, {}, name.position};
  }

  bool is_at_sign(std::initializer_list<std::string_view> signs) const {
    return std::ranges::any_of(signs, [this](std::string_view sign) {
      return cursor_.peek().is_sign(sign);
    });
  }

  Expr comparison() {
    Expr first = sum();
    if (cursor_.peek().is_sign("=")) {
      cursor_.fail(cursor_.peek().position, "'=' does not compare: write '=='");
    }
    if (!is_at_comparison()) return first;
    Expr result{Kind::comparison, {}, {}, {}, cursor_.peek().position};
    result.children.push_back(std::move(first));
    while (is_at_comparison()) {
      Token sign = cursor_.take();
      result.keys.push_back({std::move(sign.text), sign.position});
      result.children.push_back(sum());
    }
    return result;
  }

  bool is_at_comparison() const {
    return is_at_sign({"==", "!=", "<", "<=", ">", ">="});
  }

  Expr sum() { return chain({"+", "-"}, &ExpressionParser::product); }
  Expr product() { return chain({"*", "/"}, &ExpressionParser::negate); }

  Expr chain(std::initializer_list<std::string_view> signs, Level operand) {
    Expr left = (this->*operand)();
    if (!is_at_sign(signs)) return left;
    for (int levels = height(left); is_at_sign(signs); ++levels) {
      Token sign = cursor_.take();
      if (levels >= Cursor::deepest) cursor_.fail_too_deep(sign.position);
      Expr node{Kind::arithmetic, std::move(sign.text), {}, {}, sign.position};
      node.children.push_back(std::move(left));
      node.children.push_back((this->*operand)());
      left = std::move(node);
    }
    return left;
  }

  Expr negate() {
    const auto position = cursor_.peek().position;
    if (!cursor_.accept_sign("-")) return primary();
    const Cursor::Level level(cursor_);
    Expr result{Kind::negate, {}, {}, {}, position};
    result.children.push_back(negate());
    return result;
  }

  Expr primary() {
    const Token& next = cursor_.peek();
    switch (next.kind) {
      case Token::Kind::integer:
        return leaf(Kind::integer);
      case Token::Kind::decimal:
        return leaf(Kind::decimal);
      case Token::Kind::string:
        return leaf(Kind::string);
      case Token::Kind::word:
        return word();
      case Token::Kind::sign:
        if (next.text == "(") return parentheses();
        if (next.text == "[") return list("the list");
        break;
      case Token::Kind::end:
        break;
    }
    fail_operand();
  }

  Expr leaf(Kind kind) {
    Token token = cursor_.take();
    return {kind, std::move(token.text), {}, {}, token.position};
  }

  Expr word() {
    const std::string& text = cursor_.peek().text;
    if (text == "true" || text == "false") return leaf(Kind::boolean);
    if (text == "inf") return leaf(Kind::infinity);
    if (is_keyword(text)) fail_operand();
    Expr name = leaf(Kind::name);
    if (cursor_.accept_sign("...")) {
      name.kind = Kind::group;
    } else if (is_continued_by("(", name)) {
      call(name);
    } else if (is_continued_by("[", name)) {
      element(name);
    }
    return name;
  }

  bool is_continued_by(std::string_view sign, const Expr& name) const {
    const Token& next = cursor_.peek();
    return next.is_sign(sign) && next.position.line == name.position.line;
  }

  [[noreturn]] void fail_operand() const {
    if (cursor_.is_at_start()) cursor_.fail_expected("an expression");
    const Token& before = cursor_.previous();
    const bool wants_formula = before.is_word("when") ||
                               before.is_word("and") || before.is_word("or") ||
                               before.is_word("not");
    const std::string noun = wants_formula ? "a formula" : "an expression";
    cursor_.fail_expected(noun + " after " + described(before));
  }

  void call(Expr& name) {
    name.kind = Kind::call;
    const auto open = cursor_.take().position;
    if (cursor_.accept_sign(")")) return;
    do {
      argument(name);
    } while (cursor_.accept_sign(","));
    close(")", "the call of '" + name.text + "'", open);
  }

  void argument(Expr& call) {
    if (is_keyword_argument()) {
      Name key{cursor_.peek().text, cursor_.take().position};
      require_new(call, key,
                  "argument '" + key.text + "' of '" + call.text + "'");
      cursor_.take();
      call.keys.push_back(std::move(key));
    } else {
      require_positional(call);
      call.keys.emplace_back();
    }
    call.children.push_back(disjunction());
  }

  bool is_keyword_argument() const {
    return cursor_.peek().kind == Token::Kind::word &&
           cursor_.peek(1).is_sign("=");
  }

  void require_positional(const Expr& call) const {
    if (call.keys.empty() || !call.keys.back().is_given()) return;
    if (!begins_expression(cursor_.peek())) return;
    cursor_.fail(cursor_.peek().position,
                 "positional argument after '" + call.keys.back().text +
                     "=': positional arguments of '" + call.text +
                     "' come before those with a name");
  }

  void require_new(const Expr& owner, const Name& key,
                   const std::string& what) const {
    const auto first = std::ranges::find(owner.keys, key);
    if (first == owner.keys.end()) return;
    cursor_.fail(key.position, "second " + what + ": the first is at " +
                                   place(first->position));
  }

  void element(Expr& name) {
    name.kind = Kind::element;
    const auto position = name.position;
    items(name, "the index of '" + name.text + "'");
    name.position = position;
  }

  /// Reads `[...]` into `owner`, which gets the position of the bracket.
  void items(Expr& owner, const std::string& opener) {
    owner.position = cursor_.peek().position;
    cursor_.require_sign("[", "to open " + opener);
    if (cursor_.accept_sign("]")) return;
    do {
      item(owner);
    } while (cursor_.accept_sign(","));
    close("]", opener, owner.position);
  }

  void item(Expr& owner) {
    Name key;
    if (is_key()) {
      key = {cursor_.peek().text, cursor_.take().position};
      require_new(owner, key, "item '" + key.text + ":'");
      cursor_.take();
    }
    owner.keys.push_back(std::move(key));
    owner.children.push_back(disjunction());
  }

  bool is_key() const {
    const Token& next = cursor_.peek();
    const bool can_be_key =
        next.kind == Token::Kind::integer ||
        (next.kind == Token::Kind::word && !is_keyword(next.text));
    return can_be_key && cursor_.peek(1).is_sign(":");
  }

  Expr parentheses() {
    const auto open = cursor_.take().position;
    Expr first = disjunction();
    if (!cursor_.peek().is_sign(",")) {
      close(")", "the '('", open);
      return first;
    }
    Expr result{Kind::tuple, {}, {}, {}, open};
    result.children.push_back(std::move(first));
    while (cursor_.accept_sign(",")) {
      result.children.push_back(disjunction());
    }
    close(")", "the tuple", open);
    return result;
  }

  void close(std::string_view sign, const std::string& opener,
             base::Position open) {
    cursor_.require_sign(sign,
                         "to close " + opener + " opened at " + place(open));
  }

  Cursor& cursor_;
};

}  // namespace

Expr parse_expression(Cursor& cursor) {
  return ExpressionParser(cursor).disjunction();
}

Expr parse_list(Cursor& cursor, const std::string& opener) {
  return ExpressionParser(cursor).list(opener);
}

bool begins_expression(const Token& token) {
  constexpr std::array<std::string_view, 5> words{"not", "forall", "true",
                                                  "false", "inf"};
  switch (token.kind) {
    case Token::Kind::integer:
    case Token::Kind::decimal:
    case Token::Kind::string:
      return true;
    case Token::Kind::word:
      return !is_keyword(token.text) ||
             std::ranges::find(words, token.text) != words.end();
    case Token::Kind::sign:
      return token.text == "(" || token.text == "[" || token.text == "-";
    case Token::Kind::end:
      return false;
  }
  return false;
}

}  // namespace rewright::syntax
