// SPDX-License-Identifier: Apache-2.0
//
// Einsum: equations, diagonals, ellipses, implicit results of ONNX, and
// messages about equations that do not fit.
#include <cmath>

#include "catch.h"
#include "ops/common_equation.h"
#include "unit/ops_call.h"

namespace rewright::ops {
namespace {

using evaluate::Dense;
using index::Expr;
using Floats = std::vector<float>;
using Sizes = std::vector<std::int64_t>;

Dense<float> einsum_of(const std::string& equation,
                       const std::vector<Dense<float>>& operands) {
  return apply<float>("Einsum", operands, {{"equation", equation}});
}

TEST_CASE("Einsum multiplies, sums and transposes", "[ops]") {
  const auto a = counting({2, 3});
  CHECK(einsum_of("ij->ji", {a}).data == Floats{1, 4, 2, 5, 3, 6});
  CHECK(einsum_of("ij->", {a}).data == Floats{21});
  CHECK(einsum_of("ij->j", {a}).data == Floats{5, 7, 9});
  CHECK(einsum_of("ij,kj->ik", {a, a}).data == Floats{14, 32, 32, 77});
  CHECK(einsum_of("i , j -> j i", {counting({2}), counting({3})}).data ==
        Floats{1, 2, 2, 4, 3, 6});
  CHECK(einsum_of("i,i,i->", {counting({3}), counting({3}), counting({3})})
            .data == Floats{1 + 8 + 27});
}

TEST_CASE("Where Einsum sums nothing, a product keeps the sign of its zero",
          "[ops]") {
  const auto y = einsum_of("i,j->ij", {{{1}, {-1}}, {{2}, {0, 1}}});
  CHECK(std::signbit(y.data[0]));
  const auto sum = einsum_of("i,i->", {{{1}, {-1}}, {{1}, {0}}});
  CHECK_FALSE(std::signbit(sum.data[0]));
}

TEST_CASE("A letter repeated in a term reads the diagonal", "[ops]") {
  const auto a = counting({3, 3});
  CHECK(einsum_of("ii->i", {a}).data == Floats{1, 5, 9});
  CHECK(einsum_of("ii->", {a}).data == Floats{15});
}

TEST_CASE("An ellipsis covers axes and broadcasts them", "[ops]") {
  const auto y =
      einsum_of("...i,...i->...", {counting({2, 1, 2}), counting({1, 3, 2})});
  CHECK(y.shape == Sizes{2, 3});
  CHECK(y.data == Floats{5, 11, 17, 11, 25, 39});
}

TEST_CASE("Einsum names what it sums", "[ops]") {
  const OperatorCall call("Einsum",
                          {ir::shape_of({2, 3}), ir::shape_of({3, 4})},
                          {{"equation", std::string("ij,jk->k")}});
  CHECK(call.shape() == "[4]");
  CHECK(call.named("summed") == "[2, 3]");
  CHECK(call.named("summed_elements") == "[6]");
  CHECK(call.named("kept") == "[4]");
}

std::string rejection(const std::string& equation,
                      const std::vector<ir::Shape>& operands) {
  return OperatorCall("Einsum", operands, {{"equation", equation}}).rejection();
}

TEST_CASE("Equations that do not fit are rejected with a reason", "[ops]") {
  const std::vector<ir::Shape> matrix = {ir::shape_of({2, 3})};
  CHECK(rejection("ij", matrix) == "equation 'ij' has no '->'");
  CHECK(rejection("i->i", matrix) ==
        "equation 'i->i' names 1 axes of an operand [2, 3]");
  CHECK(rejection("ij,j->i", matrix) ==
        "equation 'ij,j->i' has 2 terms for 1 operands");
  CHECK(rejection("ij->ii", matrix) ==
        "equation 'ij->ii' must have 'i' once on the right side and also on "
        "the left");
  CHECK(rejection("ij->k", matrix) ==
        "equation 'ij->k' must have 'k' once on the right side and also on "
        "the left");
  CHECK(rejection("i1->i", matrix) == "equation 'i1->i' has an unexpected '1'");
  CHECK(rejection("...ij->ij", matrix) ==
        "equation '...ij->ij' has an ellipsis on one side of the arrow only");
  CHECK(rejection("......->...", matrix) ==
        "equation '......->...' has two ellipses in one term");
  CHECK(rejection("...,...->...", {ir::shape_of({2}), ir::shape_of({2, 2})}) ==
        "equation '...,...->...' has ellipses for different numbers of axes");
}

TEST_CASE("A letter must stand for one extent", "[ops]") {
  const OperatorCall call("Einsum", {ir::shape_of({2, 3})},
                          {{"equation", std::string("ii->i")}});
  CHECK(call.defect() == "have equal extents where 'i' stands, not 2 and 3");
}

TEST_CASE("A letter or an ellipsis may stand for an axis group", "[ops]") {
  const auto n = index::make_symbol("n", index::SymbolKind::size, "n");
  const ir::Shape x = {{Expr(n), "n"}, {3}};
  for (const char* equation : {"...i,...i->...", "ij,ij->i"}) {
    const OperatorCall call("Einsum", {x, x},
                            {{"equation", std::string(equation)}});
    CHECK(call.shape() == "[n...]");
    CHECK(call.defect().empty());
  }
  CHECK(rejection("ij,ji->i", {x, x}) ==
        "equation 'ij,ji->i' makes an axis group face another axis: [3] and "
        "[n...]");
}

TEST_CASE("Implicit equations of ONNX are written out", "[ops]") {
  const auto shapes = [](const std::vector<Sizes>& sizes) {
    std::vector<ir::Shape> list;
    for (const Sizes& s : sizes) list.push_back(ir::shape_of(s));
    return list;
  };
  CHECK(explicit_equation("ij, jk", shapes({{2, 3}, {3, 4}})) == "ij,jk->ik");
  CHECK(explicit_equation("ba", shapes({{2, 3}})) == "ba->ab");
  CHECK(explicit_equation("ii", shapes({{2, 2}})) == "ii->");
  CHECK(explicit_equation("bi,i->", shapes({{2, 3}, {3}})) == "bi,i->");
  CHECK(explicit_equation("...ij,...jk", shapes({{5, 2, 3}, {5, 3, 4}})) ==
        "aij,ajk->aik");
  CHECK(explicit_equation("...ij,...jk", shapes({{1, 2, 3}, {5, 3, 4}})) ==
        "...ij,...jk->...ik");
  CHECK(explicit_equation("a...,a...->...", shapes({{2, 3, 4}, {2, 3, 4}})) ==
        "abc,abc->bc");
}

}  // namespace
}  // namespace rewright::ops
