// SPDX-License-Identifier: Apache-2.0
//
// The prover on its own, without fuzzing to catch it: every shipped rule and
// its reflexive form are proved, and none of a list of false rules is.
#include <filesystem>
#include <fstream>
#include <sstream>

#include "catch.h"
#include "ir/resolve.h"
#include "ops/table.h"
#include "solver/shape_proof.h"
#include "solver/value_proof.h"
#include "syntax/parser.h"

namespace rewright::solver {

namespace {

using evidence::Status;

std::vector<ir::Rule> read(const std::string& name, const std::string& text) {
  auto source = std::make_shared<base::Source>();
  source->name = name;
  source->text = text;
  return ir::resolve(syntax::parse_rules(source), ops::table());
}

std::vector<ir::Rule> rules_in(const std::string& folder) {
  std::vector<ir::Rule> rules;
  for (const auto& entry :
       std::filesystem::recursive_directory_iterator(folder)) {
    if (entry.path().extension() != ".rule") continue;
    std::ifstream in(entry.path());
    std::stringstream text;
    text << in.rdbuf();
    for (auto& rule : read(entry.path().string(), text.str()))
      rules.push_back(std::move(rule));
  }
  return rules;
}

std::vector<ir::Rule> shipped() { return rules_in("rewrites"); }

bool proved(const ir::Rule& rule, Session& session) {
  return prove_shape(rule, session).status == Status::proved &&
         prove_value(rule, session).status == Status::proved;
}

bool proved(const std::string& text) {
  Session session;
  const auto rules = read("test.rule", "rule t\n" + text);
  return proved(rules.at(0), session);
}

}  // namespace

TEST_CASE("every shipped rule is proved, and so is lhs => lhs of it") {
  Session session;
  const auto rules = shipped();
  CHECK(rules.size() >= 60);
  for (ir::Rule rule : rules) {
    INFO(rule.name);
    CHECK(proved(rule, session));
    rule.rhs = rule.lhs;
    CHECK(proved(rule, session));
  }
}

TEST_CASE("a proof does not depend on what the session proved before") {
  Session used;
  for (const ir::Rule& rule : shipped()) {
    Session fresh;
    const auto a = prove_value(rule, used), b = prove_value(rule, fresh);
    INFO(rule.name);
    CHECK(a.status == b.status);
    CHECK(a.axioms == b.axioms);
    CHECK(a.obligations.size() == b.obligations.size());
  }
}

std::vector<ir::Rule> rules_and_cases() {
  std::vector<ir::Rule> rules;
  for (const char* folder :
       {"rewrites", "tests/cases/proved", "tests/cases/refuted"})
    for (ir::Rule& rule : rules_in(folder)) rules.push_back(std::move(rule));
  return rules;
}

TEST_CASE("shortcuts of the shape proof change no verdict") {
  Session all, without_witness({}, {.small_witness = false}),
      without_algebra({}, {.algebra = false});
  int beyond_z3 = 0;
  for (const ir::Rule& rule : rules_and_cases()) {
    INFO(rule.name);
    const Status status = prove_shape(rule, all).status;
    CHECK(prove_shape(rule, without_witness).status == status);
    // Z3 alone gives up on some quotients; it never says otherwise.
    const auto alone = prove_shape(rule, without_algebra);
    if (alone.reason == evidence::Reason::solver_unknown)
      ++beyond_z3;
    else
      CHECK(alone.status == status);
  }
  CHECK(beyond_z3 < 12);
}

TEST_CASE("proofs in contexts of their own are the same") {
  Session shared, fresh({}, {.shared_context = false});
  for (const ir::Rule& rule : rules_and_cases()) {
    INFO(rule.name);
    const Status status = prove_shape(rule, shared).status;
    CHECK(prove_shape(rule, fresh).status == status);
    if (status != Status::proved) continue;
    CHECK(prove_value(rule, fresh).status == prove_value(rule, shared).status);
  }
}

TEST_CASE("digits of an index whose range a guard narrows") {
  const std::string padded = "Pad(x, low=[2], high=[2])";
  const std::string sum =
      "ReduceSum(Reshape(" + padded + ", [2, 7]), axes=[0, 1], keepdims=0)";
  CHECK_FALSE(proved("input x : T[10]\nlhs " + sum + "\nrhs " + sum +
                     " + ReduceSum(" + padded + ", axes=[0], keepdims=0)"));
  CHECK_FALSE(
      proved("input x : T[1, 1, 2, 3]\n"
             "lhs AveragePool(Reshape(x, [1, 1, 6]), kernel=[8], high=[2])\n"
             "rhs Const(0, shape=[1, 1, 1])"));
  CHECK_FALSE(
      proved("input x : float[1, 1, 2, 3]\n"
             "lhs MaxPool(Reshape(x, [1, 1, 6]), kernel=[8], high=[2])\n"
             "rhs MaxPool(Reshape(2*x, [1, 1, 6]), kernel=[8], high=[2])"));
  CHECK_FALSE(
      proved("input x : float[8]\n"
             "lhs ReduceSum(Reshape(x, [2, 4]), axes=[0, 1], keepdims=0)\n"
             "rhs ReduceSum(Pad(Concat(x, x, axis=0), low=[3], high=[1]),"
             " axes=[0], keepdims=0)"));
}

TEST_CASE("what is defined of no elements") {
  CHECK_FALSE(
      proved("sizes Q >= 0  input x : float32[Q]  input y : float32[]\n"
             "lhs ReduceSum(x / y, axes=[0], keepdims=0)\n"
             "rhs ReduceSum(x, axes=[0], keepdims=0) / y"));
  CHECK(
      proved("sizes Q  input x : float32[Q]  input y : float32[]\n"
             "lhs ReduceSum(x / y, axes=[0], keepdims=0)\n"
             "rhs ReduceSum(x, axes=[0], keepdims=0) / y"));
  CHECK_FALSE(
      proved("sizes Q >= 0  input x : int32[Q]  input y, z : int32[]\n"
             "lhs ReduceSum(x / y, axes=[0], keepdims=0) + z\n"
             "rhs Where(Equal(y, 0), z + 1,"
             " ReduceSum(x / y, axes=[0], keepdims=0) + z)"));
  CHECK_FALSE(
      proved("axes q... >= 0  input x : float[q...]  input y, z : float[]\n"
             "lhs ReduceSum(x + Sqrt(y), axes=[q...], keepdims=0) + z\n"
             "rhs ReduceSum(x + Sqrt(y), axes=[q...], keepdims=0) + z"
             " + Max(y, 0) - y"));
}

TEST_CASE("a group without axes decides nothing of sizes") {
  CHECK_FALSE(
      proved("axes r... : n, q... : m  sizes N >= 5000  ints a, b\n"
             "input x : T[r..., c: N, q...]  scalar v : T\n"
             "when n <= 996 and mod(n + a, 997) == 0"
             " and n + a + 997*b*numel(q) >= 0"
             " and a + 997*b*numel(q) + 996 > -1000\n"
             "lhs Neg(Neg(x))\n"
             "rhs x + 0*ReduceSum(Pad(x, v, high=[c: a + 997*b*numel(q)"
             " + 996 - N]), axes=[c])"));
  CHECK_FALSE(
      proved("axes r... : n  sizes A, B, N  input x : T[N, r...]\n"
             "when A < B and B < n and mod(A, n) == 0\n"
             "lhs Pad(x, low=[N: A], high=[N: B])\n"
             "rhs Pad(x, low=[N: B], high=[N: A])"));
}

TEST_CASE("infinities do not cancel") {
  CHECK_FALSE(
      proved("axes r...  input x : float32[r...]\n"
             "lhs x + inf - inf\nrhs x"));
  CHECK_FALSE(
      proved("axes r...  input x : float32[r...]\n"
             "lhs x + 0*inf\nrhs x"));
  CHECK(
      proved("axes r...  input x : float32[r...]\n"
             "lhs Max(x, -inf)\nrhs x"));
  const std::string inputs =
      "sizes N  input x, z : float32[N]  input c : bool[N]\n";
  for (const char* sides :
       {"lhs Where(And(c, Less(0, Exp(Where(c, -inf, x)))), x, z)\n"
        "rhs Where(c, x, z)",
        "lhs Where(And(c, Less(0, Exp(Const(-inf, shape=[N])))), x, z)\n"
        "rhs Where(c, x, z)",
        "lhs Where(And(c, Less(x + inf, x + inf + 1)), x, z)\n"
        "rhs Where(c, x, z)",
        "lhs Where(And(c, Equal(x + inf, x + inf + 1)), x, z)\n"
        "rhs z + 0*Where(c, x, z)",
        "lhs Where(And(c, Equal(Reciprocal(x + inf), 0)), x, z)\n"
        "rhs z + 0*Where(c, x, z) + 0*Reciprocal(x + inf)",
        "lhs Where(And(c, Less(Sigmoid(x + inf), Sigmoid(x + inf + 1))),"
        " x, z)\nrhs Where(c, x, z)",
        "lhs Where(c, Exp(Where(c, inf, x)) - Exp(Where(c, inf, x)) + z, x)\n"
        "rhs Where(c, z, x)",
        "lhs Where(c, Exp(-inf) / Exp(-inf), z) + x\n"
        "rhs Where(c, 1, z) + x",
        "lhs Pad(Where(c, x, z), low=[1])*Exp(inf)\n"
        "rhs Pad(Where(c, x, z)*Exp(inf), low=[1])",
        "lhs Where(c, 0*ReduceMax(Pad(x, inf, low=[1]), axes=[0]), z)\n"
        "rhs Where(c, 0, z) + 0*x",
        "lhs let m = Max(Pad(x + z, inf, high=[N]), -inf)\n (m - m,"
        " Where(c, x, z))\nrhs (Const(0, shape=[2*N]), Where(c, x, z))"}) {
    INFO(sides);
    CHECK_FALSE(proved(inputs + sides));
  }
}

TEST_CASE("no float effect is promised that cancellation breaks") {
  Session session;
  const auto effect = [&](const std::string& text) {
    const auto rule = read("test.rule", "rule t\n" + text).at(0);
    REQUIRE(prove_shape(rule, session).status == Status::proved);
    return prove_value(rule, session).float_effect;
  };
  CHECK(effect("sizes N  input x : float32[N]\n"
               "lhs ReduceSum(x, axes=[0]) - ReduceSum(x, axes=[0]) + x\n"
               "rhs x") == evidence::FloatEffect::special);
  CHECK(effect("sizes N  input x : float32[N]\n"
               "lhs ReduceMax(x, axes=[0])*2 - ReduceMax(x, axes=[0])\n"
               "rhs ReduceMax(x, axes=[0])") !=
        evidence::FloatEffect::rounding);
  CHECK(effect("sizes N  input x : float32[N]\n"
               "lhs Pad(x, low=[1])\nrhs Neg(Pad(Neg(x), low=[1]))") ==
        evidence::FloatEffect::sign_of_zero);
}

TEST_CASE("shapes of empty tensors are inferred for empty tensors") {
  Session session;
  const auto holds = [&](const std::string& text) {
    const auto proof =
        prove_shape(read("test.rule", "rule t\n" + text).at(0), session);
    REQUIRE(proof.status == Status::proved);
    return proof.holds_when_empty;
  };
  CHECK_FALSE(
      holds("sizes N  input x : T[N]\n"
            "lhs Slice(x, starts=[0], ends=[1])\n"
            "rhs Reshape(ReduceSum(Slice(x, starts=[0], ends=[1]),"
            " axes=[0], keepdims=0), [1])"));
  CHECK(holds("sizes N  input x : T[N]\nlhs Neg(Neg(x))\nrhs x"));
}

TEST_CASE("a divisor that may be 0 decides nothing") {
  const auto rule = read("test.rule",
                         "rule t\nsizes B >= 0, C, H\n"
                         "input x : float[1, B*C, H]\n"
                         "input w : float[B*C, 1, H]\n"
                         "lhs x\nrhs Conv(x, w, group=B*C)")
                        .at(0);
  Session session;
  CHECK(prove_shape(rule, session).status != Status::proved);
}

TEST_CASE("what holds at rank 1 only is not proved for a group") {
  CHECK_FALSE(
      proved("axes r... : n  input x : T[r...]\n"
             "lhs Reshape(x, [numel(n)])\n"
             "rhs Reshape(Reverse(x, axes=[r...]), [numel(n)])"));
  CHECK_FALSE(
      proved("axes r... : n  input x, y : float[r...]\n"
             "lhs ReduceSum(x, keepdims=0) * ReduceSum(y, keepdims=0)\n"
             "rhs ReduceSum(x * y, keepdims=0)"));
  CHECK_FALSE(
      proved("axes r...  ints l on r...  scalar v : T\n"
             "input x : T[r...]\n"
             "lhs Pad(Pad(x, v, low=[r: l]), v, low=[r: 1])\n"
             "rhs Pad(x, v, low=[r: l + 1])"));
}

TEST_CASE("a shift, a stride or a bound off by one is not proved") {
  CHECK_FALSE(
      proved("sizes N  input x : T[N + 2]\n"
             "lhs Slice(x, 0, N)\nrhs Slice(x, 1, N + 1)"));
  CHECK_FALSE(
      proved("sizes N  input x : float[2*N]\n"
             "lhs ReduceSum(Slice(x, 0, 2*N, step=2), keepdims=0)\n"
             "rhs ReduceSum(Slice(x, 1, 2*N, step=2), keepdims=0)"));
  CHECK_FALSE(
      proved("sizes N  input x : float[N]\n"
             "lhs ReduceSum(x, keepdims=0)\n"
             "rhs ReduceSum(Slice(x, 0, N - 1), keepdims=0)"));
  CHECK_FALSE(
      proved("sizes N, M  input x : float[N, M]\n"
             "lhs ReduceSum(x, axes=[0, 1], keepdims=0)\n"
             "rhs ReduceSum(x, keepdims=0) * M / N"));
}

TEST_CASE("a sum that counts an element twice is not proved") {
  CHECK_FALSE(
      proved("sizes N  input x : float[N]\n"
             "lhs ReduceSum(x, keepdims=0)\n"
             "rhs ReduceSum(Concat(x, x, axis=0), keepdims=0)"));
  CHECK(
      proved("sizes N  input x : float[N]\n"
             "lhs ReduceSum(x, keepdims=0) * 2\n"
             "rhs ReduceSum(Concat(x, x, axis=0), keepdims=0)"));
  CHECK_FALSE(
      proved("sizes N  input x : float[N, N]\n"
             "lhs ReduceSum(x, keepdims=0)\n"
             "rhs Einsum(x, equation=\"ii->\")"));
}

TEST_CASE("a transposed or regrouped reading is not proved") {
  CHECK_FALSE(
      proved("sizes A, B  input x : T[A, B]\n"
             "lhs Reshape(Transpose(x, perm=[1, 0]), [A*B])\n"
             "rhs Reshape(x, [A*B])"));
  CHECK_FALSE(
      proved("sizes A, B  input x : T[A*B]\n"
             "lhs Transpose(Reshape(x, [A, B]), perm=[1, 0])\n"
             "rhs Reshape(x, [B, A])"));
  CHECK_FALSE(
      proved("sizes N, K  input a, b : float[N, N]\n"
             "input c : float[N, K]\n"
             "lhs MatMul(MatMul(a, b), c)\n"
             "rhs MatMul(MatMul(b, a), c)"));
}

TEST_CASE("integers that wrap around do not get the laws of the reals") {
  CHECK_FALSE(proved("input x : int8[4]\nlhs (x + x) / 2\nrhs x"));
  CHECK_FALSE(
      proved("input x, y, z : int8[4]\n"
             "lhs Max(x + z, y + z)\nrhs Max(x, y) + z"));
  CHECK(
      proved("input x, y, z : float[4]\n"
             "lhs Max(x + z, y + z)\nrhs Max(x, y) + z"));
  CHECK_FALSE(
      proved("input x : int32[4]\nlhs Max(x * 2, x)\n"
             "rhs Max(x, 0) + x"));
  CHECK_FALSE(proved("input x : int8[4]\nlhs Abs(x * x)\nrhs x * x"));
  CHECK_FALSE(
      proved("sizes N  input x : int8[N]\n"
             "lhs ReduceMax(Neg(x), keepdims=0)\n"
             "rhs Neg(ReduceMin(x, keepdims=0))"));
}

TEST_CASE("division by zero is no equality") {
  CHECK_FALSE(proved("input x : float[4]\nlhs x / x\nrhs Const(1, shape=[4])"));
  CHECK_FALSE(proved("input x, y : float[4]\nlhs (x * y) / y\nrhs x"));
  CHECK(
      proved("input x, y : float[4]  when forall i: y[i] != 0\n"
             "lhs (x * y) / y\nrhs x"));
  CHECK_FALSE(proved("input x : float[4]\nlhs Log(x) - Log(x)\nrhs x - x"));
  CHECK_FALSE(
      proved("sizes N  input x : float[N]\n"
             "lhs ReduceSum(x / x, keepdims=0)\n"
             "rhs ReduceSum(Const(1, shape=[N]) + x - x, keepdims=0)"));
}

TEST_CASE("padding with another value or on another side is not proved") {
  CHECK_FALSE(
      proved("sizes N, C, O, W, K  input x : float[N, C, W]\n"
             "input w : float[O, C, K]\n"
             "lhs Conv(Pad(x, low=[2: 1]), w)\n"
             "rhs Conv(x, w, high=[1])"));
  CHECK_FALSE(
      proved("sizes N, C, O, W, K  input x : float[N, C, W]\n"
             "input w : float[O, C, K]\n"
             "lhs Conv(Pad(x, 1, low=[2: 1]), w)\n"
             "rhs Conv(x, w, low=[1])"));
  CHECK(
      proved("sizes N, C, O, W, K  input x : float[N, C, W]\n"
             "input w : float[O, C, K]\n"
             "lhs Conv(Pad(x, low=[2: 1]), w)\n"
             "rhs Conv(x, w, low=[1])"));
  CHECK_FALSE(
      proved("sizes N  input x : float[N]\n"
             "lhs ReduceMax(Pad(x, low=[0: 1]), keepdims=0)\n"
             "rhs ReduceMax(x, keepdims=0)"));
}

}  // namespace rewright::solver
