// SPDX-License-Identifier: Apache-2.0
//
// From a substitution to a rule: shapes by unification, groups and cuts that
// are inferred, and the conditions that only the target needs.
#include <limits>

#include "base/error.h"
#include "catch.h"
#include "unit/taso_rules.h"

namespace rewright::tests {
namespace {

using namespace taso::code;
using taso::Edge;

constexpr Edge x1{-1, 0}, x2{-2, 0}, x3{-3, 0}, x4{-4, 0};

TEST_CASE("elementwise rules speak of all ranks", "[taso]") {
  CHECK(imported(substitution({op(add, {x1, x2}), op(mul, {x3, {0, 0}})},
                              {op(mul, {x3, x1}), op(mul, {x3, x2}),
                               op(add, {{0, 0}, {1, 0}})})) ==
        R"(  axes   r...
  input  x1, x2, x3 : T[r...]
  lhs    x3 * (x1 + x2)
  rhs    x3*x1 + x3*x2
)");
}

TEST_CASE("unrelated inputs have axis groups of their own", "[taso]") {
  taso::Substitution s = substitution({op(relu, {x1}), op(sigmoid, {x2})},
                                      {op(sigmoid, {x2}), op(relu, {x1})});
  s.outputs = {{{0, 0}, {1, 0}}, {{1, 0}, {0, 0}}};
  CHECK(imported(s) == R"(  axes   r..., s...
  input  x1 : float[r...]
  input  x2 : float[s...]
  lhs    (Relu(x1), Sigmoid(x2))
  rhs    (Relu(x1), Sigmoid(x2))
)");
}

TEST_CASE("inner extents of products are one size", "[taso]") {
  CHECK(imported(
            substitution({op(matmul, {x1, x2}), op(matmul, {{0, 0}, x3})},
                         {op(matmul, {x2, x3}), op(matmul, {x1, {0, 0}})})) ==
        R"(  sizes  A, B, D, E
  input  x1 : T[A, B]
  input  x2 : T[B, D]
  input  x3 : T[D, E]
  lhs    MatMul(MatMul(x1, x2), x3)
  rhs    MatMul(x1, MatMul(x2, x3))
)");
}

TEST_CASE("an activation is applied to the result", "[taso]") {
  const Parameters with_relu = {{taso::parameter::acti, 2}};
  CHECK(imported(substitution({op(matmul, {x1, x2}), op(relu, {{0, 0}})},
                              {op(matmul, {x1, x2}, with_relu)})) ==
        R"(  sizes  A, B, D
  input  x1 : float[A, B]
  input  x2 : float[B, D]
  lhs    Relu(MatMul(x1, x2))
  rhs    Relu(MatMul(x1, x2))
)");
}

TEST_CASE("what is read twice has a name", "[taso]") {
  CHECK(
      imported(substitution({op(add, {x1, x2}), op(mul, {{0, 0}, {0, 0}})},
                            {op(add, {x2, x1}), op(mul, {{0, 0}, {0, 0}})})) ==
      R"(  axes   r...
  input  x1, x2 : T[r...]
  lhs    let o0 = x1 + x2
         o0 * o0
  rhs    let o0 = x2 + x1
         o0 * o0
)");
}

TEST_CASE("groups are input channels over the weight's", "[taso]") {
  CHECK(imported(substitution(
            {op(add, {x1, x2}), conv_of({0, 0}, x3)},
            {conv_of(x1, x3), conv_of(x2, x3), op(add, {{0, 0}, {1, 0}})})) ==
        R"(  sizes  N, I, G, H, W, P
  input  x1, x2 : T[N, G*I, H, W]
  input  x3 : T[G*P, I, 3, 3]
  lhs    Conv(x1 + x2, x3, group=G, pads=[1, 1, 1, 1])
  rhs    Conv(x1, x3, group=G, pads=[1, 1, 1, 1]) + Conv(x2, x3, group=G,
           pads=[1, 1, 1, 1])
)");
}

TEST_CASE("a tensor convolved with itself has one group", "[taso]") {
  const std::string text =
      imported(substitution({op(add, {x1, x2}), conv_of({0, 0}, {0, 0})},
                            {op(add, {x2, x1}), conv_of({0, 0}, {0, 0})}));
  CHECK(text.find("input  x1, x2 : T[N, C, 3, 3]") != std::string::npos);
  CHECK(text.find("group") == std::string::npos);
}

TEST_CASE("channels between two convolutions serve both", "[taso]") {
  const std::string text =
      imported(substitution({conv_of(x1, x2), conv_of({0, 0}, x3)},
                            {conv_of(x1, x2), conv_of({0, 0}, x3)}));
  CHECK(text.find("x1 : T[N, G1*I1, H, W]") != std::string::npos);
  CHECK(text.find("x2 : T[G2*I2, I1, 3, 3]") != std::string::npos);
  CHECK(text.find("x3 : T[G2*P, I2, 3, 3]") != std::string::npos);
}

TEST_CASE("a group that is not a quotient of polynomials is a size", "[taso]") {
  const taso::ImportedRule rule = taso::import_rule(
      "t.json",
      substitution(
          {conv_of(x1, x2), conv_of(x3, x4), op(add, {{0, 0}, {1, 0}})},
          {concat_of({x1, x3}, 1, 4), concat_of({x2, x4}, 1, 4),
           conv_of({0, 0}, {1, 0})}));
  CHECK(rule.preconditions ==
        std::vector<std::string>{"G1*I1 + G2*I2 == G3*(I1 + I2)",
                                 "mod(G1*P, G3) == 0"});
  CHECK(rule.ungrouped_name == "taso_000_group1");
  CHECK(rule.ungrouped_text.find("group=") == std::string::npos);
  CHECK(rule.ungrouped_text.find("when") == std::string::npos);
}

TEST_CASE("without padding the window shrinks the image", "[taso]") {
  const Parameters valid = {{taso::parameter::pad, 1},
                            {taso::parameter::stride_h, 2},
                            {taso::parameter::stride_w, 2}};
  CHECK(
      imported(substitution({conv_of(x1, x2, valid), op(add, {{0, 0}, x3})},
                            {conv_of(x1, x2, valid), op(add, {x3, {0, 0}})})) ==
      R"(  sizes  N, I, G, H1, W1, P, H2, W2
  input  x1 : T[N, G*I, H1, W1]
  input  x2 : T[G*P, I, 3, 3]
  input  x3 : T[N, G*P, H2, W2]
  lhs    Conv(x1, x2, group=G, strides=[2, 2]) + x3
  rhs    x3 + Conv(x1, x2, group=G, strides=[2, 2])
)");
}

TEST_CASE("a split undoes the last join", "[taso]") {
  const taso::Substitution s = substitution(
      {op(relu, {x1}), op(relu, {x2})},
      {concat_of({x1, x2}, 1, 2), op(relu, {{0, 0}}), split_of({1, 0}, 1, 2)});
  taso::Substitution both = s;
  both.outputs = {{{0, 0}, {2, 0}}, {{1, 0}, {2, 1}}};
  CHECK(imported(both) == R"(  sizes  A, B, D, E
  input  x1 : T[A, B]
  input  x2 : T[D, E]
  when   A == D
  lhs    (Relu(x1), Relu(x2))
  rhs    let (o2_0, o2_1) = Split(Relu(Concat(x1, x2, axis=1)), axis=1,
           split=[B, E])
         (o2_0, o2_1)
)");
}

TEST_CASE("a split of three undoes two joins, however they nest", "[taso]") {
  for (const bool at_once : {true, false}) {
    std::vector<taso::Operator> source =
        at_once ? std::vector{concat_of({x1, x2, x3}, 0, 1)}
                : std::vector{concat_of({x1, x2}, 0, 1),
                              concat_of({{0, 0}, x3}, 0, 1)};
    const std::int64_t last = static_cast<std::int64_t>(source.size()) - 1;
    source.push_back(split_of({last, 0}, 0, 3));
    const std::string text = imported(substitution(source, source, 3));
    CHECK(text.find("split=[A, B, D]") != std::string::npos);
  }
}

TEST_CASE("columns of a product are cut where the right operand was joined",
          "[taso]") {
  taso::Substitution s =
      substitution({op(matmul, {x1, x2}), op(matmul, {x1, x3})},
                   {concat_of({x2, x3}, 1, 2), op(matmul, {x1, {0, 0}}),
                    split_of({1, 0}, 1, 2)});
  s.outputs = {{{0, 0}, {2, 0}}, {{1, 0}, {2, 1}}};
  const std::string text = imported(s);
  CHECK(text.find("split=[D, E]") != std::string::npos);
  CHECK(text.find("when") == std::string::npos);
}

TEST_CASE("joins that operands do not share are forgotten", "[taso]") {
  taso::Substitution s = substitution(
      {concat_of({x1, x2}, 0, 1), op(add, {{0, 0}, x3}), op(relu, {{1, 0}})},
      {concat_of({x1, x2}, 0, 1), op(add, {{0, 0}, x3}),
       split_of({1, 0}, 0, 2)});
  CHECK(mistake(s) ==
        "rule 0, target operator 2 (OP_SPLIT): where to split is not known: no "
        "Concat joined this axis");
}

TEST_CASE("a source may split anywhere, and the target there too", "[taso]") {
  CHECK(
      imported(substitution({split_of(x1, 0, 2), concat_of({{0, 0}, x2}, 0, 1),
                             op(add, {{1, 0}, {0, 1}})},
                            {split_of(x1, 0, 2), concat_of({{0, 0}, x2}, 0, 1),
                             op(add, {{0, 1}, {1, 0}})})) ==
      R"(  sizes  A, B
  input  x1 : T[A + 2*B]
  input  x2 : T[A]
  lhs    let (o0_0, o0_1) = Split(x1, axis=0, split=[B, A + B])
         Concat(o0_0, x2, axis=0) + o0_1
  rhs    let (o0_0, o0_1) = Split(x1, axis=0, split=[B, A + B])
         o0_1 + Concat(o0_0, x2, axis=0)
)");
}

TEST_CASE("conditions are what the source does not say already", "[taso]") {
  const taso::ImportedRule rule = taso::import_rule(
      "t.json",
      substitution({concat_of({x1, x2}, 0, 1), concat_of({x3, x4}, 0, 1),
                    op(add, {{0, 0}, {1, 0}})},
                   {concat_of({x3, x2}, 0, 1), concat_of({x1, x4}, 0, 1),
                    op(add, {{0, 0}, {1, 0}})}));
  CHECK(rule.preconditions == std::vector<std::string>{"A == D"});
}

TEST_CASE("what a condition makes of a product is said", "[taso]") {
  const taso::ImportedRule rule = taso::import_rule(
      "t.json", substitution({conv_of(x1, x2), conv_of(x1, x3),
                              concat_of({{0, 0}, {1, 0}}, 1, 4)},
                             {concat_of({x2, x3}, 0, 4), conv_of(x1, {0, 0})}));
  CHECK(rule.preconditions == std::vector<std::string>{"I1 == I2", "G1 == G2"});
}

TEST_CASE("a rank that only the target needs is a precondition", "[taso]") {
  taso::Substitution s = substitution(
      {op(relu, {x1}), op(relu, {x2})},
      {concat_of({x1, x2}, 0, 3), op(relu, {{0, 0}}), split_of({1, 0}, 0, 2)});
  s.outputs = {{{0, 0}, {2, 0}}, {{1, 0}, {2, 1}}};
  CHECK(taso::import_rule("t.json", s).preconditions ==
        std::vector<std::string>{"rank(x1) == 3", "rank(x2) == 3", "B == F",
                                 "D == J"});
}

TEST_CASE("numbers of inputs may be large", "[taso]") {
  const Edge x{std::numeric_limits<std::int64_t>::min(), 0};
  CHECK(imported(substitution({op(relu, {x})}, {op(relu, {x})}))
            .find("x9223372036854775808 : T[r...]") != std::string::npos);
}

TEST_CASE("sizes that never fit are a mistake", "[taso]") {
  CHECK(mistake(substitution({concat_of({x1, x2}, 0, 1), op(add, {{0, 0}, x1})},
                             {op(add, {x1, x2})})) ==
        "rule 0, source operator 1 (OP_EW_ADD): the sizes of its operands can "
        "never fit");
}

}  // namespace
}  // namespace rewright::tests
