// SPDX-License-Identifier: Apache-2.0
//
// Sums of floats without rounding, held against the kernels in rationals: for
// ordinary numbers, for exponents from end to end of the format, for sums that
// cancel, for zeros of both signs; and what is declined.
#include <cmath>
#include <limits>
#include <random>

#include <oneapi/tbb/task_arena.h>

#include "catch.h"
#include "evaluate/exact.h"
#include "evaluate/fused.h"
#include "evaluate/graph.h"
#include "unit/ir_rules.h"

namespace rewright::evaluate {

namespace {

using Draw = float (*)(std::mt19937&, std::size_t);

float scaled(std::mt19937& random, int first, int last) {
  const std::uniform_real_distribution<float>::param_type sizes(1, 2);
  std::uniform_real_distribution<float> significand(sizes);
  std::uniform_int_distribution<int> exponent(first, last);
  const float x = std::ldexp(significand(random), exponent(random));
  return random() % 2 == 0 ? x : -x;
}

float normal(std::mt19937& random, std::size_t) {
  return std::normal_distribution<float>()(random);
}
float of_all_sizes(std::mt19937& random, std::size_t) {
  return scaled(random, -149, 126);
}
float subnormal(std::mt19937& random, std::size_t) {
  return scaled(random, -149, -127);
}
float small_or_zero(std::mt19937& random, std::size_t) {
  const float zero = random() % 2 == 0 ? 0.0f : -0.0f;
  return random() % 3 == 0 ? zero : scaled(random, -2, 2);
}
float cancelling(std::mt19937& random, std::size_t k) {
  static float last = 1;
  return k % 2 == 1 ? -last : last = scaled(random, 20, 60);
}
float whole(std::mt19937& random, std::size_t) {
  return static_cast<float>(random() % 9) - 4;
}
float largest(std::mt19937& random, std::size_t) {
  constexpr float x = std::numeric_limits<float>::max();
  return random() % 2 == 0 ? x : -x;
}

const Draw draws[] = {normal,     of_all_sizes, subnormal, small_or_zero,
                      cancelling, largest,      whole};

const char* const sums[] = {
    "ReduceSum(x * y, axes=[1], keepdims=0)",
    "ReduceSum(ReduceSum(x * y, axes=[2], keepdims=0), axes=[1])",
    "ReduceSum(x * v, axes=[0, 1], keepdims=0)",
    "ReduceSum(x * Reshape(w, [A, B, C, 1]), axes=[0], keepdims=0)",
    "ReduceSum(Max(x, y) * -v, axes=[2], keepdims=0)",
    "ReduceSum(Abs(x) * 0.375, axes=[3], keepdims=0)",
    "ReduceSum(x, axes=[0, 1, 2, 3], keepdims=0)",
    "ReduceSum(Transpose(x, perm=[3, 1, 0, 2]), axes=[0, 2], keepdims=0)",
};

const char* const others[] = {
    "ReduceSum(x / y, axes=[1], keepdims=0)",
    "ReduceSum(x * y * v, axes=[1], keepdims=0)",
    "ReduceSum(Exp(x), axes=[1], keepdims=0)",
    "ReduceMax(x * y, axes=[1], keepdims=0)",
    "x * y",
};

struct Case {
  ir::Instance instance;
  std::vector<Tensor> inputs;
};

Case case_of(const std::string& lhs, const std::vector<std::int64_t>& sizes,
             Draw draw, std::mt19937& random) {
  const ir::Rule rule = ir::rule_of(
      "rule r\n  sizes A, B, C, D\n  input x, y : float32[A, B, C, D]\n"
      "  input v : float32[D]\n  input w : float32[A, B, C]\n  lhs " +
      lhs + "\n  rhs ReduceSum(x * y * v, keepdims=0) + ReduceSum(w)\n");
  Case result{ir::instantiate(rule, ir::assign(rule, {},
                                               {{"A", {sizes[0]}},
                                                {"B", {sizes[1]}},
                                                {"C", {sizes[2]}},
                                                {"D", {sizes[3]}}})),
              {}};
  for (const ir::Input& input : result.instance.rule.inputs) {
    Dense<float> x{ir::concrete(input.type.shape), {}};
    for (std::int64_t k = count(x.shape); k > 0; --k)
      x.data.push_back(draw(random, x.data.size()));
    result.inputs.emplace_back(std::move(x));
  }
  return result;
}

std::vector<Tensor> rationals(const std::vector<Tensor>& inputs) {
  std::vector<Tensor> result;
  for (const Tensor& x : inputs) {
    Dense<base::Rational> to{x.shape(), {}};
    for (const float value : x.as<float>().data) to.data.emplace_back(value);
    result.emplace_back(std::move(to));
  }
  return result;
}

void check_exact(const Case& c) {
  const ir::Rule& rule = c.instance.rule;
  const auto found = evaluate_exactly(rule, rule.lhs, c.inputs);
  if (c.inputs[0].size() <= 6 && !found) return;  // nothing is reduced
  REQUIRE(found);
  const auto wanted = evaluate(rule, rule.lhs, rationals(c.inputs));
  REQUIRE(found->at(0).shape == wanted.at(0).shape());
  const auto& elements = wanted[0].as<base::Rational>().data;
  for (std::size_t k = 0; k < elements.size(); ++k)
    REQUIRE(found->at(0).at(static_cast<std::int64_t>(k)) == elements[k]);
  const auto spans = spans_of(c.inputs);
  if (!rounds_nothing(rule, rule.lhs, c.inputs, *spans)) return;
  const auto floats = evaluate(rule, rule.lhs, c.inputs);
  for (std::size_t k = 0; k < elements.size(); ++k)
    CHECK(base::Rational(floats[0].as<float>().data[k]) == elements[k]);
}

}  // namespace

TEST_CASE("sums of floats are computed without rounding", "[exact]") {
  std::mt19937 random(11);
  for (const char* lhs : sums)
    for (const Draw draw : draws)
      for (const auto& sizes : {std::vector<std::int64_t>{2, 3, 4, 5},
                                {3, 1, 2, 1},
                                {1, 1, 1, 1},
                                {2, 7, 3, 33}}) {
        INFO(lhs << " at " << sizes[0] << " " << sizes[1] << " " << sizes[2]
                 << " " << sizes[3]);
        check_exact(case_of(lhs, sizes, draw, random));
      }
}

TEST_CASE("what a double does not hold is not summed", "[exact]") {
  std::mt19937 random(12);
  for (const char* lhs : others) {
    INFO(lhs);
    const Case c = case_of(lhs, {2, 3, 4, 5}, normal, random);
    const ir::Rule& rule = c.instance.rule;
    CHECK_FALSE(evaluate_exactly(rule, rule.lhs, c.inputs));
  }
  for (const float x : {std::numeric_limits<float>::infinity(),
                        std::numeric_limits<float>::quiet_NaN()}) {
    Case c = case_of(sums[0], {2, 3, 4, 5}, normal, random);
    c.inputs[1].as<float>().data[17] = x;
    const ir::Rule& rule = c.instance.rule;
    CHECK_FALSE(evaluate_exactly(rule, rule.lhs, c.inputs));
  }
}

TEST_CASE("exact tensors differ where one digit does", "[exact]") {
  const ExactTensor a{{2}, {{0x1p80, 1}, {0x1p-80, 0x1p-60}}};
  const ExactTensor b{{2}, {{1, 0x1p-60}, {0x1p80, 1}, {-1 + 0x1p-53, 0}}};
  ExactTensor c{{2}, {{0x1p80, 0}, {0, 1}, {0x1p-80, 0x1p-60}}};
  CHECK(differ(a, b)->offset == 0);
  CHECK_FALSE(differ(a, c));
  c.pieces[2][1] = 0x1.0000000000001p-60;
  CHECK(differ(a, c)->index == std::vector<std::int64_t>{1});
}

TEST_CASE("spans tell the lowest and the highest digit", "[exact]") {
  const auto span = [](std::vector<float> data) {
    const auto size = static_cast<std::int64_t>(data.size());
    return span_of(Dense<float>{{size}, std::move(data)});
  };
  CHECK(span({-1, 0, 1})->low == 0);
  CHECK(span({-1, 0, 1})->top == 0);
  CHECK(span({-1, 0, 1})->digits == 1);
  CHECK(span({0.75f, 3})->low == -2);
  CHECK(span({0.75f, 3})->top == 2);
  CHECK(span({0x1p-149f, -0.0f})->low == -149);
  CHECK(span({0x1.8p-126f, 0x1p-140f})->low == -140);
  CHECK(span({std::numeric_limits<float>::max()})->top == 128);
  CHECK(span({std::numeric_limits<float>::max()})->low == 104);
  const auto wide = span_of(Dense<double>{{2}, {0x1p-1074, 0x1.8p1023}});
  CHECK(wide->low == -1074);
  CHECK(wide->top == 1024);
  CHECK(span_of_sum(*span({-1, 0, 1}), 3500).digits == 12);
}

TEST_CASE("the number of threads changes no bit", "[exact][fused]") {
  std::mt19937 random(13);
  for (const char* lhs :
       {"ReduceSum(ReduceSum(x * Reshape(w, [A, B, C, 1]), axes=[1],"
        " keepdims=0), axes=[0])",
        "ReduceSum(x * y, axes=[2, 3], keepdims=0)"}) {
    const Case c = case_of(lhs, {6, 5, 90, 64}, normal, random);
    const ir::Rule& rule = c.instance.rule;
    std::vector<std::vector<float>> found;
    for (const int threads : {1, 2, 5}) {
      oneapi::tbb::task_arena arena(threads);
      arena.execute([&] {
        const auto outputs = evaluate_fused(rule, rule.lhs, c.inputs);
        found.push_back(outputs.value().at(0).as<float>().data);
        const auto exact = evaluate_exactly(rule, rule.lhs, c.inputs).value();
        for (const double x : exact[0].pieces[0])
          found.back().push_back(static_cast<float>(x));
      });
    }
    CHECK(found[0] == found[1]);
    CHECK(found[0] == found[2]);
  }
}

}  // namespace rewright::evaluate
