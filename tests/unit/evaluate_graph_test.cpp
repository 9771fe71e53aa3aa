// SPDX-License-Identifier: Apache-2.0
//
// Graphs evaluated at concrete sizes, in the world of their inputs.
#include "catch.h"
#include "evaluate/arithmetic.h"
#include "evaluate/graph.h"
#include "unit/ir_rules.h"

namespace rewright::evaluate {

namespace {

using base::Rational;
using base::Residue;

ir::Instance instance_of(const std::string& text, const ir::Numbers& numbers) {
  const ir::Rule rule = ir::rule_of(text);
  ir::Instance instance = ir::instantiate(rule, ir::assign(rule, {}, numbers));
  REQUIRE(instance.lhs_well_formed);
  return instance;
}

std::vector<Tensor> lhs_of(const ir::Instance& instance,
                           const std::vector<Tensor>& inputs) {
  return evaluate(instance.rule, instance.rule.lhs, inputs);
}

template <class E>
Tensor matrix(std::vector<E> data) {
  return Dense<E>{{2, 2}, std::move(data)};
}

const char* const sum_of_product = R"(rule r
  sizes  B, C
  input  a, b : float[B, C]
  lhs    ReduceSum(a * b, axes=[1], keepdims=0)
  rhs    ReduceSum(b * a, axes=[1], keepdims=0)
)";

const ir::Numbers two_by_two = {{"B", {2}}, {"C", {2}}};

}  // namespace

TEST_CASE("A graph is evaluated in the world of its inputs") {
  const ir::Instance instance = instance_of(sum_of_product, two_by_two);
  const auto floats = lhs_of(
      instance, {matrix<float>({1, 2, 3, 4}), matrix<float>({5, 6, 7, 8})});
  CHECK(floats.at(0).as<float>().data == std::vector<float>{17, 53});
  const auto rationals =
      lhs_of(instance, {matrix<Rational>({Rational(1, 2), 2, 3, 4}),
                        matrix<Rational>({5, 6, 7, 8})});
  CHECK(rationals.at(0).as<Rational>().data.at(0) == Rational(29, 2));
  const auto residues = lhs_of(instance, {matrix<Residue>({-1, 2, 3, 4}),
                                          matrix<Residue>({5, 6, 7, 8})});
  CHECK(residues.at(0).as<Residue>().data.at(0) == Residue(7));
  const auto bounded =
      lhs_of(instance, {matrix<Bounded<float>>({0.1F, 2, 3, 4}),
                        matrix<Bounded<float>>({0.1F, 6, 7, 8})});
  CHECK(bounded.at(0).as<Bounded<float>>().data.at(0).error > 0);
  CHECK(bounded.at(0).as<Bounded<float>>().data.at(1).error == 0);
}

TEST_CASE("Constants take the world of the floats or integers around them") {
  const ir::Instance instance = instance_of(R"(rule r
  sizes  N
  input  a : float[N]
  lhs    a + N
  rhs    a + N
)",
                                            {{"N", {2}}});
  const Tensor halves = Dense<Half>{{2}, {Half(1), Half(2)}};
  CHECK(static_cast<float>(
            lhs_of(instance, {halves}).at(0).as<Half>().data[1]) == 4);
  const Tensor exact = Dense<Rational>{{2}, {Rational(1, 3), 2}};
  CHECK(lhs_of(instance, {exact}).at(0).as<Rational>().data[0] ==
        Rational(7, 3));
}

TEST_CASE("Constants without inputs of their type are exact among exact ones") {
  const ir::Instance instance = instance_of(R"(rule r
  sizes  N
  input  c : bool[N]
  input  a : float[N]
  lhs    Where(c, a, Iota(shape=[N]))
  rhs    Where(c, a, Iota(shape=[N]))
)",
                                            {{"N", {2}}});
  const auto results = lhs_of(
      instance,
      {Dense<Boolean>{{2}, {{false}, {false}}}, Dense<Residue>{{2}, {5, 6}}});
  CHECK(results.at(0).as<Residue>().data ==
        std::vector<Residue>{Residue(0), Residue(1)});
}

TEST_CASE("Integer division has no exact world") {
  const ir::Instance instance = instance_of(R"(rule r
  sizes  N
  input  a, b : int32[N]
  lhs    a / b
  rhs    a / b
)",
                                            {{"N", {1}}});
  const auto machine = lhs_of(instance, {Dense<std::int32_t>{{1}, {-7}},
                                         Dense<std::int32_t>{{1}, {2}}});
  CHECK(machine.at(0).as<std::int32_t>().data.at(0) == -3);
  const Tensor seven = Dense<Rational>{{1}, {7}};
  CHECK_THROWS_AS(lhs_of(instance, {seven, seven}), NotInWorld);
  const Tensor zero = Dense<std::int32_t>{{1}, {0}};
  CHECK_THROWS_AS(lhs_of(instance, {zero, zero}), Undefined);
}

TEST_CASE("Shared nodes and several results and outputs are evaluated") {
  const ir::Instance instance = instance_of(R"(rule r
  sizes  N
  input  a : float[2*N]
  lhs    let s = a + 1
         let (x, y) = Split(s, split=[N, N])
         (x * y, s, y)
  rhs    let s = a + 1
         let (x, y) = Split(s, split=[N, N])
         (x * y, s, y)
)",
                                            {{"N", {1}}});
  const auto results = lhs_of(instance, {Dense<float>{{2}, {1, 2}}});
  REQUIRE(results.size() == 3);
  CHECK(results[0].as<float>().data == std::vector<float>{6});
  CHECK(results[1].as<float>().data == std::vector<float>{2, 3});
  CHECK(results[2].as<float>().data == std::vector<float>{3});
}

TEST_CASE("An output may be an input") {
  const ir::Instance instance = instance_of(R"(rule r
  sizes  N
  input  a : float[N]
  lhs    a
  rhs    a
)",
                                            {{"N", {1}}});
  CHECK(lhs_of(instance, {Dense<float>{{1}, {9}}}).at(0).as<float>().data[0] ==
        9);
}

}  // namespace rewright::evaluate
