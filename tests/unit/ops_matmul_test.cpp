// SPDX-License-Identifier: Apache-2.0
//
// MatMul and Gemm on hand-computed cases: vectors, broadcast batches, groups,
// transposition, scaling, stretched addends.
#include "catch.h"
#include "unit/ops_call.h"

namespace rewright::ops {
namespace {

using evaluate::Dense;
using index::Expr;
using Floats = std::vector<float>;
using Sizes = std::vector<std::int64_t>;

const ir::Attribute on{Expr(1)};

TEST_CASE("MatMul multiplies matrices", "[ops]") {
  const auto y = apply<float>("MatMul", {counting({2, 3}), counting({3, 2})});
  CHECK(y.shape == Sizes{2, 2});
  CHECK(y.data == Floats{22, 28, 49, 64});
}

TEST_CASE("MatMul takes vectors as NumPy does", "[ops]") {
  const auto v = counting({2});
  const auto dot = apply<float>("MatMul", {v, v});
  CHECK(dot.shape.empty());
  CHECK(dot.data == Floats{5});
  const auto row = apply<float>("MatMul", {v, counting({2, 3})});
  CHECK(row.shape == Sizes{3});
  CHECK(row.data == Floats{9, 12, 15});
  const auto column = apply<float>("MatMul", {counting({3, 2}), v});
  CHECK(column.shape == Sizes{3});
  CHECK(column.data == Floats{5, 11, 17});
  const auto rows = apply<float>("MatMul", {v, counting({2, 2, 1})});
  CHECK(rows.shape == Sizes{2, 1});
  CHECK(rows.data == Floats{5, 11});
}

TEST_CASE("MatMul broadcasts batches", "[ops]") {
  const auto y =
      apply<float>("MatMul", {counting({2, 1, 1, 2}), counting({3, 2, 1})});
  CHECK(y.shape == Sizes{2, 3, 1, 1});
  CHECK(y.data == Floats{5, 11, 17, 11, 25, 39});
}

TEST_CASE("MatMul over no inner elements is zero", "[ops]") {
  const auto y = apply<float>("MatMul", {{{2, 0}, {}}, {{0, 2}, {}}});
  CHECK(y.data == Floats{0, 0, 0, 0});
}

TEST_CASE("Long inner extents are summed whole", "[ops]") {
  const auto a = counting<std::int64_t>({1, 101});
  const auto b = counting<std::int64_t>({101});
  const Sizes squares = {101 * 102 * 203 / 6};
  CHECK(apply<std::int64_t>("MatMul", {a, b}).data == squares);
  Dense<double> rows{{2, 101}, std::vector<double>(202, 2)};
  CHECK(apply<double>("Gemm", {rows, rows}, {{"transB", on}}).data ==
        std::vector<double>(4, 404));
}

TEST_CASE("No element of a long inner extent is missed", "[ops]") {
  for (std::size_t n = 1; n < 70; ++n)
    for (std::size_t k = 0; k < n; ++k) {
      const auto extent = static_cast<std::int64_t>(n);
      Dense<std::int8_t> row{{1, extent}, std::vector<std::int8_t>(n)};
      row.data[k] = 1;
      Dense<std::int8_t> column{{extent, 1}, row.data};
      CHECK(apply<std::int8_t>("MatMul", {row, column}).data ==
            std::vector<std::int8_t>{1});
    }
}

TEST_CASE("MatMul of int8 wraps around", "[ops]") {
  const Dense<std::int8_t> a{{1, 2}, {100, 100}}, b{{2, 1}, {2, 2}};
  CHECK(apply<std::int8_t>("MatMul", {a, b}).data ==
        std::vector<std::int8_t>{-112});
}

TEST_CASE("MatMul names its dims and its conditions", "[ops]") {
  const OperatorCall call("MatMul",
                          {ir::shape_of({5, 2, 3}), ir::shape_of({4, 7})});
  CHECK(call.defect() == "have equal inner extents, but 3 differs from 4");
  CHECK(call.named("M") == "[2]");
  CHECK(call.named("K") == "[3]");
  CHECK(call.named("N") == "[7]");
  CHECK(call.named("batch") == "[5]");
  const OperatorCall column("MatMul",
                            {ir::shape_of({5, 2, 3}), ir::shape_of({3})});
  CHECK(column.named("M") == "[2]");
  CHECK(column.named("N") == "[1]");
  CHECK(column.named("batch") == "[5]");
}

TEST_CASE("A batch of MatMul may be an axis group", "[ops]") {
  const auto n = index::make_symbol("n", index::SymbolKind::size, "n");
  const ir::Dim group{Expr(n), "n"};
  const OperatorCall call("MatMul", {{group, {2}, {3}}, {group, {3}, {4}}});
  CHECK(call.shape() == "[n..., 2, 4]");
  CHECK(call.defect().empty());
  CHECK(OperatorCall("MatMul", {{{2}, group}, {{3}, {4}}}).rejection() ==
        "MatMul needs single axes to multiply along, but [2, n...] has a group "
        "there");
  CHECK(OperatorCall("MatMul", {{}, {{3}, {4}}}).rejection() ==
        "MatMul needs single axes to multiply along, but [] has none");
}

TEST_CASE("Gemm scales, transposes and adds", "[ops]") {
  const auto a = counting({2, 3}), b = counting({3, 2});
  CHECK(apply<float>("Gemm", {a, b}).data == Floats{22, 28, 49, 64});
  CHECK(apply<float>("Gemm", {a, a}, {{"transA", on}}).data ==
        Floats{17, 22, 27, 22, 29, 36, 27, 36, 45});
  CHECK(apply<float>("Gemm", {a, a}, {{"transB", on}}).data ==
        Floats{14, 32, 32, 77});
  const ir::ConstantNumber half{.rational = base::Rational(1, 2)};
  const ir::ConstantNumber two{.rational = 2};
  CHECK(apply<float>("Gemm", {a, b, {{2}, {10, 20}}},
                     {{"alpha", half}, {"beta", two}})
            .data == Floats{31, 54, 44.5, 72});
}

TEST_CASE("The addend of Gemm stretches over rows, columns or both", "[ops]") {
  const auto a = counting({2, 1}), b = counting({1, 2});
  CHECK(apply<float>("Gemm", {a, b, {{2, 1}, {10, 20}}}).data ==
        Floats{11, 12, 22, 24});
  CHECK(apply<float>("Gemm", {a, b, {{}, {10}}}).data ==
        Floats{11, 12, 12, 14});
  const OperatorCall wide(
      "Gemm", {ir::shape_of({2, 1}), ir::shape_of({1, 2}), ir::shape_of({3})});
  CHECK(wide.defect() == "have an addend that stretches to [2, 2], unlike [3]");
}

TEST_CASE("Gemm takes matrices only", "[ops]") {
  CHECK(OperatorCall("Gemm", {ir::shape_of({2}), ir::shape_of({2, 2})})
            .rejection() ==
        "Gemm multiplies matrices, but an operand has shape [2]");
}

TEST_CASE("Gemm imports the exact value of alpha", "[ops]") {
  ir::OnnxNode node;
  node.op_type = "Gemm";
  node.opset = 11;
  node.operands.resize(2);
  node.attributes["alpha"] = 0.1f;
  node.attributes["transB"] = std::int64_t{1};
  const ir::OnnxCall call = find("Gemm")->from_onnx(node);
  CHECK(call.operands == std::vector<int>{0, 1});
  CHECK(std::get<ir::ConstantNumber>(call.attributes.at("alpha")).rational ==
        base::Rational(13421773, 134217728));
  CHECK(std::get<Expr>(call.attributes.at("transB")).is(1));
}

}  // namespace
}  // namespace rewright::ops
