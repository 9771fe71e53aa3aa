// SPDX-License-Identifier: Apache-2.0
#include "syntax/cursor.h"

#include <algorithm>
#include <utility>

#include "syntax/lexer.h"

namespace rewright::syntax {

Cursor::Cursor(std::shared_ptr<const base::Source> source,
               base::Position origin, std::string end_name)
    : source_(std::move(source)),
      origin_(origin),
      tokens_(lex(*source_, origin)) {
  tokens_.tokens.back().text = std::move(end_name);
}

const Token& Cursor::peek(std::size_t ahead) const {
  return tokens_.tokens[std::min(at_ + ahead, tokens_.tokens.size() - 1)];
}

Token Cursor::take() {
  Token token = peek();
  if (!is_at_end()) ++at_;
  return token;
}

bool Cursor::accept_sign(std::string_view sign) {
  if (!peek().is_sign(sign)) return false;
  ++at_;
  return true;
}

bool Cursor::accept_word(std::string_view word) {
  if (!peek().is_word(word)) return false;
  ++at_;
  return true;
}

void Cursor::require_sign(std::string_view sign, const std::string& why) {
  if (accept_sign(sign)) return;
  fail_expected("'" + std::string(sign) + "' " + why);
}

Name Cursor::require_name(const std::string& what) {
  const bool is_name =
      peek().kind == Token::Kind::word && !is_keyword(peek().text);
  if (!is_name) fail_expected(what);
  Token token = take();
  return {std::move(token.text), token.position};
}

void Cursor::fail(base::Position position, std::string message) const {
  throw base::InputError(*source_, position, std::move(message), origin_);
}

void Cursor::fail_expected(const std::string& what) const {
  fail(peek().position, "expected " + what + ", found " + described(peek()));
}

void Cursor::begin(Clause& clause) {
  clause.position = peek().position;
  collect(clause.comments);
}

void Cursor::end(Clause& clause) {
  collect_before(at_ - 1, clause.comments);
  const auto& comments = tokens_.comments;
  if (next_comment_ == comments.size()) return;
  const Comment& comment = comments[next_comment_];
  if (comment.before != at_ || !comment.is_trailing) return;
  clause.trailing = comment.text;
  ++next_comment_;
}

void Cursor::collect(std::vector<std::string>& comments) {
  collect_before(at_, comments);
}

void Cursor::collect_before(std::size_t token,
                            std::vector<std::string>& comments) {
  const auto& all = tokens_.comments;
  for (; next_comment_ < all.size(); ++next_comment_) {
    const Comment& comment = all[next_comment_];
    if (comment.before > token) return;
    if (comment.follows_blank && !comments.empty()) comments.emplace_back();
    comments.push_back(comment.text);
  }
}

Cursor::Level::Level(Cursor& cursor) : cursor_(cursor) {
  if (cursor.depth_ > deepest) cursor.fail_too_deep(cursor.peek().position);
  ++cursor.depth_;
}

void Cursor::fail_too_deep(base::Position position) const {
  fail(position, "expression nested deeper than " + std::to_string(deepest) +
                     " levels: split it");
}

}  // namespace rewright::syntax
