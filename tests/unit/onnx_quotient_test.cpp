// SPDX-License-Identifier: Apache-2.0
//
// Constants that are products of others: found when they are exactly that,
// never otherwise, and written as that product.
#include <random>

#include "catch.h"
#include "evaluate/graph.h"
#include "onnx/constant_quotient.h"
#include "onnx/pair.h"
#include "unit/onnx_graph_text.h"
#include "unit/onnx_model_maker.h"

namespace rewright::tests {

using evaluate::Dense;
using evaluate::Tensor;
using onnx::exact_quotient;

namespace {

Tensor matrix(std::int64_t rows, std::int64_t columns, const Floats& data) {
  return Dense<float>{{rows, columns}, data};
}

/// y = relu(x + b) * s, and with both constants folded into the branch.
ModelMaker scaled_after(const Floats& b, const Floats& s) {
  ModelMaker m;
  m.input("x", {"N", 3});
  m.initializer("b", floats({3}, b));
  m.initializer("s", floats({3}, s));
  m.node("Add", {"x", "b"}, {"u"});
  m.node("Relu", {"u"}, {"v"});
  m.node("Mul", {"v", "s"}, {"y"});
  m.output("y");
  return m;
}

ModelMaker scaled_before(const Floats& b, const Floats& s) {
  ModelMaker m;
  m.input("x", {"N", 3});
  m.initializer("s", floats({3}, s));
  m.initializer("c", floats({3}, b));
  m.node("Mul", {"x", "s"}, {"u"});
  m.node("Add", {"u", "c"}, {"v"});
  m.node("Relu", {"v"}, {"y"});
  m.output("y");
  return m;
}

std::string right_of(const onnx::Import& pair) {
  return text(pair.rule, pair.rule.rhs);
}

}  // namespace

TEST_CASE("a quotient has no axis on which it does not depend", "[onnx]") {
  const auto q = exact_quotient(matrix(2, 3, {1, 2, 3, 8, 10, 12}),
                                matrix(2, 3, {2, 4, 6, 4, 5, 6}));
  REQUIRE(q);
  CHECK(q->shape() == Integers{2, 1});
  CHECK(q->as<float>().data == Floats{0.5f, 2});
}

TEST_CASE("a rounded product has no quotient", "[onnx]") {
  CHECK_FALSE(
      exact_quotient(matrix(1, 2, {1, 0.1f * 0.3f}), matrix(1, 2, {1, 0.3f})));
  CHECK_FALSE(exact_quotient(matrix(1, 1, {1}), matrix(1, 1, {3})));
}

TEST_CASE("zeros and what is not finite leave a quotient open", "[onnx]") {
  const float inf = std::numeric_limits<float>::infinity();
  CHECK_FALSE(exact_quotient(matrix(1, 2, {0, 2}), matrix(1, 2, {0, 1})) ==
              std::nullopt);  // 2 everywhere
  CHECK_FALSE(exact_quotient(matrix(1, 2, {1, 2}), matrix(1, 2, {0, 1})));
  CHECK_FALSE(exact_quotient(matrix(1, 2, {0, 0}), matrix(1, 2, {0, 0})));
  CHECK_FALSE(exact_quotient(matrix(1, 2, {inf, 2}), matrix(1, 2, {inf, 1})));
  CHECK_FALSE(exact_quotient(matrix(1, 2, {inf, 2}), matrix(1, 2, {1, 1})));
  CHECK_FALSE(exact_quotient(matrix(1, 2, {0, -2}), matrix(1, 2, {0, 1})));
  CHECK_FALSE(exact_quotient(matrix(1, 2, {-0.0f, 2}), matrix(1, 2, {0, 1})));
}

TEST_CASE("a quotient times the factor is the product, bit by bit", "[onnx]") {
  std::mt19937 engine(7);
  const auto draw = [&](int n) {
    return static_cast<float>(static_cast<int>(engine() % n) - n / 2) / 8;
  };
  int found = 0;
  for (int round = 0; round < 300; ++round) {
    Floats product, factor, row = {draw(9), draw(9), draw(9)};
    for (int k = 0; k < 6; ++k) {
      factor.push_back(draw(20));
      product.push_back(factor.back() * row[k % 3]);
      if (engine() % 40 == 0) product.back() = draw(20);
    }
    const auto q = exact_quotient(matrix(2, 3, product), matrix(2, 3, factor));
    if (!q) continue;
    ++found;
    const std::int64_t rows = q->shape()[0], columns = q->shape()[1];
    for (int k = 0; k < 6; ++k) {
      const std::int64_t at =
          (rows > 1 ? k / 3 : 0) * columns + (columns > 1 ? k % 3 : 0);
      const float p = factor[k] * q->as<float>().data[at];
      CHECK(p == product[k]);
      CHECK(std::signbit(p) == std::signbit(product[k]));
    }
  }
  CHECK(found >= 50);
}

TEST_CASE("a folded bias is the product that it is", "[onnx]") {
  const auto pair = onnx::pair(
      scaled_after({1, -3, 5}, {0.5f, 2, 0.25f}).model("a.onnx"),
      scaled_before({0.5f, -6, 1.25f}, {0.5f, 2, 0.25f}).model("b.onnx"));
  CHECK(inputs_text(pair.rule) ==
        "x : float32[N, 3]\nb : float32[3]\ns : float32[3]\n");
  CHECK(right_of(pair) ==
        "0 = Mul(x, s) float32[N, 3]\n1 = Mul(b, s) float32[3]\n"
        "2 = Add(0, 1) float32[N, 3]\n3 = Relu(2) float32[N, 3]\n-> 3");
}

TEST_CASE("a bias folded with rounding stays an input", "[onnx]") {
  const auto pair =
      onnx::pair(scaled_after({1, -3, 5}, {0.1f, 0.7f, 0.3f}).model("a.onnx"),
                 scaled_before({0.1f, -3 * 0.7f, 5 * 0.3f}, {0.1f, 0.7f, 0.3f})
                     .model("b.onnx"));
  CHECK(pair.rule.inputs.size() == 4);
}

TEST_CASE("a constant is not made of itself", "[onnx]") {
  // b = 2*c, and c = b/2 as well: one of them stays.
  const auto pair =
      onnx::pair(scaled_after({1, -3, 5}, {7, 11, 13}).model("a.onnx"),
                 scaled_before({2, -6, 10}, {7, 11, 13}).model("b.onnx"));
  CHECK(pair.rule.inputs.size() == 3);
  CHECK(pair.constants.size() == 2);
}

}  // namespace rewright::tests
