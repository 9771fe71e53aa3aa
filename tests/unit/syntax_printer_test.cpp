// SPDX-License-Identifier: Apache-2.0
//
// The canonical form, and that it is a fixed point.
#include <memory>
#include <string>

#include "base/error.h"
#include "catch.h"
#include "syntax/parser.h"
#include "syntax/printer.h"

namespace rewright::syntax {
namespace {

std::shared_ptr<const base::Source> source(std::string text) {
  return std::make_shared<const base::Source>(
      base::Source{"t.rule", std::move(text)});
}

/// The canonical form of `text`, after checking that it is one.
std::string canonical(const std::string& text) {
  const RuleFile file = parse_rules(source(text));
  std::string printed = print(file);
  const RuleFile again = parse_rules(source(printed));
  CHECK(again == file);
  CHECK(print(again) == printed);
  return printed;
}

std::string formula(const std::string& text) {
  const Expr expr = parse_formula(source(text));
  std::string printed = print(expr);
  CHECK(parse_formula(source(printed)) == expr);
  return printed;
}

TEST_CASE("Two nested sums print as in the design") {
  const std::string text =
      R"(# Two nested sums are one sum over both sets of axes.
rule reduce_sum_merge
  axes   n..., p..., m..., q..., t...            # axis groups
  input  x : T[n..., p..., m..., q..., t...]
  lhs    ReduceSum(ReduceSum(x, axes=[q...], keepdims=0), axes=[p...], keepdims=0)
  rhs    ReduceSum(x, axes=[p..., q...], keepdims=0)
)";
  CHECK(canonical(text) ==
        R"(# Two nested sums are one sum over both sets of axes.
rule reduce_sum_merge
  axes   n..., p..., m..., q..., t...  # axis groups
  input  x : T[n..., p..., m..., q..., t...]
  lhs    ReduceSum(ReduceSum(x, axes=[q...], keepdims=0), axes=[p...],
           keepdims=0)
  rhs    ReduceSum(x, axes=[p..., q...], keepdims=0)
)");
}

TEST_CASE("A grouped convolution with lets prints as in the design") {
  const std::string text = R"(rule mul_reduce_sum_to_grouped_conv
  sizes  B, C, H, W
  input  a, b : float[B, C, H, W]
  lhs    ReduceSum(a * b, axes=[2, 3], keepdims=0)
  rhs    let k = Reshape(b, [B*C, 1, H, W])
         let x = Reshape(a, [1, B*C, H, W])
         Reshape(Conv(x, k, group=B*C), [B, C])
)";
  CHECK(canonical(text) == text);
}

TEST_CASE("Clauses that share a line are parted, comments stay") {
  const std::string text = R"(
rule low_pad_of_low_pad                            # vector attributes
  axes   r... : n                                  # n names the sizes
  ints   l0, l1 on r...
  input  x : T[r...]   scalar v : T
  when   l0 >= 0 and l1 >= 0                       # componentwise
  lhs    Pad(Pad(x, v, low=[r: l0]), v, low=[r: l1])
  rhs    Pad(x, v, low=[r: l0 + l1])
)";
  CHECK(canonical(text) == R"(rule low_pad_of_low_pad  # vector attributes
  axes   r... : n  # n names the sizes
  ints   l0, l1 on r...
  input  x : T[r...]
  scalar v : T
  when   l0 >= 0 and l1 >= 0  # componentwise
  lhs    Pad(Pad(x, v, low=[r: l0]), v, low=[r: l1])
  rhs    Pad(x, v, low=[r: l0 + l1])
)");
}

