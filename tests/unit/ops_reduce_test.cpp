// SPDX-License-Identifier: Apache-2.0
//
// Reductions over axes: shapes, kernels on hand-computed cases, groups, the
// ONNX form.
#include "catch.h"
#include "unit/ops_call.h"

namespace rewright::ops {
namespace {

using evaluate::Dense;
using index::Expr;
using Floats = std::vector<float>;
using Sizes = std::vector<std::int64_t>;

const ir::Attribute off{Expr(0)};
const ir::Attribute on{Expr(1)};

TEST_CASE("ReduceSum adds along the given axes", "[ops]") {
  const auto x = counting({2, 3, 2});
  const auto rows =
      apply<float>("ReduceSum", {x}, {{"axes", ir::Axes{{2, 0}}}});
  CHECK(rows.shape == Sizes{1, 3, 1});
  CHECK(rows.data == Floats{1 + 2 + 7 + 8, 3 + 4 + 9 + 10, 5 + 6 + 11 + 12});
  const auto columns = apply<float>(
      "ReduceSum", {x}, {{"axes", ir::Axes{{1}}}, {"keepdims", off}});
  CHECK(columns.shape == Sizes{2, 2});
  CHECK(columns.data == Floats{9, 12, 27, 30});
}

TEST_CASE("No axes means all axes, or none under noop_with_empty_axes",
          "[ops]") {
  const auto x = counting({2, 2});
  CHECK(apply<float>("ReduceSum", {x}).data == Floats{10});
  CHECK(apply<float>("ReduceSum", {x}).shape == Sizes{1, 1});
  CHECK(apply<float>("ReduceSum", {x}, {{"axes", ir::Axes{}}}).data ==
        Floats{10});
  CHECK(apply<float>("ReduceSum", {x}, {{"noop_with_empty_axes", on}}).data ==
        x.data);
}

TEST_CASE("A scalar reduces to itself", "[ops]") {
  CHECK(apply<float>("ReduceMean", {{{}, {7}}}).data == Floats{7});
  CHECK(apply<float>("ReduceMean", {{{}, {7}}}).shape.empty());
}

TEST_CASE("The sum of nothing is zero and the product of nothing one",
          "[ops]") {
  const Dense<float> empty{{2, 0}, {}};
  const ir::Attributes last = {{"axes", ir::Axes{{1}}}};
  CHECK(apply<float>("ReduceSum", {empty}, last).data == Floats{0, 0});
  CHECK(apply<float>("ReduceProd", {empty}, last).data == Floats{1, 1});
}

TEST_CASE("The maximum, minimum or mean of nothing is ill formed", "[ops]") {
  for (const char* name : {"ReduceMax", "ReduceMin", "ReduceMean"})
    CHECK(OperatorCall(name, {ir::shape_of({2, 0})}).defect() ==
          "reduce axes with at least one element, but one has extent 0");
}

TEST_CASE("ReduceMax, ReduceMin, ReduceProd and ReduceMean on a row", "[ops]") {
  const Dense<float> x{{1, 4}, {3, -5, 4, 2}};
  CHECK(apply<float>("ReduceMax", {x}).data == Floats{4});
  CHECK(apply<float>("ReduceMin", {x}).data == Floats{-5});
  CHECK(apply<float>("ReduceProd", {x}).data == Floats{-120});
  CHECK(apply<float>("ReduceMean", {x}).data == Floats{1});
}

TEST_CASE("Long rows are reduced whole", "[ops]") {
  const auto x = counting<std::int64_t>({3, 101});
  const auto sums =
      apply<std::int64_t>("ReduceSum", {x}, {{"axes", ir::Axes{{1}}}});
  CHECK(sums.data == Sizes{5151, 5151 + 10201, 5151 + 20402});
  CHECK(apply<std::int64_t>("ReduceMax", {x}).data == Sizes{303});
}

TEST_CASE("Integer sums wrap around", "[ops]") {
  const Dense<std::int8_t> x{{3}, {100, 100, 100}};
  CHECK(apply<std::int8_t>("ReduceSum", {x}).data ==
        std::vector<std::int8_t>{44});
}

TEST_CASE("Sums of float16 are accumulated in float32", "[ops]") {
  const evaluate::Half one(1.0f);
  const Dense<evaluate::Half> x{{3000}, std::vector(3000, one)};
  const auto sum = apply<evaluate::Half>("ReduceSum", {x});
  CHECK(static_cast<float>(sum.data.at(0)) == 3000);
}

TEST_CASE("A sum of one negative zero keeps its sign", "[ops]") {
  const auto sum = apply<float>("ReduceSum", {{{1}, {-0.0f}}});
  CHECK(std::signbit(sum.data.at(0)));
}

TEST_CASE("A reduced axis group keeps extent 1 or disappears", "[ops]") {
  const index::Symbol n = index::make_symbol("n", index::SymbolKind::size, "n");
  const index::Symbol m = index::make_symbol("M", index::SymbolKind::size);
  const ir::Shape x = {{Expr(n), "n"}, {Expr(m)}};
  const ir::Attributes first = {{"axes", ir::Axes{{0}}}};
  CHECK(OperatorCall("ReduceSum", {x}, first).shape() == "[n: 1, M]");
  const OperatorCall dropped("ReduceSum", {x},
                             {{"axes", ir::Axes{{0}}}, {"keepdims", off}});
  CHECK(dropped.shape() == "[M]");
  CHECK(dropped.named("reduced") == "[n...]");
}

TEST_CASE("Target files may name what a reduction reduces", "[ops]") {
  const OperatorCall call("ReduceMean", {ir::shape_of({2, 3, 5})},
                          {{"axes", ir::Axes{{0, 2}}}});
  CHECK(call.named("reduced") == "[2, 5]");
  CHECK(call.named("reduced_elements") == "[10]");
}

ir::OnnxNode reduce_node(int opset) {
  ir::OnnxNode node;
  node.op_type = "ReduceSum";
  node.opset = opset;
  node.operands.push_back({.shape = ir::shape_of({2, 3, 4})});
  return node;
}

std::vector<int> imported_axes(const ir::OnnxNode& node) {
  const ir::OnnxCall call = find("ReduceSum")->from_onnx(node);
  return std::get<ir::Axes>(call.attributes.at("axes")).entries;
}

TEST_CASE("ONNX axes are read from the attribute or the operand", "[ops]") {
  ir::OnnxNode before = reduce_node(11);
  before.attributes["axes"] = std::vector<std::int64_t>{-1, 0};
  CHECK(imported_axes(before) == std::vector<int>{0, 2});
  ir::OnnxNode since = reduce_node(13);
  since.operands.push_back({.integers = std::vector<std::int64_t>{-2}});
  CHECK(imported_axes(since) == std::vector<int>{1});
  CHECK(find("ReduceSum")->from_onnx(since).operands == std::vector<int>{0});
}

TEST_CASE("ONNX axes that repeat or exceed the rank are rejected", "[ops]") {
  ir::OnnxNode node = reduce_node(11);
  node.attributes["axes"] = std::vector<std::int64_t>{-1, 2};
  CHECK_THROWS_WITH(imported_axes(node), "ReduceSum names an axis twice");
  node.attributes["axes"] = std::vector<std::int64_t>{3};
  CHECK_THROWS_AS(imported_axes(node), ir::IllFormed);
}

}  // namespace
}  // namespace rewright::ops
