// SPDX-License-Identifier: Apache-2.0
//
// What the formulas of rules say, and why some have none.
#include "catch.h"
#include "rounding/own_magnitude.h"
#include "rounding_rules.h"

namespace rewright::rounding {

namespace {

/// The lines of a rule.
std::vector<std::string> lines_of(const ir::Rule& rule) {
  std::vector<std::string> lines;
  for (const Statement& statement : statements(rule))
    lines.push_back(text(statement));
  return lines;
}

std::vector<std::string> shipped(const std::string& path) {
  const auto rules = rules_in("rewrites/" + path + ".rule");
  return lines_of(rules.at(0));
}

/// The text of a side that is written as a rule's lhs; rhs has its type.
std::string text_of(const std::string& side,
                    ir::ElementType format = ir::ElementType::float32,
                    const std::string& rhs = "Where(c, x, y) + z") {
  const ir::Rule rule = ir::rule_of(R"(rule r
  sizes  N, M
  input  x, y, z : float[N, M]
  input  c : bool[N, M]
  lhs    )" + side + "\n  rhs    " + rhs +
                                    "\n");
  return text(bound_of(rule, rule.lhs, 0, format));
}

std::string truth_text_of(const std::string& side) {
  return text_of(side, ir::ElementType::boolean, "Equal(Less(x + y, z), c)");
}

using Lines = std::vector<std::string>;

}  // namespace

TEST_CASE("rounding may decide a code", "[rounding]") {
  const ir::Rule rule = ir::rule_of(R"(rule r
  sizes  N
  input  x, a : float[N]
  scalar s : float
  lhs    Where(Equal(QuantizeLinear(x, s, type=int8), 2), a, x)
  rhs    Where(Equal(QuantizeLinear(x, s, type=int8), 2), a, x)
)");
  CHECK(lines_of(rule) ==
        Lines{"float64, float32, float16, bfloat16: no formula: rounding may "
              "decide a code of QuantizeLinear"});
}

TEST_CASE("formulas of shipped rules", "[rounding]") {
  CHECK(shipped("reduce/reduce_sum_merge") ==
        Lines{"float64, float32: |fl(lhs) - fl(rhs)| <= "
              "(gamma(numel(p) + numel(q) - 2) + "
              "gamma(numel(p)*numel(q) - 1)) * lhs(|x|)",
              "float16, bfloat16: |fl(lhs) - fl(rhs)| <= "
              "(((1 + gamma32(numel(p) + numel(q) - 2)) * (1 + gamma(2)) - 1) "
              "+ ((1 + gamma32(numel(p)*numel(q) - 1)) * (1 + gamma(1)) - 1)) "
              "* lhs(|x|)"});
  CHECK(shipped("conv/mul_reduce_sum_to_grouped_conv") ==
        Lines{"float64, float32: |fl(lhs) - fl(rhs)| <= "
              "2 * gamma(H*W) * lhs(|a|, |b|)",
              "float16, bfloat16: |fl(lhs) - fl(rhs)| <= "
              "(((1 + gamma32(H*W - 1)) * (1 + gamma(2)) - 1) + "
              "((1 + gamma32(H*W)) * (1 + gamma(1)) - 1)) * lhs(|a|, |b|)"});
  CHECK(shipped("matmul/matmul_associate").at(0) ==
        "float64, float32: |fl(lhs) - fl(rhs)| <= "
        "2 * gamma(J + K) * lhs(|a|, |b|, |c|)");
  CHECK(shipped("matmul/matmul_add_to_gemm").at(1) ==
        "float16, bfloat16: |fl(lhs) - fl(rhs)| <= "
        "(((1 + gamma32(K)) * (1 + gamma(2)) - 1) + "
        "((1 + gamma32(K + 1)) * (1 + gamma(1)) - 1)) * lhs(|a|, |b|, |c|)");
  CHECK(shipped("matmul/matmul_of_concat").at(0) ==
        "float64, float32: |fl(lhs) - fl(rhs)| <= "
        "(gamma(K + L) + gamma(max(L, K) + 1)) * lhs(|a|, |b|, |c|, |d|)");
  CHECK(shipped("reduce/reduce_mean_merge").at(0) ==
        "float64, float32: |fl(lhs) - fl(rhs)| <= "
        "(gamma(numel(p) + numel(q)) + gamma(numel(p)*numel(q))) * lhs(|x|)");
  CHECK(shipped("reduce/reduce_prod_merge").at(1) ==
        "float16, bfloat16: |fl(lhs) - fl(rhs)| <= "
        "(((1 + gamma32(numel(p)*numel(q) - 1)) * (1 + gamma(numel(p) + 1)) - "
        "1) + ((1 + gamma32(numel(p)*numel(q) - 1)) * (1 + gamma(1)) - 1)) * "
        "lhs(|x|)");
  CHECK(shipped("elementwise/div_as_mul_reciprocal") ==
        Lines{"float64, float32, float16, bfloat16: |fl(lhs) - fl(rhs)| <= "
              "gamma(1) * lhs(|x|, |y|) + gamma(2) * rhs(|x|, |y|)"});
  CHECK(shipped("elementwise/square_of_sum") ==
        Lines{"float64, float32, float16, bfloat16: |fl(lhs) - fl(rhs)| <= "
              "2 * gamma(3) * lhs(|x|, |y|)"});
  CHECK(shipped("elementwise/mul_div_cancel") ==
        Lines{"float64, float32, float16, bfloat16: |fl(lhs) - fl(rhs)| <= "
              "gamma(2) * lhs(|x|, |y|)"});
  CHECK(shipped("elementwise/relu_of_relu") ==
        Lines{"float64, float32, float16, bfloat16: nothing is rounded"});
  CHECK(shipped("logic/where_of_add") ==
        Lines{"float64, float32, float16, bfloat16: |fl(lhs) - fl(rhs)| <= "
              "2 * gamma(1) * lhs(c, |x|, |y|, |z|)"});
  CHECK(shipped("elementwise/factor_out_of_sub") ==
        Lines{"float64, float32, float16, bfloat16: |fl(lhs) - fl(rhs)| <= "
              "gamma(2) * lhs(|x|, |y|, |z|) + gamma(2) * rhs(|x|, |y|, "
              "|z|)"});
  CHECK(shipped("normalise/softmax_stable") ==
        Lines{"float64, float32, float16, bfloat16: no formula: "
              "exp is no sum, product or quotient"});
}

