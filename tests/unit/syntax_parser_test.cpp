// SPDX-License-Identifier: Apache-2.0
//
// Which tree a text becomes.
#include <memory>
#include <string>

#include "base/error.h"
#include "catch.h"
#include "syntax/ast.h"
#include "syntax/parser.h"

namespace rewright::syntax {
namespace {

using Kind = Expr::Kind;

std::shared_ptr<const base::Source> source(std::string text) {
  return std::make_shared<const base::Source>(
      base::Source{"t.rule", std::move(text)});
}

Rule rule(const std::string& clauses) {
  return parse_rules(source("rule r\n" + clauses)).rules.front();
}

Expr formula(const std::string& text) { return parse_formula(source(text)); }

Expr leaf(Kind kind, std::string text) { return {kind, std::move(text)}; }
Expr x() { return leaf(Kind::name, "x"); }
Expr y() { return leaf(Kind::name, "y"); }
Expr z() { return leaf(Kind::name, "z"); }

Expr node(Kind kind, std::string text, std::vector<Expr> children) {
  return {kind, std::move(text), std::move(children)};
}

TEST_CASE("Products bind tighter than sums and both lean left") {
  const Expr product = node(Kind::arithmetic, "*", {y(), z()});
  const Expr sum = node(Kind::arithmetic, "+", {x(), product});
  CHECK(formula("x + y*z") == sum);
  CHECK(formula("x + y*z - x") == node(Kind::arithmetic, "-", {sum, x()}));
  CHECK(formula("-x*y") ==
        node(Kind::arithmetic, "*", {node(Kind::negate, "", {x()}), y()}));
}

TEST_CASE("A chain of comparisons is one comparison") {
  Expr chain = node(Kind::comparison, "", {x(), y(), z()});
  chain.keys = {{"<=", {}}, {"<", {}}};
  CHECK(formula("x <= y < z") == chain);
}

TEST_CASE("And binds tighter than or, and each gathers all its operands") {
  const Expr all = node(Kind::conjunction, "", {x(), y(), z()});
  CHECK(formula("x and y and z") == all);
  CHECK(formula("z or x and y and z or y") ==
        node(Kind::disjunction, "", {z(), all, y()}));
  CHECK(formula("x and (y and z)") ==
        node(Kind::conjunction, "",
             {x(), node(Kind::conjunction, "", {y(), z()})}));
}

TEST_CASE("Not binds looser than a comparison") {
  Expr equal = node(Kind::comparison, "", {x(), y()});
  equal.keys = {{"==", {}}};
  CHECK(formula("not x == y") == node(Kind::negation, "", {equal}));
}

TEST_CASE("A forall extends as far right as it can") {
  const Expr group = leaf(Kind::group, "r");
  const Expr body = node(Kind::disjunction, "", {y(), z()});
  CHECK(formula("x and forall x, r...: y or z") ==
        node(Kind::conjunction, "",
             {x(), node(Kind::forall, "", {x(), group, body})}));
}

TEST_CASE("Arguments are positional and then named, with any word as name") {
  Expr call = node(Kind::call, "Pad", {x(), leaf(Kind::integer, "1")});
  call.keys = {{}, {"axes", {}}};
  CHECK(formula("Pad(x, axes=1)") == call);
}

TEST_CASE("List items may be keyed by a name or by a position") {
  Expr list = node(Kind::list, "", {x(), y(), leaf(Kind::group, "q")});
  list.keys = {{"r", {}}, {"2", {}}, {}};
  CHECK(formula("[r: x, 2: y, q...]") == list);
  list.kind = Kind::element;
  list.text = "t";
  CHECK(formula("t[r: x, 2: y, q...]") == list);
}

TEST_CASE("Numbers keep every digit and strings lose their escapes") {
  CHECK(formula("123456789012345678901234567890").text ==
        "123456789012345678901234567890");
  CHECK(formula("1.50").kind == Kind::decimal);
  CHECK(formula("1e-5") == leaf(Kind::decimal, "1e-5"));
  CHECK(formula(R"("a\"b\\c\n#")") == leaf(Kind::string, "a\"b\\c\n#"));
  CHECK(formula("inf").kind == Kind::infinity);
  CHECK(formula("true").kind == Kind::boolean);
}

TEST_CASE("Parentheses make a tuple only around a comma") {
  CHECK(formula("((x))") == x());
  CHECK(formula("(x, y)") == node(Kind::tuple, "", {x(), y()}));
}

TEST_CASE("Every clause lands where it belongs") {
  const Rule r = rule(
      "axes a... : n >= 0, b...  sizes N, M >= 4 on a...\n"
      "ints i, j on b... types T : float32, int8\n"
      "input x, y : T[a..., N]  scalar c : T\n"
      "when N >= 2 when M >= 5\n"
      "lhs (x, y) rhs x rhs y\n"
      "legal nash-m when N <= 31 legal other-2 expect illegal(nash-m)\n"
      "because \"too large\"");
  CHECK(r.axes.at(0).groups ==
        std::vector<AxisGroup>{{{"a", {}}, {"n", {}}, true},
                               {{"b", {}}, {}, false}});
  CHECK(r.sizes.at(0).sizes ==
        std::vector<Size>{{{"N", {}}, "1"}, {{"M", {}}, "4"}});
  CHECK(r.sizes.at(0).group.text == "a");
  CHECK(r.ints.at(0).names.size() == 2);
  CHECK(r.ints.at(0).group.text == "b");
  CHECK(r.types.at(0).types.at(1).text == "int8");
  CHECK(r.inputs.at(0).names.at(1).text == "y");
  CHECK(r.inputs.at(0).shape.children.size() == 2);
  CHECK(r.scalars.at(0).type.text == "T");
  CHECK(r.whens.size() == 2);
  CHECK(r.lhs.outputs.size() == 2);
  CHECK(r.rhs.size() == 2);
  CHECK(r.legal.at(0).target.text == "nash-m");
  CHECK(r.legal.at(0).condition.has_value());
  CHECK(r.legal.at(1).target.text == "other-2");
  CHECK(r.expect->verdict.text == "illegal");
  CHECK(r.expect->target.text == "nash-m");
  CHECK(r.expect->reason == "too large");
}

TEST_CASE("A result on the line below a let is not its argument") {
  const Rule r = rule("lhs x rhs let k = x\n (k, k)");
  CHECK(r.rhs.at(0).lets.at(0).value == x());
  CHECK(r.rhs.at(0).outputs.size() == 2);
}

TEST_CASE("A let may name several outputs") {
  const Rule r = rule("lhs x rhs let (v, i) = TopK(x, 3) v");
  CHECK(r.rhs.at(0).lets.at(0).names.at(1).text == "i");
}

TEST_CASE("Comments go to the clause they stand above, in or behind") {
  const RuleFile file = parse_rules(
      source("# licence\n\n# what\nrule r # head\n# above\ninput x : T # by\n"
             "lhs f(x, # inside\n 1)\n# side\nrhs let k = x # first\n"
             "# second\nlet l = x\n# result\nk # last\n\n# end"));
  const Rule& r = file.rules.front();
  using Lines = std::vector<std::string>;
  CHECK(r.comments == Lines{"# licence", "", "# what"});
  CHECK(r.trailing == "# head");
  CHECK(r.inputs.at(0).comments == Lines{"# above"});
  CHECK(r.inputs.at(0).trailing == "# by");
  CHECK(r.lhs.comments == Lines{"# inside"});
  CHECK(r.rhs.at(0).comments == Lines{"# side", "# result"});
  CHECK(r.rhs.at(0).lets.at(0).trailing == "# first");
  CHECK(r.rhs.at(0).lets.at(1).comments == Lines{"# second"});
  CHECK(r.rhs.at(0).trailing == "# last");
  CHECK(file.closing_comments == Lines{"# end"});
}

TEST_CASE("Comments may be UTF-8 and lines may end in CRLF") {
  const RuleFile file = parse_rules(
      source("# größer ≥ 1\r\nrule r\r\n  lhs    x\r\n  rhs    x\r\n"));
  CHECK(file.rules.front().comments.front() == "# größer ≥ 1");
  CHECK(file.rules.front().rhs.front().position == base::Position{4, 3});
}

TEST_CASE("Positions point at first characters and at infix signs") {
  const Expr e = formula("  f(x) <= y\n  + 1");
  CHECK(e.position == base::Position{1, 8});
  CHECK(e.children.at(0).position == base::Position{1, 3});
  CHECK(e.children.at(1).position == base::Position{2, 3});
}

TEST_CASE("A formula inside another file has positions of that file") {
  const Expr e = parse_formula(source("x\n<= y"), {7, 10});
  CHECK(e.children.at(0).position == base::Position{7, 10});
  CHECK(e.position == base::Position{8, 1});
}

}  // namespace
}  // namespace rewright::syntax
