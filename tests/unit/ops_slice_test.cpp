// SPDX-License-Identifier: Apache-2.0
//
// Slice to the letter of ONNX, on numbers and on symbols.
#include <limits>

#include "catch.h"
#include "unit/ops_call.h"

namespace rewright::ops {

namespace {

using index::Expr;
using index::SymbolKind;
using Floats = std::vector<float>;
using Optional = std::optional<Expr>;

ir::Attributes slice_of(const Optional& start, const Optional& end,
                        const Optional& step) {
  return {{"starts", ir::PerAxis{{start}}},
          {"ends", ir::PerAxis{{end}}},
          {"steps", ir::PerAxis{{step}}}};
}

Floats sliced(const Optional& start, const Optional& end,
              const Optional& step) {
  return apply<float>("Slice", {counting({5})}, slice_of(start, end, step))
      .data;
}

}  // namespace

TEST_CASE("Slice takes a range of an axis", "[ops]") {
  CHECK(sliced(1, 4, {}) == Floats{2, 3, 4});
  CHECK(sliced(0, 5, 2) == Floats{1, 3, 5});
  CHECK(sliced({}, 2, {}) == Floats{1, 2});
  CHECK(sliced(3, {}, {}) == Floats{4, 5});
  CHECK(sliced({}, {}, {}) == Floats{1, 2, 3, 4, 5});
}

TEST_CASE("Slice counts negative positions from the end", "[ops]") {
  CHECK(sliced(-2, {}, {}) == Floats{4, 5});
  CHECK(sliced(0, -1, {}) == Floats{1, 2, 3, 4});
}

TEST_CASE("Slice clamps what lies outside", "[ops]") {
  CHECK(sliced(-9, 9, {}) == Floats{1, 2, 3, 4, 5});
  CHECK(sliced(9, 12, {}) == Floats{});
  CHECK(sliced(4, 2, {}) == Floats{});
}

TEST_CASE("Slice runs backwards with a negative step", "[ops]") {
  CHECK(sliced({}, {}, -1) == Floats{5, 4, 3, 2, 1});
  CHECK(sliced(3, 0, -1) == Floats{4, 3, 2});
  CHECK(sliced(9, -9, -2) == Floats{5, 3, 1});
  CHECK(sliced(-1, -6, -1) == Floats{5, 4, 3, 2, 1});
  CHECK(sliced(0, 3, -1) == Floats{});
}

TEST_CASE("Slice clamps a start before the axis to its first element",
          "[ops]") {
  CHECK(sliced(-9, -9, -1) == Floats{1});  // where NumPy has nothing
}

TEST_CASE("Slice of an empty axis is empty", "[ops]") {
  const evaluate::Dense<float> empty{{0}, {}};
  for (const int step : {-2, -1, 1, 2})
    CHECK(apply<float>("Slice", {empty}, slice_of(-1, 3, step)).shape ==
          std::vector<std::int64_t>{0});
}

TEST_CASE("Slice must have a step that is not zero", "[ops]") {
  CHECK(
      OperatorCall("Slice", {ir::shape_of({5})}, slice_of(0, 5, 0)).defect() ==
      "have a step that is not 0, but got 0");
}

TEST_CASE("Facts make the clamps of Slice vanish", "[ops]") {
  const auto size = index::make_symbol("N", SymbolKind::size);
  const auto start = index::make_symbol("s", SymbolKind::integer);
  const auto end = index::make_symbol("e", SymbolKind::integer);
  OperatorCall call("Slice", {{{Expr(size)}}},
                    slice_of(Expr(start), Expr(end), {}));
  call.facts.add_size(size);
  call.facts.add_integer(start);
  call.facts.add_integer(end);
  call.facts.assume(index::less_equal(0, Expr(start)) &&
                    index::less_equal(Expr(start), Expr(end)) &&
                    index::less_equal(Expr(end), Expr(size)));
  const ir::Inferred inferred = call.infer();
  CHECK(inferred.conditions.empty());
  CHECK(inferred.results[0][0].extent == Expr(end) - Expr(start));
  CHECK(call.meaning({2}) == "a[s + 2]");
}

TEST_CASE("Slice of a group is componentwise", "[ops]") {
  const auto size = index::make_symbol("n", SymbolKind::size, "r");
  OperatorCall call("Slice", {{{Expr(size), "r"}}}, slice_of({}, {}, -1));
  call.facts.add_size(size);
  const auto at = index::make_symbol("i", SymbolKind::variable, "r");
  call.facts.add_variable(at, Expr(size));
  CHECK(call.infer().results[0][0].extent == Expr(size));
  CHECK(call.infer().results[0][0].group == "r");
  CHECK(call.meaning({Expr(at)}) == "a[-i + n - 1]");
}

TEST_CASE("Slice reads the attributes of opset 9", "[ops]") {
  ir::OnnxNode node;
  node.op_type = "Slice";
  node.opset = 9;
  node.operands = {{.shape = ir::shape_of({4, 5, 6})}};
  node.attributes = {{"starts", std::vector<std::int64_t>{1}},
                     {"ends", std::vector<std::int64_t>{-1}},
                     {"axes", std::vector<std::int64_t>{2}}};
  const ir::OnnxCall call = find("Slice")->from_onnx(node);
  const auto& starts = std::get<ir::PerAxis>(call.attributes.at("starts"));
  CHECK(!starts.values.at(0));
  CHECK(starts.values.at(2)->is(1));
  CHECK(std::get<ir::PerAxis>(call.attributes.at("ends")).values.at(2)->is(-1));
}

TEST_CASE("Slice takes the largest integers for the end of the axis", "[ops]") {
  ir::OnnxNode node;
  node.op_type = "Slice";
  node.opset = 13;
  const auto constant = [](std::vector<std::int64_t> values) {
    return ir::OnnxOperand{.integers = std::move(values)};
  };
  constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();
  node.operands = {{.shape = ir::shape_of({4, 5})},
                   constant({1, -1}),
                   constant({most, -most}),
                   constant({0, -1}),
                   constant({1, -1})};
  const ir::OnnxCall call = find("Slice")->from_onnx(node);
  CHECK(call.operands == std::vector<int>{0});
  const auto& ends = std::get<ir::PerAxis>(call.attributes.at("ends"));
  CHECK(!ends.values.at(0));
  CHECK(!ends.values.at(1));
}

TEST_CASE("Slice refuses bounds that are not constant", "[ops]") {
  ir::OnnxNode node;
  node.op_type = "Slice";
  node.opset = 13;
  node.operands = {{.shape = ir::shape_of({4})}, {}, {}};
  CHECK_THROWS_AS(find("Slice")->from_onnx(node), ir::IllFormed);
}

}  // namespace rewright::ops
