// SPDX-License-Identifier: Apache-2.0
//
// Degrees of the polynomials that residues are put into.
#include "catch.h"
#include "ir/graph.h"
#include "properties/degree.h"
#include "unit/fuzz_rule.h"

namespace rewright::properties {

namespace {

ir::Rule with_sides(const std::string& lhs, const std::string& rhs) {
  return rule_of("rule r\n  sizes  N, M\n  input  x, y : T[N, M]\n  lhs    " +
                 lhs + "\n  rhs    " + rhs + "\n");
}

std::optional<double> degree(const std::string& lhs, const std::string& rhs) {
  return degree_of_difference(with_sides(lhs, rhs));
}

}  // namespace

TEST_CASE("the degree of a difference is that of its highest term", "[fuzz]") {
  CHECK(degree("x", "y") == 1);
  CHECK(degree("x + y", "y * y * x") == 3);
  CHECK(degree("ReduceSum(x * y, axes=[0])", "ReduceSum(x, axes=[0])") == 2);
  CHECK(degree("Transpose(Transpose(x, perm=[1, 0]), perm=[1, 0])", "y") == 1);
}

TEST_CASE("quotients are brought to a common denominator", "[fuzz]") {
  // x y - y x, x^2 - y^2, and (x y^2 + y) - x y.
  CHECK(degree("x / y", "x / y") == 2);
  CHECK(degree("x / y", "y / x") == 2);
  CHECK(degree("x * y + y / y", "x") == 3);
}

TEST_CASE("products and sums of quotients depend on the sizes", "[fuzz]") {
  const ir::Rule product =
      with_sides("ReduceProd(x, axes=[0])", "ReduceSum(y, axes=[0])");
  CHECK(!degree_of_difference(product));
  ir::Assignment at;
  for (const auto& size : product.sizes)
    at.values[size.symbol->id] = {size.symbol->name == "N" ? 5 : 2};
  at.types = {ir::ElementType::float32};
  CHECK(degree_of_difference(ir::instantiate(product, at).rule) == 5);
}

TEST_CASE("functions have no degree", "[fuzz]") {
  CHECK(!degree("Exp(x)", "y"));
  CHECK(!degree("Max(x, y)", "x"));
}

TEST_CASE("what has no degree promises nothing", "[fuzz]") {
  const auto found = fuzzed(R"(rule r
  sizes  N
  input  x, y, a, b : float[N]
  lhs    Where(Equal(x, y), a, b)
  rhs    Where(Equal(y, x), a, b))");
  CHECK(found.residue_cases > 0);
  CHECK(found.residue_miss == 1);
}

}  // namespace rewright::properties
