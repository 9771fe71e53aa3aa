// SPDX-License-Identifier: Apache-2.0
//
// Pools on hand-computed cases: ceil_mode, count_include_pad, automatic
// padding, dilations, and windows that would see padding only.
#include "catch.h"
#include "unit/ops_call.h"

namespace rewright::ops {
namespace {

using evaluate::Dense;
using index::Expr;
using Floats = std::vector<float>;
using Sizes = std::vector<std::int64_t>;

const ir::Attribute on{Expr(1)};

TEST_CASE("MaxPool takes the largest element of each window", "[ops]") {
  const Dense<float> x{{1, 1, 3, 3}, {1, 9, 2, 3, 4, 5, 8, 7, 6}};
  const auto y = apply<float>("MaxPool", {x}, {{"kernel", each({2, 2})}});
  CHECK(y.shape == Sizes{1, 1, 2, 2});
  CHECK(y.data == Floats{9, 9, 8, 7});
}

TEST_CASE("MaxPool never counts padding", "[ops]") {
  const Dense<float> x{{1, 1, 2}, {-3, -4}};
  const auto y = apply<float>(
      "MaxPool", {x},
      {{"kernel", each({2})}, {"low", each({1})}, {"high", each({1})}});
  CHECK(y.data == Floats{-3, -3, -4});
}

TEST_CASE("MaxPool dilates its window", "[ops]") {
  const Dense<float> x{{1, 1, 5}, {5, 9, 1, 8, 2}};
  const auto y = apply<float>(
      "MaxPool", {x}, {{"kernel", each({2})}, {"dilations", each({2})}});
  CHECK(y.data == Floats{5, 9, 2});
}

TEST_CASE("MaxPool keeps batches and channels apart", "[ops]") {
  const auto y =
      apply<float>("MaxPool", {counting({2, 2, 3})}, {{"kernel", each({3})}});
  CHECK(y.shape == Sizes{2, 2, 1});
  CHECK(y.data == Floats{3, 6, 9, 12});
}

TEST_CASE("ceil_mode adds a window that overhangs the input", "[ops]") {
  const auto x = counting({1, 1, 5});
  const ir::Attributes windows = {{"kernel", each({2})},
                                  {"strides", each({2})}};
  CHECK(apply<float>("MaxPool", {x}, windows).data == Floats{2, 4});
  ir::Attributes ceil = windows;
  ceil["ceil_mode"] = on;
  CHECK(apply<float>("MaxPool", {x}, ceil).data == Floats{2, 4, 5});
}

TEST_CASE("In ceil_mode no window starts behind the input", "[ops]") {
  // ceildiv(2 + 1 + 1 - 2, 3) + 1 = 2, and the second starts at 3 - 1 = 2.
  const auto y = apply<float>("MaxPool", {counting({1, 1, 2})},
                              {{"kernel", each({2})},
                               {"strides", each({3})},
                               {"low", each({1})},
                               {"high", each({1})},
                               {"ceil_mode", on}});
  CHECK(y.data == Floats{1});
}

TEST_CASE("AveragePool divides by the elements it saw", "[ops]") {
  const auto y = apply<float>(
      "AveragePool", {counting({1, 1, 3})},
      {{"kernel", each({3})}, {"low", each({1})}, {"high", each({1})}});
  CHECK(y.data == Floats{1.5, 2, 2.5});
}

TEST_CASE("AveragePool divides by the padding as well when told to", "[ops]") {
  const auto y = apply<float>("AveragePool", {{{1, 1, 3}, {3, 6, 9}}},
                              {{"kernel", each({3})},
                               {"low", each({1})},
                               {"high", each({1})},
                               {"count_include_pad", on}});
  CHECK(y.data == Floats{3, 6, 5});
}

TEST_CASE("What overhangs the padding is never counted", "[ops]") {
  // Windows [0, 3) and [3, 6) of 4 elements and one of padding.
  ir::Attributes attributes = {{"kernel", each({3})},
                               {"strides", each({3})},
                               {"high", each({1})},
                               {"ceil_mode", on}};
  const Dense<float> x{{1, 1, 4}, {1, 2, 3, 8}};
  CHECK(apply<float>("AveragePool", {x}, attributes).data == Floats{2, 8});
  attributes["count_include_pad"] = on;
  CHECK(apply<float>("AveragePool", {x}, attributes).data == Floats{2, 4});
}

TEST_CASE("AveragePool in two dimensions with SAME padding", "[ops]") {
  const auto x = counting({1, 1, 2, 2});
  const auto y = apply<float>(
      "AveragePool", {x},
      {{"kernel", each({2, 2})}, {"auto_pad", std::string("SAME_UPPER")}});
  CHECK(y.data == Floats{2.5, 3, 3.5, 4});
  const auto z = apply<float>(
      "AveragePool", {x},
      {{"kernel", each({2, 2})}, {"auto_pad", std::string("SAME_LOWER")}});
  CHECK(z.data == Floats{1, 1.5, 2, 2.5});
}

TEST_CASE("Pools work without spatial axes", "[ops]") {
  const Dense<float> x{{1, 2}, {3, 4}};
  CHECK(apply<float>("MaxPool", {x}, {{"kernel", each({})}}).data == x.data);
  CHECK(apply<float>("GlobalAveragePool", {x}).data == x.data);
}

TEST_CASE("GlobalAveragePool is the mean of each channel", "[ops]") {
  const auto y = apply<float>("GlobalAveragePool", {counting({1, 2, 2, 2})});
  CHECK(y.shape == Sizes{1, 2, 1, 1});
  CHECK(y.data == Floats{2.5, 6.5});
  CHECK(OperatorCall("GlobalAveragePool", {ir::shape_of({1, 2, 0})}).defect() ==
        "have spatial axes with at least one element, but one has extent 0");
}

OperatorCall pool_of(const std::string& name, const Sizes& x,
                     const ir::Attributes& attributes) {
  return {name, {ir::shape_of(x)}, attributes};
}

TEST_CASE("A window of nothing but padding is ill formed", "[ops]") {
  CHECK(
      pool_of("MaxPool", {1, 1, 3}, {{"kernel", each({2})}, {"low", each({2})}})
          .defect() ==
      "have padding shorter than the window, but 2 or 0 exceeds 1");
  CHECK(pool_of("MaxPool", {1, 1, 1},
                {{"kernel", each({2})},
                 {"dilations", each({2})},
                 {"low", each({1})},
                 {"high", each({1})}})
            .defect() ==
        "have an element of the input in every window, but dilation 2 exceeds "
        "extent 1");
}

TEST_CASE("A pool needs a kernel extent for each spatial dim", "[ops]") {
  CHECK(pool_of("MaxPool", {1, 1, 3, 3}, {{"kernel", each({2})}}).rejection() ==
        "kernel must have an extent for each of the 2 spatial dims of "
        "[1, 1, 3, 3]");
  CHECK(pool_of("MaxPool", {3}, {{"kernel", each({})}}).rejection() ==
        "the input must begin with single axes for batch and channels, but "
        "has shape [3]");
}

TEST_CASE("ceil_mode with auto_pad VALID is rejected", "[ops]") {
  CHECK(pool_of("MaxPool", {1, 1, 3},
                {{"kernel", each({2})},
                 {"ceil_mode", on},
                 {"auto_pad", std::string("VALID")}})
            .rejection() ==
        "ceil_mode has no agreed meaning with auto_pad VALID");
}

TEST_CASE("Target files may name the dims of a pool", "[ops]") {
  const OperatorCall call =
      pool_of("AveragePool", {2, 3, 9, 8},
              {{"kernel", each({3, 2})}, {"low", each({1, 0})}});
  CHECK(call.named("kernel") == "[3, 2]");
  CHECK(call.named("stride") == "[1, 1]");
  CHECK(call.named("pad") == "[1, 0, 0, 0]");
  CHECK(call.named("KH") == "[3]");
  CHECK(call.named("H") == "[9]");
  CHECK(call.named("C") == "[3]");
}

ir::OnnxNode pool_node(const std::string& op) {
  ir::OnnxNode node;
  node.op_type = op;
  node.opset = 12;
  node.operands = {{.shape = ir::shape_of({1, 2, 8, 8})}};
  node.attributes["kernel_shape"] = Sizes{3, 2};
  return node;
}

TEST_CASE("ONNX pools are read with their flags", "[ops]") {
  ir::OnnxNode node = pool_node("AveragePool");
  node.attributes["ceil_mode"] = std::int64_t{1};
  node.attributes["count_include_pad"] = std::int64_t{1};
  const ir::Attributes attributes =
      find("AveragePool")->from_onnx(node).attributes;
  CHECK(std::get<ir::PerAxis>(attributes.at("kernel")).values.at(0)->is(3));
  CHECK(std::get<Expr>(attributes.at("ceil_mode")).is(1));
  CHECK(std::get<Expr>(attributes.at("count_include_pad")).is(1));
}

TEST_CASE("MaxPool rejects column-major indices", "[ops]") {
  ir::OnnxNode node = pool_node("MaxPool");
  node.attributes["storage_order"] = std::int64_t{1};
  CHECK_THROWS_WITH(find("MaxPool")->from_onnx(node),
                    "storage_order other than 0 is not supported");
}

TEST_CASE("AveragePool rejects dilations, which opset 19 added", "[ops]") {
  ir::OnnxNode node = pool_node("AveragePool");
  node.attributes["dilations"] = Sizes{1, 1};
  CHECK_NOTHROW(find("AveragePool")->from_onnx(node));
  node.attributes["dilations"] = Sizes{1, 2};
  CHECK_THROWS_WITH(find("AveragePool")->from_onnx(node),
                    "AveragePool with dilations is not supported");
}

}  // namespace
}  // namespace rewright::ops
