// SPDX-License-Identifier: Apache-2.0
//
// A formula holds for every order of summation: sums are taken here in random
// orders and with random parentheses, by hand.
#include "catch.h"
#include "properties/stream.h"
#include "rounding_rules.h"

namespace rewright::rounding {

namespace {

using properties::Stream;

/// Adds two of the terms at random until one is left.
template <class E>
E sum_in_some_order(std::vector<E> terms, Stream& stream) {
  while (terms.size() > 1) {
    stream.shuffle(terms);
    const E last = terms.back();
    terms.pop_back();
    terms.back() = evaluate::Arithmetic<E>::add(terms.back(), last);
  }
  return terms.at(0);
}

/// Eight bits of a size that keeps products clear of underflow.
float random_float(Stream& stream) {
  const auto exponent = static_cast<int>(stream.between(-3, 3));
  const auto significand = static_cast<float>(stream.between(128, 255));
  const float size = std::ldexp(significand, exponent - 8);
  return stream.chance(1, 2) ? -size : size;
}

/// What n terms of size 1 are multiplied by.
base::Rational factor_of(const ir::Rule& rule, std::int64_t n,
                         ir::ElementType format) {
  ir::Assignment at = ir::assign(rule, {}, {{"N", {n}}});
  at.types = {format};
  return factor(bound_of(rule, rule.lhs, 0, format), rule, at).value();
}

const char* const a_sum = R"(rule a_sum
  sizes  N
  input  x : float[N]
  lhs    ReduceSum(x, axes=[0], keepdims=0)
  rhs    ReduceSum(x, axes=[0], keepdims=0)
)";

const char* const a_product = R"(rule a_product
  sizes  N
  input  x, y : float[N]
  lhs    MatMul(x, y)
  rhs    ReduceSum(x * y, axes=[0], keepdims=0)
)";

template <class E>
Tensor scalar(const E& value) {
  return evaluate::Dense<E>{{}, {value}};
}

}  // namespace

TEST_CASE("a sum's formula holds for every order of its terms", "[rounding]") {
  const ir::Rule rule = ir::rule_of(a_sum);
  Stream stream(7);
  double worst = 0;
  for (int k = 0; k < 4000; ++k) {
    const auto n = stream.between(1, 9);
    std::vector<float> terms;
    base::Real exact = 0, magnitude = 0;
    for (std::int64_t i = 0; i < n; ++i) {
      terms.push_back(random_float(stream) * 1.1f);
      exact += terms.back();
      magnitude += std::fabs(terms.back());
    }
    const auto bound = factor_of(rule, n, ir::ElementType::float32);
    const double ratio = worst_ratio(scalar(sum_in_some_order(terms, stream)),
                                     scalar(exact), bound, scalar(magnitude));
    CHECK(ratio <= 1);
    worst = std::max(worst, ratio);
  }
  CHECK(worst > 0.2);
}

TEMPLATE_TEST_CASE(
    "sums of products in short formats, summed in float32 in "
    "any order, keep to their formula",
    "[rounding]", evaluate::Half, evaluate::BFloat16) {
  using E = TestType;
  constexpr auto format = std::is_same_v<E, evaluate::Half>
                              ? ir::ElementType::float16
                              : ir::ElementType::bfloat16;
  const ir::Rule rule = ir::rule_of(a_product);
  Stream stream(11);
  double worst = 0;
  for (int k = 0; k < 4000; ++k) {
    const auto n = stream.between(1, 9);
    std::vector<float> terms;
    base::Real exact = 0, magnitude = 0;
    for (std::int64_t i = 0; i < n; ++i) {
      const auto x = random_float(stream);
      const auto y = random_float(stream);
      terms.push_back(x * y);
      exact += base::Real(x) * y;
      magnitude += fabs(base::Real(x) * y);
    }
    const E computed(sum_in_some_order(terms, stream));
    const double ratio =
        worst_ratio(scalar(computed), scalar(exact), factor_of(rule, n, format),
                    scalar(magnitude));
    CHECK(ratio <= 1);
    worst = std::max(worst, ratio);
  }
  CHECK(worst > 0.5);
}

// 1 + u + u + ...: from the left every u is lost, n - 1 of them.
TEST_CASE("a formula with one rounding less is wrong", "[rounding]") {
  const ir::Rule rule = ir::rule_of(a_sum);
  const float u = 0x1p-24f;
  for (std::int64_t n = 2; n <= 40; ++n) {
    std::vector<float> terms(static_cast<std::size_t>(n), u);
    terms[0] = 1;
    float computed = 0;
    for (const float term : terms) computed += term;
    const base::Real exact = 1 + base::Real(u) * (n - 1);
    const auto ratio = [&](std::int64_t terms_counted) {
      return worst_ratio(
          scalar(computed), scalar(exact),
          factor_of(rule, terms_counted, ir::ElementType::float32),
          scalar(exact));
    };
    CHECK(ratio(n) <= 1);
    if (n > 2) CHECK(ratio(n - 1) > 1);
  }
}

}  // namespace rewright::rounding
