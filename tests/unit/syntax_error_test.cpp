// SPDX-License-Identifier: Apache-2.0
//
// Messages, compared whole.
#include <memory>
#include <string>

#include "base/error.h"
#include "catch.h"
#include "syntax/parser.h"

namespace rewright::syntax {
namespace {

std::shared_ptr<const base::Source> source(std::string text) {
  return std::make_shared<const base::Source>(
      base::Source{"t.rule", std::move(text)});
}

std::string error_of(const std::string& text) {
  try {
    parse_rules(source(text));
  } catch (const base::InputError& error) {
    return error.rendered();
  }
  return "no error";
}

/// Position and message for the clauses of a rule; they begin on line 2.
std::string in_rule(const std::string& clauses) {
  const std::string whole = error_of("rule r\n" + clauses);
  return whole.substr(0, whole.find('\n'));
}

std::string in_formula(const std::string& text) {
  try {
    parse_formula(source(text));
  } catch (const base::InputError& error) {
    const base::Position at = error.position();
    return std::to_string(at.line) + ':' + std::to_string(at.column) + ' ' +
           error.message();
  }
  return "no error";
}

TEST_CASE("An error shows place, line and caret") {
  CHECK(error_of("rule r\n\tlhs f(x,\ty z)\r\n") ==
        "t.rule:2:13: expected ')' to close the call of 'f' opened at 2:7, "
        "found 'z'\n\tlhs f(x,\ty z)\n\t        \t  ^");
}

TEST_CASE("An error at the end of the file points behind the last token") {
  CHECK(error_of("rule r\n  lhs  ReduceSum(x\n\n# note\n") ==
        "t.rule:2:19: expected ')' to close the call of 'ReduceSum' opened "
        "at 2:17, found end of file\n  lhs  ReduceSum(x\n                  "
        "^");
}

TEST_CASE("An error about a whole file shows no line") {
  CHECK(error_of("") == "t.rule: no rule in this file: expected 'rule NAME'");
  CHECK(error_of("# only\n") ==
        "t.rule: no rule in this file: expected 'rule NAME'");
  const base::InputError error("m.onnx", "cannot be read");
  CHECK(error.rendered() == "m.onnx: cannot be read");
  CHECK(error.line().empty());
}

TEST_CASE("An error in a formula shows the formula at its place in the file") {
  const auto text = std::make_shared<const base::Source>(
      base::Source{"nash-m.toml", "KH <= and"});
  try {
    parse_formula(text, {12, 9});
    FAIL("no error");
  } catch (const base::InputError& error) {
    CHECK(error.rendered() ==
          "nash-m.toml:12:15: expected an expression after '<=', found 'and'"
          "\nKH <= and\n      ^");
    CHECK(error.position() == base::Position{12, 15});
  }
}

TEST_CASE("A file begins with a rule") {
  CHECK(error_of("axes r...") ==
        "t.rule:1:1: expected 'rule', found 'axes'\naxes r...\n^");
  CHECK(error_of("rul x") ==
        "t.rule:1:1: expected 'rule', found 'rul' (did you mean 'rule'?)\n"
        "rul x\n^");
  CHECK(error_of("rule when") ==
        "t.rule:1:6: expected a name after 'rule', found 'when'\nrule when\n"
        "     ^");
}

TEST_CASE("Both sides must be there, lhs once") {
  CHECK(error_of("rule r\n  lhs x") ==
        "t.rule:1:6: rule 'r' has no 'rhs' clause\nrule r\n     ^");
  CHECK(in_rule("rhs x") == "t.rule:1:6: rule 'r' has no 'lhs' clause");
  CHECK(in_rule("lhs x\nlhs y") ==
        "t.rule:3:1: second 'lhs' in rule 'r': the first is at line 2");
  CHECK(in_rule("expect proved expect refuted") ==
        "t.rule:2:15: second 'expect' in rule 'r': the first is at line 2");
}

TEST_CASE("A clause needs what follows its keyword") {
  CHECK(in_rule("axes") ==
        "t.rule:2:5: expected the name of an axis group after 'axes', found "
        "end of file");
  CHECK(in_rule("axes r") ==
        "t.rule:2:7: expected '...' after the axis group 'r', found end of "
        "file");
  CHECK(in_rule("axes r... >= 2") ==
        "t.rule:2:14: expected '0' after '>=' of an axis group, found '2'");
  CHECK(in_rule("sizes B, lhs x") ==
        "t.rule:2:10: expected the name of a size after ',', found 'lhs'");
  CHECK(in_rule("sizes B >= x") ==
        "t.rule:2:12: expected an integer after '>=', found 'x'");
  CHECK(in_rule("ints a on 3") ==
        "t.rule:2:11: expected the name of an axis group after 'on', found "
        "'3'");
  CHECK(in_rule("types T float") ==
        "t.rule:2:9: expected ':' after 'T', found 'float'");
  CHECK(in_rule("input x\nlhs x") ==
        "t.rule:3:1: expected ':' and a type after 'x', found 'lhs'");
  CHECK(in_rule("scalar c :") ==
        "t.rule:2:11: expected an element type after ':', found end of file");
  CHECK(in_rule("when\nlhs x") ==
        "t.rule:3:1: expected a formula after 'when', found 'lhs'");
  CHECK(in_rule("when a and") ==
        "t.rule:2:11: expected a formula after 'and', found end of file");
  CHECK(in_rule("lhs\nrhs x") ==
        "t.rule:3:1: expected an expression after 'lhs', found 'rhs'");
  CHECK(in_rule("legal") ==
        "t.rule:2:6: expected a target after 'legal', found end of file");
  CHECK(in_rule("expect") ==
        "t.rule:2:7: expected a verdict after 'expect', found end of file");
  CHECK(in_rule("expect proved because none") ==
        "t.rule:2:23: expected a string after 'because', found 'none'");
}

TEST_CASE("A let needs a name, a value and a result after it") {
  CHECK(in_rule("lhs let = x") ==
        "t.rule:2:9: expected a name after 'let', found '='");
  CHECK(in_rule("lhs let k x") ==
        "t.rule:2:11: expected '=' after the name that 'let' gives, found "
        "'x'");
  CHECK(in_rule("lhs let (k) = x") ==
        "t.rule:2:10: one name stands without parentheses: write 'let k ='");
  CHECK(in_rule("lhs let k = x\nrhs k") ==
        "t.rule:3:1: expected the result of 'lhs' after its 'let', found "
        "'rhs'");
  CHECK(in_rule("let k = x") ==
        "t.rule:2:1: 'let' stands right after 'lhs' or 'rhs' or another "
        "'let', before the result");
}

TEST_CASE("An unknown clause word gets the nearest keyword") {
  CHECK(in_rule("inptu x : T") ==
        "t.rule:2:1: expected a clause such as 'input', 'when' or 'rhs', "
        "found 'inptu' (did you mean 'input'?)");
  CHECK(in_rule("lhs x 3") ==
        "t.rule:2:7: expected a clause such as 'input', 'when' or 'rhs', "
        "found '3'");
}

TEST_CASE("Brackets must balance") {
  CHECK(in_rule("lhs x)") == "t.rule:2:6: ')' closes nothing: no '(' is open");
  CHECK(in_rule("lhs Slice\n(x)") ==
        "t.rule:3:1: the '(' of a call stands on the line of 'Slice'");
  CHECK(in_formula("[1, 2)") ==
        "1:6 expected ']' to close the list opened at 1:1, found ')'");
  CHECK(in_formula("(a") ==
        "1:3 expected ')' to close the '(' opened at 1:1, found end of "
        "formula");
  CHECK(in_formula("(a, b]") ==
        "1:6 expected ')' to close the tuple opened at 1:1, found ']'");
  CHECK(in_formula("x[1") ==
        "1:4 expected ']' to close the index of 'x' opened at 1:2, found end "
        "of formula");
  CHECK(in_rule("input x : T[N lhs x") ==
        "t.rule:2:15: expected ']' to close the shape opened at 2:12, found "
        "'lhs'");
}

TEST_CASE("Arguments and items have each name once, positional ones first") {
  CHECK(in_formula("f(a=1, b)") ==
        "1:8 positional argument after 'a=': positional arguments of 'f' "
        "come before those with a name");
  CHECK(in_formula("f(a=1, a=2)") ==
        "1:8 second argument 'a' of 'f': the first is at 1:3");
  CHECK(in_formula("[r: 1, r: 2]") ==
        "1:8 second item 'r:': the first is at 1:2");
  CHECK(in_formula("f(a=1,)") ==
        "1:7 expected an expression after ',', found ')'");
}

TEST_CASE("A formula is one formula") {
  CHECK(in_formula("") == "1:1 expected a formula, found end of formula");
  CHECK(in_formula("a b") == "1:3 expected the end of the formula, found 'b'");
  CHECK(in_formula("a = b") == "1:3 '=' does not compare: write '=='");
  CHECK(in_formula("* a") == "1:1 expected an expression, found '*'");
  CHECK(in_formula("forall : a") ==
        "1:8 expected a variable after 'forall', found ':'");
  CHECK(in_formula("forall i a") ==
        "1:10 expected ':' after the variables of 'forall', found 'a'");
}

TEST_CASE("Numbers are whole words") {
  CHECK(in_formula("2x1 + 1") ==
        "1:1 '2x1' is neither a number nor a name: for a product write "
        "'2*x1'");
  CHECK(in_formula("1.") ==
        "1:1 a digit must follow the point in '1.': write '1.0'");
  CHECK(in_formula(".5") ==
        "1:1 a digit must stand before the point: write '0.5'");
  CHECK(in_formula("007") == "1:1 '007' begins with a zero: write '7'");
  CHECK(in_formula("r..") == "1:2 expected '...', found '..'");
}

TEST_CASE("Strings end on their line and have few escapes") {
  CHECK(in_formula("\"abc\nd\"") ==
        "1:1 unterminated string: expected '\"' on the same line");
  CHECK(in_formula("\"abc") ==
        "1:1 unterminated string: expected '\"' on the same line");
  CHECK(in_formula(R"("a\q")") ==
        "1:3 unknown escape in a string: '\\' may stand before '\"', '\\', "
        "'n' and 't'");
}

TEST_CASE("Illegal characters are named") {
  CHECK(in_formula("a @ b") == "1:3 illegal character '@'");
  CHECK(in_formula("a && b") == "1:3 illegal character '&': write 'and'");
  CHECK(in_formula("a ≤ b") == "1:3 illegal character '≤' (U+2264)");
  CHECK(in_formula("a \a") == "1:3 illegal character U+0007");
  CHECK(in_formula("a \xff") == "1:3 illegal byte 0xFF");
  CHECK(in_formula("a \xe2\x89") == "1:3 illegal byte 0xE2");
  CHECK(in_formula("a\rb") == "1:2 illegal character U+000D");
  CHECK(in_formula(std::string("a \0", 3)) == "1:3 illegal character U+0000");
}

std::string repeated(const std::string& text, int count) {
  std::string result;
  for (; count > 0; --count) result += text;
  return result;
}

TEST_CASE("Nesting ends at 200 levels, in whatever way one nests") {
  const std::string message =
      "expression nested deeper than 200 levels: "
      "split it";
  CHECK(in_formula(repeated("(", 200) + 'x' + repeated(")", 200)) ==
        "no error");
  CHECK(in_formula(repeated("(", 201) + 'x') == "1:202 " + message);
  CHECK(in_formula(repeated("[", 100000)) == "1:202 " + message);
  CHECK(in_formula(repeated("f(", 100000)) == "1:403 " + message);
  CHECK(in_formula(repeated("x[", 100000)) == "1:403 " + message);
  CHECK(in_formula(repeated("-", 100000)) == "1:202 " + message);
  CHECK(in_formula(repeated("not ", 100000)) == "1:805 " + message);
  CHECK(in_formula(repeated("forall i: ", 100000)) == "1:2011 " + message);
  CHECK(in_formula("x" + repeated("+x", 199)) == "no error");
  CHECK(in_formula("x" + repeated("+x", 200)) == "1:400 " + message);
  CHECK(in_formula("x" + repeated(" and x", 100000)) == "no error");
}

TEST_CASE("A suggestion is near, the nearest, and none when all are far") {
  const std::vector<std::string> known{"ReduceSum", "ReduceMax", "Reshape",
                                       "N"};
  CHECK(base::suggestion("ReduceSm", known) == " (did you mean 'ReduceSum'?)");
  CHECK(base::suggestion("reducemax", known) == " (did you mean 'ReduceMax'?)");
  CHECK(base::suggestion("Rehsape", known) == " (did you mean 'Reshape'?)");
  CHECK(base::suggestion("Conv", known).empty());
  CHECK(base::suggestion("M", known).empty());
  CHECK(base::suggestion("x", {}).empty());
}

}  // namespace
}  // namespace rewright::syntax
