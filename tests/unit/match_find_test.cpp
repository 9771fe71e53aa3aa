// SPDX-License-Identifier: Apache-2.0
//
// Finding left sides: edges by their slots, order of operands, values that
// occur twice, values that others need.
#include "unit/match_find.h"

#include "catch.h"

namespace rewright::match {
namespace {

const std::string reshape_of_reshape = R"(
  axes n..., m..., r...
  input x : T[n...]
  lhs Reshape(Reshape(x, [m...]), [r...])
  rhs Reshape(x, [r...])
  when numel(n) == numel(m) and numel(m) == numel(r)
)";

const std::string relu_of_relu = R"(
  axes r...
  input x : float[r...]
  lhs Relu(Relu(x))
  rhs Relu(x)
)";

TEST_CASE("a chain is found at the ranks and sizes of the model", "[match]") {
  const Search search(relu_of_relu, R"(
  input x : float32[2, 3]
  lhs Relu(Relu(x))
  rhs Relu(x)
)");
  REQUIRE(search.is_match());
  CHECK(ir::print(search.instance().rule.inputs[0].type.shape) == "[2, 3]");
  CHECK(search.instance().rule.rhs.nodes.size() == 1);
  CHECK(search.findings[0].match.removed == std::vector<int>{0, 1});
}

TEST_CASE("a chain inside a longer one is found wherever it stands",
          "[match]") {
  const Search search(relu_of_relu, R"(
  input x : float32[2]
  lhs Relu(Relu(Relu(x)))
  rhs Relu(x)
)");
  REQUIRE(search.findings.size() == 2);
  CHECK(search.findings[0].refusal == Refusal::none);
  CHECK(search.findings[1].refusal == Refusal::none);
}

TEST_CASE("another operator in between is no match", "[match]") {
  const Search search(relu_of_relu, R"(
  input x : float32[2]
  lhs Relu(Neg(Relu(x)))
  rhs Relu(x)
)");
  CHECK(search.findings.empty());
}

TEST_CASE("an interior value with another reader blocks a match", "[match]") {
  const Search search(relu_of_relu, R"(
  input x : float32[2]
  lhs let y = Relu(x)
      Relu(y) + y
  rhs Relu(x) + Relu(x)
)");
  CHECK(search.refusal() == Refusal::used_elsewhere);
}

TEST_CASE("an interior value that is an output blocks a match", "[match]") {
  const Search search(relu_of_relu, R"(
  input x : float32[2]
  lhs let y = Relu(x)
      (Relu(y), y)
  rhs (Relu(x), Relu(x))
)");
  CHECK(search.refusal() == Refusal::used_elsewhere);
}

TEST_CASE("operands of a difference keep their places", "[match]") {
  const std::string rule = R"(
  axes r...
  input x, y : float[r...]
  lhs (x - y) + y
  rhs x
)";
  CHECK(Search(rule, R"(
  input a, b : float32[2]
  lhs (a - b) + b
  rhs a
)")
            .is_match());
  CHECK(Search(rule, R"(
  input a, b : float32[2]
  lhs (a - b) + a
  rhs a
)")
            .findings.empty());
}

TEST_CASE("operands of a sum are found in either order", "[match]") {
  const std::string rule = R"(
  axes r...
  input x, y : float[r...]
  lhs (x - y) + y
  rhs x
)";
  CHECK(Search(rule, R"(
  input a, b : float32[2]
  lhs b + (a - b)
  rhs a
)")
            .is_match());
}

TEST_CASE("a value that occurs twice is one value", "[match]") {
  const std::string rule = R"(
  axes r...
  input x : float[r...]
  lhs x - x
  rhs x * 0
)";
  CHECK(Search(rule, R"(
  input a : float32[2]
  lhs a - a
  rhs a
)")
            .is_match());
  CHECK(Search(rule, R"(
  input a, b : float32[2]
  lhs a - b
  rhs a
)")
            .findings.empty());
}

TEST_CASE("two constants that are the same are one value", "[match]") {
  const std::string rule = R"(
  axes r...
  input x : float[r...]
  scalar c : float
  lhs (x + c) - c
  rhs x
)";
  CHECK(Search(rule, R"(
  input a : float32[2]
  lhs (a + Const(2, shape=[])) - Const(2, shape=[])
  rhs a
)")
            .is_match());
  CHECK(Search(rule, R"(
  input a : float32[2]
  lhs (a + Const(2, shape=[])) - Const(3, shape=[])
  rhs a
)")
            .findings.empty());
}

TEST_CASE("a constant of the rule is found only as an equal constant",
          "[match]") {
  const std::string rule = R"(
  axes r...
  input x : float[r...]
  lhs x * 1
  rhs x
)";
  CHECK(Search(rule, R"(
  input a : float32[2]
  lhs a * 1
  rhs a
)")
            .is_match());
  CHECK(Search(rule, R"(
  input a : float32[2]
  lhs a * 2
  rhs a
)")
            .refusal() == Refusal::shapes);
  CHECK(Search(rule, R"(
  input a, b : float32[2]
  lhs a * b
  rhs a
)")
            .findings.empty());
}

TEST_CASE("the result of a node that is read counts", "[match]") {
  const std::string rule = R"(
  sizes A, B
  input x : float[A + B]
  lhs let (a, b) = Split(x, axis=0, split=[A, B])
      Concat(a, b, axis=0)
  rhs x
)";
  CHECK(Search(rule, R"(
  input x : float32[5]
  lhs let (a, b) = Split(x, axis=0, split=[2, 3])
      Concat(a, b, axis=0)
  rhs x
)")
            .is_match());
  CHECK(Search(rule, R"(
  input x : float32[5]
  lhs let (a, b) = Split(x, axis=0, split=[2, 3])
      Concat(b, a, axis=0)
  rhs x
)")
            .findings.empty());
}

TEST_CASE("a rule with two outputs is found through what they share",
          "[match]") {
  const std::string rule = R"(
  sizes I, J, K, L
  input x : float[I, K]
  input a : float[K, J]
  input b : float[K, L]
  lhs (MatMul(x, a), MatMul(x, b))
  rhs let y = MatMul(x, Concat(a, b, axis=1))
      let (c, d) = Split(y, axis=1, split=[J, L])
      (c, d)
)";
  const Search search(rule, R"(
  input x : float32[2, 3]
  input a : float32[3, 4]
  input b : float32[3, 5]
  lhs (MatMul(x, a), MatMul(x, b))
  rhs (MatMul(x, a), MatMul(x, b))
)");
  REQUIRE_FALSE(search.findings.empty());
  CHECK(search.findings[0].refusal == Refusal::none);
}

TEST_CASE("outputs of which one needs the other are no match", "[match]") {
  const Search search(R"(
  sizes I, K
  input x : float[I, K]
  input a, b : float[K, K]
  lhs (MatMul(x, a), MatMul(x, b))
  rhs let y = MatMul(x, Concat(a, b, axis=1))
      let (c, d) = Split(y, axis=1, split=[K, K])
      (c, d)
)",
                      R"(
  input x, a : float32[3, 3]
  lhs MatMul(x, Relu(MatMul(x, a)))
  rhs x
)");
  for (const Finding& finding : search.findings)
    CHECK(finding.refusal != Refusal::none);
}

TEST_CASE("a chain of reshapes is found through its first operand only",
          "[match]") {
  CHECK(Search(reshape_of_reshape, R"(
  input x : float32[6]
  lhs Reshape(Reshape(x, [2, 3]), [3, 2])
  rhs Reshape(x, [3, 2])
)")
            .is_match());
}

}  // namespace
}  // namespace rewright::match
