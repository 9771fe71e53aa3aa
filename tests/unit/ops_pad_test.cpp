// SPDX-License-Identifier: Apache-2.0
//
// Pad, Concat, Split, Reverse, Iota and Const.
#include "catch.h"
#include "unit/ops_call.h"

namespace rewright::ops {

namespace {

using index::Expr;
using index::SymbolKind;
using Floats = std::vector<float>;
using Sizes = std::vector<std::int64_t>;

Floats padded(std::int64_t low, std::int64_t high, std::int64_t interior) {
  return apply<float>("Pad", {counting({3})},
                      {{"low", each({low})},
                       {"high", each({high})},
                       {"interior", each({interior})}})
      .data;
}

}  // namespace

TEST_CASE("Pad puts zeros around and between", "[ops]") {
  CHECK(padded(1, 2, 0) == Floats{0, 1, 2, 3, 0, 0});
  CHECK(padded(0, 0, 2) == Floats{1, 0, 0, 2, 0, 0, 3});
  CHECK(padded(1, 0, 1) == Floats{0, 1, 0, 2, 0, 3});
}

TEST_CASE("Negative padding crops, after the interior is filled", "[ops]") {
  CHECK(padded(-1, 0, 0) == Floats{2, 3});
  CHECK(padded(-1, -1, 1) == Floats{0, 2, 0});
  CHECK(padded(-2, 4, 0) == Floats{3, 0, 0, 0, 0});
  CHECK(padded(-4, 4, 0) == Floats{0, 0, 0});
  CHECK(padded(-3, 0, 0) == Floats{});
}

TEST_CASE("Pad must not crop more than there is", "[ops]") {
  const OperatorCall call("Pad", {ir::shape_of({3})}, {{"low", each({-4})}});
  CHECK(call.defect() == "not crop more than there is, but 3 would become -1");
  CHECK(OperatorCall("Pad", {ir::shape_of({3})}, {{"interior", each({-1})}})
            .defect() == "have an interior that is not negative, but got -1");
}

TEST_CASE("Pad takes its value from an operand or an attribute", "[ops]") {
  const evaluate::Dense<float> value{{}, {7}};
  CHECK(
      apply<float>("Pad", {counting({1}), value}, {{"low", each({1})}}).data ==
      Floats{7, 1});
  CHECK(apply<float>(
            "Pad", {counting({1})},
            {{"low", each({1})}, {"value", ir::ConstantNumber{.rational = 5}}})
            .data == Floats{5, 1});
  CHECK(
      OperatorCall("Pad", {ir::shape_of({1}), ir::shape_of({1})}).rejection() ==
      "the value must be a scalar, but has shape [1]");
}

TEST_CASE("An empty axis has no interior", "[ops]") {
  const evaluate::Dense<float> empty{{0}, {}};
  CHECK(apply<float>("Pad", {empty},
                     {{"low", each({2})}, {"interior", each({3})}})
            .data == Floats{0, 0});
}

TEST_CASE("Pads are an attribute before opset 11 and an operand after",
          "[ops]") {
  ir::OnnxNode node;
  node.op_type = "Pad";
  node.opset = 9;
  node.operands = {{.shape = ir::shape_of({2, 3})}};
  node.attributes = {{"pads", std::vector<std::int64_t>{1, 2, 3, 4}},
                     {"value", 0.5F}};
  const auto low = [](const ir::OnnxCall& call, std::size_t k) {
    return *std::get<ir::PerAxis>(call.attributes.at("low")).values.at(k);
  };
  ir::OnnxCall call = find("Pad")->from_onnx(node);
  CHECK(low(call, 1).is(2));
  CHECK(std::get<ir::ConstantNumber>(call.attributes.at("value")).rational ==
        base::Rational(1, 2));
  node.attributes.clear();
  node.operands.push_back({.integers = Sizes{3, 4}});
  node.operands.push_back({.given = false});
  node.operands.push_back({.integers = Sizes{-1}});
  call = find("Pad")->from_onnx(node);
  CHECK(low(call, 0).is(0));
  CHECK(low(call, 1).is(3));
  CHECK(call.operands == std::vector<int>{0});
  node.attributes["mode"] = std::string("reflect");
  CHECK_THROWS_AS(find("Pad")->from_onnx(node), ir::IllFormed);
}

TEST_CASE("Concat puts one after the other", "[ops]") {
  const auto y = apply<float>("Concat", {counting({2, 1}), counting({2, 2})},
                              {{"axis", ir::Axes{{1}}}});
  CHECK(y.shape == Sizes{2, 3});
  CHECK(y.data == Floats{1, 1, 2, 2, 3, 4});
  CHECK(OperatorCall("Concat", {ir::shape_of({2, 1}), ir::shape_of({3, 1})},
                     {{"axis", ir::Axes{{1}}}})
            .defect() == "have equal sizes beside the axis, but 2 faces 3");
}

TEST_CASE("Concat refuses a group as its axis", "[ops]") {
  const auto n = index::make_symbol("n", SymbolKind::size, "r");
  CHECK(OperatorCall("Concat", {{{Expr(n), "r"}}}, {{"axis", ir::Axes{{0}}}})
            .rejection() == "the axis is a group of axes");
}

TEST_CASE("The meaning of Concat chooses by position", "[ops]") {
  const auto n = index::make_symbol("N", SymbolKind::size);
  const auto i = index::make_symbol("i", SymbolKind::variable);
  OperatorCall call("Concat", {{{Expr(n)}}, {{Expr(2)}}},
                    {{"axis", ir::Axes{{0}}}});
  call.facts.add_size(n);
  call.facts.add_variable(i, Expr(n) + 2);
  CHECK(call.shape() == "[N + 2]");
  CHECK(call.meaning({0}) == "a[0]");
}

TEST_CASE("Split cuts an axis into pieces", "[ops]") {
  const auto call = [](ir::Attributes attributes) {
    return OperatorCall("Split", {ir::shape_of({2, 5})}, attributes);
  };
  const ir::Attribute axis = ir::Axes{{1}};
  CHECK(call({{"axis", axis}, {"split", ir::IntList{{2, 3}}}})
            .infer()
            .results.size() == 2);
  CHECK(call({{"axis", axis}, {"split", ir::IntList{{2, 2}}}}).defect() ==
        "use up the axis, but 4 is not 5");
  const auto three = call({{"axis", axis}, {"num_outputs", Expr(3)}}).infer();
  CHECK(print(three.results.at(2)) == "[2, 1]");
  CHECK(call({{"axis", axis}, {"num_outputs", Expr(4)}}).defect() ==
        "make pieces that are not negative, but one is -1");
  CHECK(call({{"axis", axis}}).rejection() ==
        "either split or num_outputs must be given");
}

TEST_CASE("Split without lengths needs equal parts before opset 18", "[ops]") {
  ir::OnnxNode node;
  node.op_type = "Split";
  node.opset = 13;
  node.results = 2;
  node.operands = {{.shape = ir::shape_of({5})}};
  const ir::OnnxCall call = find("Split")->from_onnx(node);
  CHECK(OperatorCall("Split", {ir::shape_of({5})}, call.attributes).defect() ==
        "use up the axis, but 4 is not 5");
}

TEST_CASE("Reverse runs axes backwards", "[ops]") {
  CHECK(
      apply<float>("Reverse", {counting({2, 2})}, {{"axes", ir::Axes{{0, 1}}}})
          .data == Floats{4, 3, 2, 1});
}

TEST_CASE("Iota and Const are made in the world they are asked for", "[ops]") {
  OperatorCall iota("Iota", {},
                    {{"shape", ir::shape_of({2, 3})}, {"axis", ir::Axes{{1}}}});
  ir::Call call = iota.call();
  call.world = evaluate::residue_world;
  const auto counted = iota.op.kernel(call, {}, iota.infer().results).at(0);
  CHECK(counted.as<base::Residue>().data.at(5) == base::Residue(2));
  const auto n = index::make_symbol("N", SymbolKind::size);
  OperatorCall size("Const", {}, {{"value", Expr(n) * 2}});
  CHECK(size.meaning({}) == "2*N");
  CHECK(size.shape() == "[]");
}

}  // namespace rewright::ops
