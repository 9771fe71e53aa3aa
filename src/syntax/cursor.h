// SPDX-License-Identifier: Apache-2.0
//
// A reading position in the tokens of one text: what comes next, what must
// come next and the message when it does not, and the comments in between.
//
// Comments are handed out once, in order. Those in front of or inside a
// clause become its `comments`; one behind its last token, on the same line,
// its `trailing`.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "syntax/ast.h"
#include "syntax/token.h"

namespace rewright::syntax {

class Cursor {
 public:
  static constexpr int deepest = 200;

  /// Reads a text that begins at `origin` and calls its end `end_name`.
  Cursor(std::shared_ptr<const base::Source> source, base::Position origin,
         std::string end_name);

  /// The token `ahead` places on; the end repeats forever.
  const Token& peek(std::size_t ahead = 0) const;

  /// The token last taken; there must be one.
  const Token& previous() const { return tokens_.tokens[at_ - 1]; }
  bool is_at_start() const { return at_ == 0; }
  bool is_at_end() const { return peek().kind == Token::Kind::end; }

  Token take();
  bool accept_sign(std::string_view sign);
  bool accept_word(std::string_view word);

  /// Takes the sign, or fails with "expected 'sign' `why`, found ...".
  void require_sign(std::string_view sign, const std::string& why);

  /// Takes a name that is no keyword, or fails with "expected `what`".
  Name require_name(const std::string& what);

  [[noreturn]] void fail(base::Position position, std::string message) const;

  /// "expected `what`, found ..." at the next token.
  [[noreturn]] void fail_expected(const std::string& what) const;

  /// Gives the clause that begins here its position and its comments.
  void begin(Clause& clause);

  /// Gives the clause that ended just before the comments inside and
  /// behind it.
  void end(Clause& clause);

  /// Appends the comments up to the next token.
  void collect(std::vector<std::string>& comments);

  /// Counts a level of nesting for as long as it lives; the whole
  /// expression is level 0. Fails where a level is deeper than `deepest`.
  class Level {
   public:
    explicit Level(Cursor& cursor);
    ~Level() { --cursor_.depth_; }
    Level(const Level&) = delete;
    Level& operator=(const Level&) = delete;

   private:
    Cursor& cursor_;
  };

  [[noreturn]] void fail_too_deep(base::Position position) const;

 private:
  void collect_before(std::size_t token, std::vector<std::string>& comments);

  std::shared_ptr<const base::Source> source_;
  base::Position origin_;
  Tokens tokens_;
  std::size_t at_ = 0;
  std::size_t next_comment_ = 0;
  int depth_ = 0;
};

}  // namespace rewright::syntax
