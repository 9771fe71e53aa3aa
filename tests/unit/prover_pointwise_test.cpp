// SPDX-License-Identifier: Apache-2.0
//
// What the pointwise stage knows of machine integers and of increasing
// functions, and what it must not conclude from it.
#include "catch.h"
#include "ir/resolve.h"
#include "ops/table.h"
#include "solver/shape_proof.h"
#include "solver/value_proof.h"
#include "syntax/parser.h"

namespace rewright::solver {

namespace {

using evidence::Status;

evidence::ValueProof proof_of(const std::string& text) {
  auto source = std::make_shared<base::Source>();
  source->name = "test.rule";
  source->text = "rule t\n" + text;
  const auto rules = ir::resolve(syntax::parse_rules(source), ops::table());
  Session session;
  if (prove_shape(rules.at(0), session).status != Status::proved) return {};
  return prove_value(rules.at(0), session);
}

bool proved(const std::string& text) {
  return proof_of(text).status == Status::proved;
}

}  // namespace

TEST_CASE("a remainder is less than its divisor and has the dividend's sign") {
  CHECK(proved("input x, y : int[4]\nlhs Rem(Rem(x, y), y)\nrhs Rem(x, y)"));
  CHECK(proved("input x, y : int[4]\nlhs Rem(x, -y)\nrhs Rem(x, y)"));
  CHECK(
      proved("input x, y : int[4]  when forall i: y[i] > 0\n"
             "lhs Less(Rem(x, y), y)\nrhs Const(true, shape=[4])"));
  CHECK(
      proved("input x, y : int[4]  when forall i: 0 <= x[i] and x[i] < y[i]\n"
             "lhs Rem(x, y)\nrhs x"));
  CHECK(
      proved("input x, y : int8[4]  when forall i: y[i] > 0 and x[i] >= 0\n"
             "lhs Max(Rem(x, y), Const(0, shape=[4]))\nrhs Rem(x, y)"));
  CHECK(
      proved("input x : int[4]\nlhs Rem(x, Const(-1, shape=[4]))\n"
             "rhs Const(0, shape=[4])"));
  CHECK(proved("input x : int[4]\nlhs x / Const(-1, shape=[4])\nrhs -x"));
  CHECK_FALSE(
      proved("input x, y : int[4]  when forall i: y[i] > 0\n"
             "lhs Max(Rem(x, y), Const(0, shape=[4]))\nrhs Rem(x, y)"));
  CHECK_FALSE(
      proved("input x, y, z : int[4]\n"
             "lhs Rem(Rem(x, y), z)\nrhs Rem(x, z)"));
  CHECK_FALSE(proved("input x, y : int[4]\nlhs Rem(-x, y)\nrhs Rem(x, y)"));
  CHECK_FALSE(proved("input x, y : int[4]\nlhs Rem(x, y) * 0\nrhs x * 0"));
}

TEST_CASE("the divisor may be added where nothing wraps around") {
  CHECK(
      proved("scalar x, y : int\n"
             "when (x < 0 or x + y >= 0) and (x >= 0 or x + y < 0)\n"
             "lhs Rem(x + y, y)\nrhs Rem(x, y)"));
  CHECK(
      proved("input x, y : int[4]\n"
             "when forall i: 0 <= x[i] and x[i] < 64 and y[i] < 64 and y[i] > "
             "0\n"
             "lhs Rem(x + y, y)\nrhs Rem(x, y)"));
  CHECK_FALSE(proved("input x, y : int[4]\nlhs Rem(x + y, y)\nrhs Rem(x, y)"));
  CHECK_FALSE(
      proved("input x, y : int[4]  when forall i: 0 <= x[i] and y[i] > 0\n"
             "lhs Rem(x + y, y)\nrhs Rem(x, y)"));
  CHECK_FALSE(
      proved("input x, y : int[4]\n"
             "when forall i: 0 <= x[i] and x[i] < 66 and y[i] < 64 and y[i] > "
             "0\n"
             "lhs Rem(x + y, y)\nrhs Rem(x, y)"));
}

TEST_CASE("indices are numbers of the element type where they fit") {
  const std::string rem =
      "types T : int64, int32  scalar c : T  sizes N\n"
      "when c >= N and N <= 214748364";
  CHECK(proved(rem + "7\nlhs Rem(Iota(shape=[N]), Expand(c, [N]))\n"
                     "rhs Iota(shape=[N])"));
  CHECK_FALSE(proved(rem + "80\nlhs Rem(Iota(shape=[N]), Expand(c, [N]))\n"
                           "rhs Iota(shape=[N])"));
  CHECK_FALSE(
      proved("sizes N  scalar c : int8  when c >= N\n"
             "lhs Rem(Iota(shape=[N]), Expand(c, [N]))\nrhs Iota(shape=[N])"));
  const std::string plus =
      "types T : int64, int32  scalar c : T  sizes N\n"
      "when N <= 2147483647 and c >= 0";
  const std::string sides =
      "\nlhs Rem(Iota(shape=[N]) + Expand(c, [N]), Expand(c, [N]))\n"
      "rhs Rem(Iota(shape=[N]), Expand(c, [N]))";
  CHECK(proved(plus + " and c + (N - 1) >= -1" + sides));
  CHECK_FALSE(proved(plus + sides));
  const std::string below =
      "lhs Less(Iota(shape=[N]), c)\nrhs Expand(Less(c, c + 1), [N])";
  CHECK(
      proved("sizes N  scalar c : int16  when N <= 32767 and c >= N and c < "
             "32767\n" +
             below));
  CHECK_FALSE(
      proved("sizes N  scalar c : int16  when c >= N and c < 32767\n" + below));
}

TEST_CASE("sums are compared as they wrap around") {
  CHECK(
      proved("input x, y : T[4]\n"
             "lhs Max(Where(GreaterOrEqual(x, y), x, y), "
             "Where(Less(x, y), x, y))\nrhs Max(x, y)"));
  CHECK(
      proved("input x, y : int[4]  when forall i: x[i] + y[i] >= 0\n"
             "lhs Relu(x + y)\nrhs x + y"));
  CHECK(
      proved("input x, y, z : int[4]\n"
             "when forall i: -64 <= x[i] and x[i] < 64 and -64 <= y[i] and "
             "y[i] < 64 and -64 <= z[i] and z[i] < 64\n"
             "lhs Max(x + z, y + z)\nrhs Max(x, y) + z"));
  CHECK(
      proved("input x : int[4]  when forall i: -64 <= x[i] and x[i] < 64\n"
             "lhs (x + x) / Const(2, shape=[4])\nrhs x"));
  CHECK_FALSE(
      proved("input x : int[4]  when forall i: -65 <= x[i] and x[i] < 64\n"
             "lhs (x + x) / Const(2, shape=[4])\nrhs x"));
  CHECK_FALSE(
      proved("input x : int[4]\nlhs (x + x) / Const(2, shape=[4])\nrhs x"));
  for (const std::string type : {"int", "int32", "int64"}) {
    CHECK_FALSE(proved("input x, y, z : " + type +
                       "[4]\nlhs Max(x + z, y + z)\nrhs Max(x, y) + z"));
    CHECK_FALSE(proved("input x : " + type +
                       "[4]\nlhs Less(x, x + 1)\nrhs Const(true, shape=[4])"));
  }
}

TEST_CASE("the least integer is its own negative and absolute value") {
  CHECK_FALSE(
      proved("input x : int[4]\n"
             "lhs GreaterOrEqual(Abs(x), Const(0, shape=[4]))\n"
             "rhs Const(true, shape=[4])"));
  CHECK_FALSE(proved("input x : int[4]\nlhs Relu(Abs(x))\nrhs Abs(x)"));
  CHECK(
      proved("input x : int8[4]  when forall i: x[i] > -128\n"
             "lhs Relu(Abs(x))\nrhs Abs(x)"));
  CHECK_FALSE(
      proved("input x, y : int[4]\nlhs LessOrEqual(x, y)\n"
             "rhs LessOrEqual(-y, -x)"));
  CHECK_FALSE(
      proved("input x : int[4]\n"
             "lhs Less(x / Const(-1, shape=[4]), Const(0, shape=[4]))\n"
             "rhs Less(Const(0, shape=[4]), x)"));
  CHECK_FALSE(proved("input x, y : int[4]\nlhs Max(-x, -y)\nrhs -Min(x, y)"));
}

TEST_CASE("what is not zero may wrap around to zero") {
  CHECK(
      proved("input x, y : float[4]\nlhs x / (y + y) - x / (y + y)\n"
             "rhs x / y - x / y"));
  CHECK_FALSE(
      proved("input x, y : int[4]\nlhs x / (y + y) - x / (y + y)\n"
             "rhs x / y - x / y"));
  CHECK_FALSE(
      proved("input x, y, z : int[4]\nlhs x / (y * z) * 0\n"
             "rhs x / y * 0 + x / z * 0"));
  CHECK_FALSE(
      proved("sizes N  input x : int8[4]\n"
             "lhs x / Const(N, shape=[4]) * 0\nrhs x * 0"));
  CHECK(
      proved("sizes N  input x : int8[4]  when N <= 127\n"
             "lhs x / Const(N, shape=[4]) * 0\nrhs x * 0"));
  CHECK_FALSE(
      proved("input x, y : int[4]  when forall i: y[i] > 0\n"
             "lhs x / (y * 4) * 0\nrhs x * 0"));
}

TEST_CASE("exp, sigmoid and tanh increase, log and sqrt where defined") {
  for (const std::string f : {"Exp", "Sigmoid", "Tanh"}) {
    INFO(f);
    const std::string both = "Max(" + f + "(x), " + f + "(y))";
    CHECK(proved("input x, y : float[4]\nlhs " + both + "\nrhs " + f +
                 "(Max(x, y))"));
    CHECK_FALSE(proved("input x, y : float[4]\nlhs " + both + "\nrhs " + f +
                       "(Min(x, y))"));
    CHECK_FALSE(
        proved("input x, y : float[4]\nlhs " + both + "\nrhs Max(x, y)"));
  }
  const std::string log = "lhs Max(Log(x), Log(y))\nrhs Log(Max(x, y))";
  const std::string sqrt = "lhs Min(Sqrt(x), Sqrt(y))\nrhs Sqrt(Min(x, y))";
  CHECK(proved("input x, y : float[4]  when forall i: x[i] > 0 and y[i] > 0\n" +
               log));
  CHECK_FALSE(proved("input x, y : float[4]\n" + log));
  CHECK(proved("input x, y : float[4]\n" + sqrt));
  CHECK_FALSE(
      proved("input x, y : float[4]\n"
             "lhs Max(Exp(x), Tanh(y))\nrhs Exp(Max(x, y))"));
}

TEST_CASE("only what was needed is said to be used") {
  const auto has = [](const evidence::ValueProof& p, evidence::Axiom a) {
    return std::count(p.axioms.begin(), p.axioms.end(), a) != 0;
  };
  const auto exps = proof_of(
      "input x, y : float[4]\n"
      "lhs Max(Exp(x), Exp(y))\nrhs Exp(Max(x, y))");
  CHECK(has(exps, evidence::Axiom::function_law));
  const auto swapped = proof_of(
      "input x, y : float[4]\n"
      "lhs Where(Less(Exp(x), Exp(y)), Exp(y), Exp(x))\n"
      "rhs Max(Exp(x), Exp(y))");
  CHECK(swapped.status == Status::proved);
  CHECK_FALSE(has(swapped, evidence::Axiom::function_law));
  const auto rem =
      proof_of("input x, y : int[4]\nlhs Rem(Rem(x, y), y)\nrhs Rem(x, y)");
  CHECK(rem.holds_over == std::vector<std::string>{"machine integers"});
  CHECK_FALSE(has(rem, evidence::Axiom::ordered_ring));
}

}  // namespace rewright::solver
