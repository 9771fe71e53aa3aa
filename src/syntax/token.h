// SPDX-License-Identifier: Apache-2.0
//
// The words and signs of the rule language. Keywords are words: which of
// them delimit a clause is the parser's affair, since `axes` is also the
// name of an ONNX attribute.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "base/position.h"

namespace rewright::syntax {

struct Token {
  enum class Kind {
    word,     // x, ReduceSum, when; also nash-m, where a target may stand
    integer,  // 12
    decimal,  // 1.5, 1e-5
    string,   // text: the content, escapes resolved
    sign,     // + <= ... and the like
    end,      // text: how messages call the end, `end of file`
  };

  Kind kind = Kind::end;
  std::string text;
  base::Position position;

  bool is_word(std::string_view word) const {
    return kind == Kind::word && text == word;
  }
  bool is_sign(std::string_view sign) const {
    return kind == Kind::sign && text == sign;
  }
};

/// A comment with its `#`, and the number of the token it stands before.
struct Comment {
  std::string text;
  std::size_t before = 0;
  bool is_trailing = false;    // behind a token on the same line
  bool follows_blank = false;  // a blank line parts it from what is above
};

/// A whole text in tokens, the last one of kind `end`.
struct Tokens {
  std::vector<Token> tokens;
  std::vector<Comment> comments;
};

/// The words that begin a clause, `rule` among them.
const std::vector<std::string>& clause_words();

/// Whether a word is taken: a clause word, `let`, `on`, `and`, `or`, `not`,
/// `forall`, `true`, `false` or `inf`.
bool is_keyword(std::string_view word);

/// How a message names the token: `'when'`, `a string`, `end of
/// file`.
std::string described(const Token& token);

}  // namespace rewright::syntax