TEST_CASE("both sides have one magnitude where neither subtracts",
          "[rounding]") {
  const auto has_one = [](const std::string& lhs, const std::string& more) {
    return has_one_magnitude(
        ir::rule_of("rule r\n  sizes N\n  input x, y : float[N]\n" + more +
                    "  lhs " + lhs + "\n  rhs x * y\n"));
  };
  CHECK(has_one("x * Relu(y) + 3", ""));
  CHECK(has_one("Max(x, y) * ReduceMean(x, axes=[0], keepdims=1)", ""));
  CHECK(!has_one("x - y", ""));
  CHECK(!has_one("x + -3", ""));
  CHECK(!has_one("Min(x, y)", ""));
  CHECK(!has_one("Clip(x * y, -1, 1)", ""));
  CHECK(!has_one("x / Max(y, 1)", ""));
  CHECK(!has_one("Where(Less(x, y), x, y)", ""));
  CHECK(!has_one("ReduceMin(x, axes=[0], keepdims=1) + y", ""));
  CHECK(!has_one("x + y", "  when forall i: x[i] <= 0\n"));
}

TEST_CASE("what has no formula says why", "[rounding]") {
  CHECK(text_of("Sqrt(x)") ==
        "no formula: sqrt is no sum, product or quotient");
  CHECK(text_of("x / (y + z)") ==
        "no formula: the relative error of a divisor that is a sum has no "
        "bound");
  CHECK(text_of("x / ReduceSum(y, axes=[1], keepdims=1)") ==
        text_of("x / (y - z)"));
  CHECK(text_of("Where(Less(x * y, z), x, y)") ==
        "no formula: a comparison of rounded values may fall either way");
  CHECK(truth_text_of("Less(x * 3, y)") ==
        text_of("Where(Less(x * y, z), x, y)"));
  CHECK(truth_text_of("Less(x, 0.1)") ==
        text_of("Where(Less(x * y, z), x, y)"));
}

TEST_CASE("what rounds nothing is not counted", "[rounding]") {
  for (const auto format :
       {ir::ElementType::float64, ir::ElementType::float32,
        ir::ElementType::float16, ir::ElementType::bfloat16}) {
    CHECK(text_of("x * 4 + 0", format) == "0");
    CHECK(text_of("x / -0.25", format) == "0");
    CHECK(text_of("-Abs(Max(x, Transpose(Transpose(y))))", format) == "0");
    CHECK(text_of("Where(Less(x, y), z, 3)", format) == "0");
    CHECK(text_of("Pad(x, 0, low=[N: 1]) * 1", format) == "0");
    CHECK(text_of("ReduceMean(Slice(x, starts=[M: 0], ends=[M: 1]), "
                  "axes=[1], keepdims=0)",
                  format) == "0");
  }
  CHECK(truth_text_of("Less(x, y)") == "0");
}

