// SPDX-License-Identifier: Apache-2.0
//
// Conv on hand-computed cases: padding, strides, dilations, groups, automatic
// padding, spatial ranks, and what makes a call ill formed.
#include <limits>

#include "catch.h"
#include "unit/ops_call.h"

namespace rewright::ops {
namespace {

using evaluate::Dense;
using index::Expr;
using Floats = std::vector<float>;
using Sizes = std::vector<std::int64_t>;

TEST_CASE("Conv correlates: the kernel is not flipped", "[ops]") {
  const auto y =
      apply<float>("Conv", {{{1, 1, 4}, {1, 2, 3, 4}}, {{1, 1, 2}, {10, 1}}});
  CHECK(y.shape == Sizes{1, 1, 3});
  CHECK(y.data == Floats{12, 23, 34});
}

TEST_CASE("Conv pads each end by itself", "[ops]") {
  const auto y =
      apply<float>("Conv", {{{1, 1, 3}, {1, 2, 3}}, {{1, 1, 2}, {10, 1}}},
                   {{"low", each({2})}, {"high", each({1})}});
  CHECK(y.data == Floats{0, 1, 12, 23, 30});
}

TEST_CASE("Conv with stride, dilation and padding in two dimensions", "[ops]") {
  // Rows of x at -1, 1, 3 (dilation 2, low 1), then 1, 3, 5 (stride 2).
  const auto y = apply<float>(
      "Conv", {counting({1, 1, 4, 4}), {{1, 1, 3, 1}, {100, 10, 1}}},
      {{"strides", each({2, 3})},
       {"dilations", each({2, 1})},
       {"low", each({1, 0})},
       {"high", each({2, 0})}});
  CHECK(y.shape == Sizes{1, 1, 2, 2});
  CHECK(y.data == Floats{50 + 13, 80 + 16, 500 + 130, 800 + 160});
}

TEST_CASE("Conv sums over the channels of a group only", "[ops]") {
  const Dense<float> x{{1, 4, 1}, {1, 2, 3, 4}};
  const Dense<float> w{{4, 2, 1}, {1, 10, 100, 1000, 1, 10, 100, 1000}};
  const auto y = apply<float>("Conv", {x, w}, {{"group", Expr(2)}});
  CHECK(y.shape == Sizes{1, 4, 1});
  CHECK(y.data == Floats{21, 2100, 43, 4300});
}

TEST_CASE("Conv adds a bias per output channel", "[ops]") {
  const auto y = apply<float>(
      "Conv", {{{2, 1, 1}, {1, 2}}, {{2, 1, 1}, {3, 5}}, {{2}, {100, 200}}});
  CHECK(y.shape == Sizes{2, 2, 1});
  CHECK(y.data == Floats{103, 205, 106, 210});
}

TEST_CASE("Conv spreads its input by the input dilation", "[ops]") {
  // x is 0 1 0 0 2 0 0 3 with low 1; the kernel sees two elements three apart.
  const auto y =
      apply<float>("Conv", {{{1, 1, 3}, {1, 2, 3}}, {{1, 1, 2}, {10, 1}}},
                   {{"low", each({1})},
                    {"dilations", each({3})},
                    {"input_dilations", each({3})}});
  CHECK(y.shape == Sizes{1, 1, 5});
  CHECK(y.data == Floats{0, 12, 0, 0, 23});
}

TEST_CASE("Gaps in the input are no terms, even where a weight is infinite",
          "[ops]") {
  const float inf = std::numeric_limits<float>::infinity();
  const auto y =
      apply<float>("Conv", {{{1, 1, 2}, {1, 2}}, {{1, 1, 2}, {1, inf}}},
                   {{"input_dilations", each({2})}});
  CHECK(y.data == Floats{1, inf});
}

TEST_CASE("Negative padding of a Conv crops where it may", "[ops]") {
  const std::vector<Dense<float>> operands = {{{1, 1, 4}, {1, 2, 3, 4}},
                                              {{1, 1, 2}, {10, 1}}};
  const ir::Attributes attributes = {{"low", each({-1})}, {"crop", Expr(1)}};
  CHECK(apply<float>("Conv", operands, attributes).data == Floats{23, 34});
  const std::vector<ir::Shape> shapes = {ir::shape_of({1, 1, 4}),
                                         ir::shape_of({1, 1, 2})};
  CHECK(OperatorCall("Conv", shapes, {{"low", each({-1})}}).defect() ==
        "have no negative padding, not -1 and 0");
}

TEST_CASE("A sum over two axes is a convolution with as many groups", "[ops]") {
  const auto x = counting({1, 6, 2, 3});
  Dense<float> w{{6, 1, 2, 3}, Floats(36, 1)};
  const auto y = apply<float>("Conv", {x, w}, {{"group", Expr(6)}});
  CHECK(y.shape == Sizes{1, 6, 1, 1});
  CHECK(y.data == Floats{21, 57, 93, 129, 165, 201});
}

TEST_CASE("SAME_UPPER and SAME_LOWER differ in where the odd padding goes",
          "[ops]") {
  const std::vector<Dense<float>> operands = {{{1, 1, 3}, {1, 2, 3}},
                                              {{1, 1, 2}, {10, 1}}};
  const std::string upper = "SAME_UPPER", lower = "SAME_LOWER";
  CHECK(apply<float>("Conv", operands, {{"auto_pad", upper}}).data ==
        Floats{12, 23, 30});
  CHECK(apply<float>("Conv", operands, {{"auto_pad", lower}}).data ==
        Floats{1, 12, 23});
}

TEST_CASE("SAME padding follows stride and dilation", "[ops]") {
  // output 3 = ceildiv(5, 2), total padding 2*2 + 2*2 + 1 - 5 = 4
  const auto y =
      apply<float>("Conv", {counting({1, 1, 5}), {{1, 1, 3}, {100, 10, 1}}},
                   {{"auto_pad", std::string("SAME_UPPER")},
                    {"strides", each({2})},
                    {"dilations", each({2})}});
  CHECK(y.data == Floats{10 + 3, 100 + 30 + 5, 300 + 50});
}

TEST_CASE("Conv works without spatial axes and with three", "[ops]") {
  CHECK(apply<float>("Conv", {{{1, 2}, {3, 4}}, {{1, 2}, {10, 1}}}).data ==
        Floats{34});
  const auto y = apply<float>(
      "Conv", {counting({1, 1, 2, 2, 2}), {{1, 1, 2, 1, 2}, {1, 1, 1, 1}}});
  CHECK(y.shape == Sizes{1, 1, 1, 2, 1});
  CHECK(y.data == Floats{1 + 2 + 5 + 6, 3 + 4 + 7 + 8});
}

TEST_CASE("Conv of an empty batch is empty", "[ops]") {
  const auto y =
      apply<float>("Conv", {{{0, 1, 3}, {}}, {{2, 1, 2}, {1, 2, 3, 4}}});
  CHECK(y.shape == Sizes{0, 2, 2});
  CHECK(y.data.empty());
}

OperatorCall conv_of(const Sizes& x, const Sizes& w,
                     const ir::Attributes& attributes = {}) {
  return {"Conv", {ir::shape_of(x), ir::shape_of(w)}, attributes};
}

TEST_CASE("Conv names the condition that fails", "[ops]") {
  CHECK(conv_of({1, 3, 4}, {2, 2, 1}).defect() ==
        "have 3 input channels equal to group 1 times the weight's 2");
  CHECK(conv_of({1, 2, 4}, {3, 1, 1}, {{"group", Expr(2)}}).defect() ==
        "have 3 output channels divisible by group 2");
  CHECK(conv_of({1, 1, 4}, {1, 1, 5}).defect() ==
        "have kernels that fit into the padded input, but 5 exceeds 4");
  CHECK(conv_of({1, 1, 4}, {1, 1, 1}, {{"strides", each({0})}}).defect() ==
        "have strides of at least 1, not 0");
  CHECK(conv_of({1, 1, 4}, {1, 1, 1}, {{"low", each({-1})}}).defect() ==
        "have no negative padding, not -1 and 0");
  CHECK(conv_of({1, 1, 4}, {1, 1, 4}).defect().empty());
}

TEST_CASE("Conv rejects what no sizes can mend", "[ops]") {
  CHECK(conv_of({1, 1, 4, 4}, {1, 1, 2}).rejection() ==
        "the spatial dims of weight [1, 1, 2] do not line up with those of "
        "input [1, 1, 4, 4]");
  CHECK(conv_of({1, 1, 4}, {1, 1, 2},
                {{"auto_pad", std::string("SAME_UPPER")}, {"low", each({1})}})
            .rejection() == "auto_pad SAME_UPPER excludes low and high");
  CHECK(conv_of({1, 1, 4}, {1, 1, 2}, {{"auto_pad", std::string("SAME")}})
            .rejection() ==
        "auto_pad 'SAME' is none of NOTSET, VALID, SAME_UPPER, SAME_LOWER");
}

TEST_CASE("Conv with symbolic sizes and group is well formed", "[ops]") {
  const auto size = [](const char* name) {
    return index::make_symbol(name, index::SymbolKind::size);
  };
  const auto b = size("B"), c = size("C"), h = size("H"), w = size("W");
  const Expr bc = Expr(b) * Expr(c);
  OperatorCall call(
      "Conv",
      {{{1}, {bc}, {Expr(h)}, {Expr(w)}}, {{bc}, {1}, {Expr(h)}, {Expr(w)}}},
      {{"group", bc}});
  for (const auto& symbol : {b, c, h, w}) call.facts.add_size(symbol);
  CHECK(call.shape() == "[1, B*C, 1, 1]");
  CHECK(call.defect().empty());
  CHECK(call.named("KH") == "[H]");
  CHECK(call.named("per_group_in") == "[1]");
  CHECK(call.named("per_group_out") == "[1]");
}

TEST_CASE("Target files may name the dims of a convolution", "[ops]") {
  const OperatorCall call =
      conv_of({2, 6, 9}, {4, 3, 5},
              {{"group", Expr(2)}, {"low", each({1})}, {"strides", each({2})}});
  CHECK(call.named("N") == "[2]");
  CHECK(call.named("C") == "[6]");
  CHECK(call.named("O") == "[4]");
  CHECK(call.named("CG") == "[3]");
  CHECK(call.named("W") == "[9]");
  CHECK(call.named("H") == "[1]");
  CHECK(call.named("KW") == "[5]");
  CHECK(call.named("KH") == "[1]");
  CHECK(call.named("pad") == "[1, 0]");
  CHECK(call.named("stride") == "[2]");
  CHECK(call.named("dilation") == "[1]");
  CHECK(call.named("per_group_out") == "[2]");
}

TEST_CASE("Where a group hides its rank, H and W name every candidate",
          "[ops]") {
  const index::Symbol r = index::make_symbol("r", index::SymbolKind::size, "r");
  const ir::Dim group{Expr(r), "r"};
  const OperatorCall call("Conv",
                          {{{2}, {3}, {7}, group}, {{4}, {3}, {1}, group}});
  CHECK(call.named("W") == "[r..., 7]");
  CHECK(call.named("H") == "[r..., 7, 1]");
}

TEST_CASE("An axis group convolves componentwise", "[ops]") {
  const auto n = index::make_symbol("n", index::SymbolKind::size, "r");
  const auto k = index::make_symbol("k", index::SymbolKind::size, "r");
  const OperatorCall call(
      "Conv", {{{1}, {1}, {Expr(n), "r"}}, {{1}, {1}, {Expr(k), "r"}}});
  CHECK(call.infer().results.at(0).at(2).group == "r");
  CHECK(call.infer().results.at(0).at(2).extent == Expr(n) - Expr(k) + 1);
  const OperatorCall uneven(
      "Conv", {{{1}, {1}, {Expr(n), "r"}}, {{1}, {1}, {Expr(k)}}});
  CHECK_FALSE(uneven.rejection().empty());
}

ir::OnnxNode conv_node() {
  ir::OnnxNode node;
  node.op_type = "Conv";
  node.opset = 11;
  node.operands = {{.shape = ir::shape_of({1, 2, 8, 8})},
                   {.shape = ir::shape_of({4, 1, 3, 3})}};
  return node;
}

TEST_CASE("ONNX pads are split into both ends", "[ops]") {
  ir::OnnxNode node = conv_node();
  node.attributes["pads"] = Sizes{1, 2, 3, 4};
  node.attributes["strides"] = Sizes{1, 1};
  node.attributes["group"] = std::int64_t{2};
  const ir::Attributes attributes = find("Conv")->from_onnx(node).attributes;
  const auto at = [&](const char* name, std::size_t k) {
    return *std::get<ir::PerAxis>(attributes.at(name)).values.at(k);
  };
  CHECK(at("low", 0).is(1));
  CHECK(at("low", 1).is(2));
  CHECK(at("high", 0).is(3));
  CHECK(at("high", 1).is(4));
  CHECK(attributes.count("strides") == 0);
  CHECK(std::get<Expr>(attributes.at("group")).is(2));
}

TEST_CASE("Contradicting ONNX attributes are rejected", "[ops]") {
  ir::OnnxNode node = conv_node();
  node.attributes["kernel_shape"] = Sizes{3, 5};
  CHECK_THROWS_WITH(find("Conv")->from_onnx(node),
                    "kernel_shape contradicts the weight's shape [4, 1, 3, 3]");
  node = conv_node();
  node.attributes["pads"] = Sizes{1, 1};
  CHECK_THROWS_WITH(find("Conv")->from_onnx(node),
                    "pads has 2 integers, not 4");
  node = conv_node();
  node.attributes["pads"] = Sizes{1, 1, 1, 1};
  node.attributes["auto_pad"] = std::string("SAME_UPPER");
  CHECK_THROWS_AS(find("Conv")->from_onnx(node), ir::IllFormed);
}

}  // namespace
}  // namespace rewright::ops
