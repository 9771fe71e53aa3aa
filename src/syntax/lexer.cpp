// SPDX-License-Identifier: Apache-2.0
//
// One pass over the bytes. White space only parts tokens, with two
// exceptions the lexer takes care of: a comment remembers whether code stands
// before it on its line, and behind `legal` and `expect` a name may contain
// `-`, because that is how devices are called.
#include "syntax/lexer.h"

#include <array>
#include <string_view>
#include <utility>

#include "syntax/unicode.h"

namespace rewright::syntax {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

bool is_word_part(char c) { return is_letter(c) || is_digit(c); }

class Lexer {
 public:
  Lexer(const base::Source& source, base::Position origin)
      : source_(source),
        text_(source.text),
        origin_(origin),
        here_(origin),
        behind_(origin) {}

  Tokens run() {
    while (skip_space(), at_ < text_.size()) {
      if (peek() == '#') {
        read_comment();
      } else {
        read_token();
      }
    }
    add(Token::Kind::end, "end of file", behind_);
    return std::move(result_);
  }

 private:
  char peek(std::size_t ahead = 0) const {
    return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0';
  }

  void advance(std::size_t count = 1) {
    for (; count > 0; --count, ++at_) {
      if (text_[at_] != '\n') {
        ++here_.column;
        continue;
      }
      here_ = {here_.line + 1, 1};
      ++line_ends_;
    }
  }

  [[noreturn]] void fail(base::Position position, std::string message) const {
    throw base::InputError(source_, position, std::move(message), origin_);
  }

  void add(Token::Kind kind, std::string text, base::Position position) {
    result_.tokens.push_back({kind, std::move(text), position});
    behind_ = here_;
    line_ends_ = 0;
    is_first_ = false;
  }

  bool is_space() const {
    const char c = peek();
    return c == ' ' || c == '\t' || c == '\n' || (c == '\r' && peek(1) == '\n');
  }

  void skip_space() {
    while (at_ < text_.size() && is_space()) advance();
  }

  void read_comment() {
    std::string_view line = text_.substr(at_);
    line = line.substr(0, line.find('\n'));
    advance(line.size());
    line = line.substr(0, line.find_last_not_of(" \t\r") + 1);
    result_.comments.push_back({std::string(line), result_.tokens.size(),
                                line_ends_ == 0 && !is_first_,
                                line_ends_ > 1 && !is_first_});
    line_ends_ = 0;
    is_first_ = false;
  }

  void read_token() {
    if (is_letter(peek())) return read_word();
    if (is_digit(peek())) return read_number();
    if (peek() == '"') return read_string();
    read_sign();
  }

  /// Whether the next word is where a target's name may stand.
  bool is_target_place() const {
    const auto& seen = result_.tokens;
    if (seen.empty()) return false;
    if (seen.back().is_word("legal")) return true;
    return seen.size() >= 3 && seen.back().is_sign("(") &&
           seen[seen.size() - 3].is_word("expect");
  }

  void read_word() {
    const bool may_have_dashes = is_target_place();
    std::size_t length = 1;
    while (is_word_part(peek(length)) ||
           (may_have_dashes && peek(length) == '-' &&
            is_word_part(peek(length + 1)))) {
      ++length;
    }
    take(Token::Kind::word, length);
  }

  void take(Token::Kind kind, std::size_t length) {
    const auto start = here_;
    std::string text(text_.substr(at_, length));
    advance(length);
    add(kind, std::move(text), start);
  }

  std::size_t digits_from(std::size_t start) const {
    std::size_t end = start;
    while (is_digit(peek(end))) ++end;
    return end - start;
  }

  /// Length of the `e-5` that may follow the digits of a number.
  std::size_t exponent_at(std::size_t start) const {
    if (peek(start) != 'e' && peek(start) != 'E') return 0;
    const bool has_sign = peek(start + 1) == '-' || peek(start + 1) == '+';
    const std::size_t lead = has_sign ? 2 : 1;
    const std::size_t digits = digits_from(start + lead);
    return digits == 0 ? 0 : lead + digits;
  }

