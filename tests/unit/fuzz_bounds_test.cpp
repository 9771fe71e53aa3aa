// SPDX-License-Identifier: Apache-2.0
//
// Error bounds held against exact results over all shipped rules, in every
// floating-point format: no error is larger than its bound, and wherever a sum
// rounds some error comes near it.
#include <algorithm>
#include <cstdlib>
#include <set>

#include "catch.h"
#include "properties/formats.h"
#include "shipped_rules.h"
#include "unit/fuzz_rule.h"

namespace rewright::properties {

namespace {

using ir::ElementType;

constexpr ElementType formats[] = {ElementType::float64, ElementType::float32,
                                   ElementType::float16, ElementType::bfloat16};
constexpr double useful = 0.01;

/// Sums of one term or none: nothing is rounded.
const std::set<std::string> without_rounding = {
    "average_pool_of_one",
    "dot_empty_to_zero",
    "reduce_noop",
    "reduce_relabelled_unit_axes_to_reshape",
    "reduce_sum_of_ones_axes",
    "reduce_unit_axes_to_reshape"};

/// Per rule and format; REWRIGHT_BOUND_CASES says otherwise.
std::int64_t cases() {
  const char* given = std::getenv("REWRIGHT_BOUND_CASES");
  return given ? std::max(60, std::atoi(given)) : 60;
}

bool has_sums(const ir::Rule& rule) {
  static const std::set<std::string> exact = {"ReduceMax", "ReduceMin",
                                              "MaxPool"};
  for (const ir::Graph* graph : {&rule.lhs, &rule.rhs})
    for (const ir::Node& node : graph->nodes)
      if (node.op->rounding == ir::Rounding::reduction &&
          !exact.contains(node.op->name))
        return true;
  return false;
}

}  // namespace

TEST_CASE("errors stay within their bounds and come near them", "[bounds]") {
  std::int64_t elements = 0, unbounded = 0;
  int rules_with_sums = 0;
  for (const ir::Rule& rule : ir::rules_in("rewrites"))
    for (const ElementType format : formats) {
      const auto in = in_format(rule, format);
      if (!in) continue;
      FuzzOptions options;
      options.cases = cases();
      solver::Session session;
      const auto found = fuzz(*in, options, session);
      INFO(rule.name << ", " << ir::name(format));
      CHECK(found.worst_error_over_bound <= 1);
      elements += found.elements_with_bound;
      unbounded += found.elements_without_bound;
      if (!has_sums(rule) || found.elements_with_bound == 0) continue;
      ++rules_with_sums;
      if (without_rounding.contains(rule.name))
        CHECK(found.worst_error_over_bound == 0);
      else
        CHECK(found.worst_error_over_bound >= useful);
    }
  WARN(elements << " elements within their bounds, " << unbounded
                << " without one");
  CHECK(elements > 1'000'000);
  CHECK(unbounded < elements / 10);
  CHECK(rules_with_sums > 200);
}

TEST_CASE("one product and a tiny factor: underflow counts", "[bounds]") {
  const ir::Rule rule = rule_of(R"(rule tiny_alpha
  sizes  N, M
  input  a : float[N, 1]
  input  b : float[1, M]
  lhs    Gemm(a, b, alpha=0.000000000000000000000000000000001)
  rhs    Transpose(Gemm(Transpose(b, perm=[1, 0]), Transpose(a, perm=[1, 0]),
           alpha=0.000000000000000000000000000000001), perm=[1, 0]))");
  FuzzOptions options;
  options.cases = 600;
  solver::Session session;
  CHECK(fuzz(*in_format(rule, ElementType::float32), options, session)
            .worst_error_over_bound <= 1);
}

}  // namespace rewright::properties