TEST_CASE("constants that a format lacks are rounded once more", "[rounding]") {
  using T = ir::ElementType;
  CHECK(text_of("x * 3", T::bfloat16) == "gamma(1) * lhs(|x|)");
  CHECK(text_of("x * 257", T::float16) == "gamma(1) * lhs(|x|)");
  CHECK(text_of("x * 257", T::bfloat16) == "gamma(2) * lhs(|x|)");
  CHECK(text_of("x * 0.1", T::float64) == "gamma(2) * lhs(|x|)");
  CHECK(text_of("x * 0.1", T::float16) ==
        "((1 + gamma32(1)) * (1 + gamma(2)) - 1) * lhs(|x|)");
  CHECK(text_of("x + Const(N, shape=[1])") == "gamma(2) * lhs(|x|)");
}

TEST_CASE("exact divisors and products as divisors have a formula",
          "[rounding]") {
  CHECK(text_of("x / (y * z)") == "gamma(2) * lhs(|x|, |y|, |z|)");
  CHECK(text_of("1 / x") == "gamma(1) * lhs(|x|)");
  CHECK(text_of("1 / (1 / x)") == "gamma(2) * lhs(|x|)");
  CHECK(text_of("(x + z) / Max(Abs(y), 1)") == "gamma(2) * lhs(|x|, |y|, |z|)");
  CHECK(text_of("x / ReduceProd(y, axes=[1], keepdims=1)") ==
        "gamma(M) * lhs(|x|, |y|)");
}

TEST_CASE("a formula is a number at given sizes", "[rounding]") {
  const ir::Rule rule = ir::rule_of(R"(rule r
  sizes  N
  input  x : float[N]
  lhs    ReduceSum(x * x, axes=[0], keepdims=0)
  rhs    ReduceSum(x * x, axes=[0], keepdims=0)
)");
  const auto at = [&](std::int64_t n, ir::ElementType format) {
    ir::Assignment sizes = ir::assign(rule, {}, {{"N", {n}}});
    sizes.types = {format};
    return factor(bound_of(rule, rule.lhs, 0, format), rule, sizes);
  };
  const base::Rational u(1, 1 << 24), half(1, 1 << 11);
  CHECK(at(5, ir::ElementType::float32) == 5 * u / (1 - 5 * u));
  CHECK(at(5, ir::ElementType::float16) ==
        (1 + 4 * u / (1 - 4 * u)) * (1 + 2 * half / (1 - 2 * half)) - 1);
  CHECK(!at(1 << 24, ir::ElementType::float32));
  CHECK(at((1 << 24) - 1, ir::ElementType::float32));
  CHECK(at(1 << 24, ir::ElementType::float64));
}

TEST_CASE("a side on absolute values", "[rounding]") {
  const ir::Rule rule = ir::rule_of(R"(rule r
  sizes  N
  input  x, y : float[N]
  lhs    (Where(Less(x, y), x - 3, Min(x, y) * -2),
          ReduceSum(x, axes=[0], keepdims=0) / -4,
          Max(Clip(x, -7, 1), -inf) / (y * y - 2))
  rhs    (x, ReduceSum(y, axes=[0], keepdims=0), y)
)");
  ir::Assignment sizes = ir::assign(rule, {}, {{"N", {3}}});
  const ir::Instance instance = ir::instantiate(rule, sizes);
  const auto reals = [](const std::vector<double>& numbers) -> Tensor {
    return evaluate::Dense<base::Real>{
        {static_cast<std::int64_t>(numbers.size())},
        {numbers.begin(), numbers.end()}};
  };
  const Tensors sides =
      evaluate_absolute(instance.rule, instance.rule.lhs,
                        {reals({-1, 2, -5}), reals({4, -3, 0})});
  using Numbers = std::vector<base::Real>;
  const auto numbers = [&](std::size_t k) {
    return sides.at(k).as<base::Real>().data;
  };
  CHECK(numbers(0) == Numbers{4, 6, 8});
  CHECK(numbers(1) == Numbers{2});
  CHECK(numbers(2) == Numbers{0.5, 1, 3.5});
}

}  // namespace rewright::rounding