TEST_CASE("Long formulas are folded before and") {
  const std::string text = R"(rule slice_of_slice
  sizes  N   ints s1, e1, p1, s2, e2, p2
  input  x : T[N]
  when   p1 >= 1 and p2 >= 1 and 0 <= s1 and s1 <= e1 and e1 <= N and 0 <= s2 and s2 < e2 and e2 <= ceildiv(e1 - s1, p1)
  lhs    Slice(Slice(x, s1, e1, step=p1), s2, e2, step=p2)
  rhs    Slice(x, s1 + p1*s2, s1 + p1*(e2 - 1) + 1, step=p1*p2)
)";
  CHECK(canonical(text) == R"(rule slice_of_slice
  sizes  N
  ints   s1, e1, p1, s2, e2, p2
  input  x : T[N]
  when   p1 >= 1 and p2 >= 1 and 0 <= s1 and s1 <= e1 and e1 <= N and 0 <= s2
         and s2 < e2 and e2 <= ceildiv(e1 - s1, p1)
  lhs    Slice(Slice(x, s1, e1, step=p1), s2, e2, step=p2)
  rhs    Slice(x, s1 + p1*s2, s1 + p1*(e2 - 1) + 1, step=p1*p2)
)");
}

TEST_CASE("Clauses come in one order and rules are parted by a line") {
  CHECK(canonical("rule b rhs let (v, i) = f(x) (-v) legal t-1 legal u when "
                  "N<=2 lhs (x,y) when N==1 scalar c:T input x:T[] types T:"
                  "int8,float ints i sizes N>=0,M>=1 axes r...>=0 expect "
                  "illegal(t-1) because \"a \\\"b\\\"\" rule a lhs x rhs y "
                  "rhs z # end\n\n# closing\n\n# lines") ==
        R"(rule b
  expect illegal(t-1) because "a \"b\""
  axes   r... >= 0
  sizes  N >= 0, M
  ints   i
  types  T : int8, float
  input  x : T
  scalar c : T
  when   N == 1
  lhs    (x, y)
  rhs    let (v, i) = f(x)
         (-v)
  legal  t-1
  legal  u when N <= 2

rule a
  lhs    x
  rhs    y
  rhs    z  # end

# closing

# lines
)");
}

TEST_CASE("Only needed parentheses are printed") {
  CHECK(formula("((a + (b))) + (c + d)") == "a + b + (c + d)");
  CHECK(formula("(a*b)/c*(d/e)") == "a * b / c * (d/e)");
  CHECK(formula("(a + b)*c == -(a + b)") == "(a + b)*c == -(a + b)");
  CHECK(formula("-(-a) + -b*-c") == "--a + -b*-c");
  CHECK(formula("(a < b) == (c < d)") == "(a < b) == (c < d)");
  CHECK(formula("(a and b) or (c and (d or e))") ==
        "a and b or c and (d or e)");
  CHECK(formula("not (a == b) and not (a and b)") ==
        "not a == b and not (a and b)");
  CHECK(formula("(not a) == b") == "(not a) == b");
}

TEST_CASE("A forall is parenthesised where it would swallow too much") {
  CHECK(formula("a and (forall i: b)") == "a and forall i: b");
  CHECK(formula("(forall i: b) and a") == "(forall i: b) and a");
  CHECK(formula("(a and not (forall i, r...: b)) or c") ==
        "a and not (forall i, r...: b) or c");
  CHECK(formula("f((forall i: x[i] == 0), [forall i: a])") ==
        "f(forall i: x[i] == 0, [forall i: a])");
}

TEST_CASE("Products are spaced where they are a whole argument") {
  CHECK(formula("f(a*b, [a*b], a*b + c, axis=a*b)") ==
        "f(a * b, [a*b], a*b + c, axis=a*b)");
}

TEST_CASE("A result that begins with a minus is kept from its let") {
  const std::string text =
      "rule r\n  lhs    -x\n  rhs    let k = x\n         (-k + x)\n";
  CHECK(canonical(text) == text);
}

TEST_CASE("Folding never breaks inside a string") {
  const std::string reason = "one, two and three, or " + std::string(60, 'x');
  const std::string text = "rule r\n  expect proved because \"" + reason +
                           "\"\n  lhs    x\n  rhs    x\n";
  CHECK(canonical(text) == text);
}

}  // namespace
}  // namespace rewright::syntax