  void read_number() {
    const std::size_t whole = digits_from(0);
    std::size_t length = whole;
    if (peek(length) == '.' && peek(length + 1) != '.') {
      const std::size_t fraction = digits_from(length + 1);
      if (fraction == 0) fail_bare_point(length);
      length += 1 + fraction;
    }
    length += exponent_at(length);
    if (is_letter(peek(length))) fail_letter(length);
    if (whole > 1 && peek() == '0') fail_zeros(whole);
    take(length == whole ? Token::Kind::integer : Token::Kind::decimal, length);
  }

  [[noreturn]] void fail_bare_point(std::size_t length) const {
    const std::string number(text_.substr(at_, length));
    fail(here_, "a digit must follow the point in '" + number + ".': write '" +
                    number + ".0'");
  }

  [[noreturn]] void fail_letter(std::size_t digits) const {
    std::size_t end = digits;
    while (is_word_part(peek(end))) ++end;
    const std::string number(text_.substr(at_, digits));
    const std::string word(text_.substr(at_ + digits, end - digits));
    fail(here_, "'" + number + word +
                    "' is neither a number nor a name: for a product write '" +
                    number + "*" + word + "'");
  }

  [[noreturn]] void fail_zeros(std::size_t whole) const {
    const std::string_view digits = text_.substr(at_, whole);
    auto first = digits.find_first_not_of('0');
    if (first == std::string_view::npos) first = whole - 1;
    fail(here_, "'" + std::string(digits) + "' begins with a zero: write '" +
                    std::string(digits.substr(first)) + "'");
  }

  void read_string() {
    const auto start = here_;
    std::string content;
    advance();
    while (peek() != '"') content += read_string_part(start);
    advance();
    add(Token::Kind::string, std::move(content), start);
  }

  char read_string_part(base::Position start) {
    const bool is_over = at_ == text_.size() || peek() == '\n' ||
                         (peek() == '\r' && peek(1) == '\n');
    if (is_over) {
      fail(start, "unterminated string: expected '\"' on the same line");
    }
    if (peek() == '\\') return read_escape();
    if (peek() < ' ' || peek() > '~') fail_illegal();
    const char c = peek();
    advance();
    return c;
  }

  char read_escape() {
    constexpr std::array<std::pair<char, char>, 4> known{
        {{'"', '"'}, {'\\', '\\'}, {'n', '\n'}, {'t', '\t'}}};
    for (const auto& [letter, meaning] : known) {
      if (peek(1) != letter) continue;
      advance(2);
      return meaning;
    }
    fail(here_,
         "unknown escape in a string: '\\' may stand before '\"', "
         "'\\', 'n' and 't'");
  }

  void read_sign() {
    constexpr std::array<std::string_view, 19> known{
        "...", "==", "!=", "<=", ">=", "<", ">", "=", "+", "-",
        "*",   "/",  "(",  ")",  "[",  "]", ",", ":", "."};
    for (const std::string_view sign : known) {
      if (!text_.substr(at_).starts_with(sign)) continue;
      if (sign == ".") fail_point();
      return take(Token::Kind::sign, sign.size());
    }
    fail_illegal();
  }

  [[noreturn]] void fail_point() const {
    if (peek(1) == '.') fail(here_, "expected '...', found '..'");
    if (is_digit(peek(1))) {
      fail(here_, "a digit must stand before the point: write '0." +
                      std::string(1, peek(1)) + "'");
    }
    fail(here_, "illegal character '.'");
  }

  [[noreturn]] void fail_illegal() const {
    constexpr std::array<std::pair<char, const char*>, 5> hints{
        {{'&', ": write 'and'"},
         {'|', ": write 'or'"},
         {'!', ": write 'not'"},
         {'%', ": write 'mod(a, b)'"},
         {'\'', ": strings stand in '\"'"}}};
    std::string hint;
    for (const auto& [c, text] : hints) {
      if (c == peek()) hint = text;
    }
    fail(here_, "illegal " + described_character(text_.substr(at_)) + hint);
  }

  const base::Source& source_;
  std::string_view text_;
  base::Position origin_;
  base::Position here_;
  base::Position behind_;  // the last token
  std::size_t at_ = 0;
  int line_ends_ = 0;     // since the last token or comment
  bool is_first_ = true;  // nothing but white space so far
  Tokens result_;
};

}  // namespace

Tokens lex(const base::Source& source, base::Position origin) {
  return Lexer(source, origin).run();
}

}  // namespace rewright::syntax
