// SPDX-License-Identifier: Apache-2.0
//
// Reshape, Flatten, Squeeze, Unsqueeze, Transpose and Expand: shapes,
// conditions, and the indices that a reshape of symbolic sizes reads.
#include "catch.h"
#include "unit/ops_call.h"

namespace rewright::ops {

namespace {

using index::Expr;
using index::SymbolKind;
using Sizes = std::vector<std::int64_t>;

const ir::Attribute on{Expr(1)};

/// Symbolic sizes B, C, D, group sizes n of r, and index variables over them.
struct Symbols {
  index::Symbol b = size("B"), c = size("C"), d = size("D");
  index::Symbol n = index::make_symbol("n", SymbolKind::size, "r");
  Expr B{b}, C{c}, D{d}, N{n};

  static index::Symbol size(const char* name) {
    return index::make_symbol(name, SymbolKind::size);
  }
  void declare(index::Facts& facts) const {
    for (const auto& s : {b, c, d, n}) facts.add_size(s);
  }
  /// An index variable 0 <= name < extent.
  static Expr variable(index::Facts& facts, const char* name,
                       const Expr& extent, const std::string& group = "") {
    const auto made = index::make_symbol(name, SymbolKind::variable, group);
    facts.add_variable(made, extent);
    return Expr(made);
  }
};

OperatorCall reshaping(const ir::Shape& from, const ir::Shape& to,
                       ir::Attributes attributes = {}) {
  attributes.emplace("shape", to);
  return OperatorCall("Reshape", {from}, attributes);
}

}  // namespace

TEST_CASE("Reshape keeps the order of elements", "[ops]") {
  const auto y = apply<float>("Reshape", {counting({2, 3})},
                              {{"shape", ir::shape_of({3, 2})}});
  CHECK(y.shape == Sizes{3, 2});
  CHECK(y.data == counting({6}).data);
}

TEST_CASE("Reshape infers -1 and copies at 0", "[ops]") {
  CHECK(reshaping(ir::shape_of({4, 6}), ir::shape_of({0, 2, -1})).shape() ==
        "[4, 2, 3]");
  CHECK(reshaping(ir::shape_of({4, 6}), ir::shape_of({-1})).shape() == "[24]");
  CHECK(
      reshaping(ir::shape_of({0, 6}), ir::shape_of({0, 2}), {{"allowzero", on}})
          .shape() == "[0, 2]");
}

TEST_CASE("Reshape must keep the number of elements", "[ops]") {
  CHECK(reshaping(ir::shape_of({4, 6}), ir::shape_of({5, 5})).defect() ==
        "keep the number of elements, but 24 become 25");
  CHECK(reshaping(ir::shape_of({4, 6}), ir::shape_of({5, -1})).defect() ==
        "divide 24 elements by 5 without remainder");
  CHECK(reshaping(ir::shape_of({0, 6}), ir::shape_of({0, -1}),
                  {{"allowzero", on}})
            .defect() == "not ask for the rest of no elements");
  CHECK(reshaping(ir::shape_of({4}), ir::shape_of({-1, -1})).rejection() ==
        "two extents are -1");
  CHECK(reshaping(ir::shape_of({4}), ir::shape_of({4, 0})).rejection() ==
        "extent 0 copies axis 1, which the operand does not have at every "
        "rank");
}

TEST_CASE("Reshape divides symbolic sizes exactly", "[ops]") {
  const Symbols s;
  OperatorCall call =
      reshaping({{s.B}, {s.C}, {s.D}}, {{s.B * s.D}, {Expr(-1)}});
  s.declare(call.facts);
  CHECK(call.infer().conditions.empty());
  CHECK(call.infer().results[0][1].extent == s.C);
}

TEST_CASE("Reshape splits and merges only where it must", "[ops]") {
  const Symbols s;
  OperatorCall call =
      reshaping({{s.B * s.C}, {s.D}, {Expr(2)}}, {{s.B}, {s.C}, {s.D * 2}});
  s.declare(call.facts);
  const Expr i = Symbols::variable(call.facts, "i", s.B);
  const Expr j = Symbols::variable(call.facts, "j", s.C);
  const Expr k = Symbols::variable(call.facts, "k", s.D * 2);
  CHECK(call.meaning({i, j, k}) ==
        "a[" + print(i * s.C + j) + ", div(k, 2), mod(k, 2)]");
}

TEST_CASE("Reshape passes equal entries through, also around what is not",
          "[ops]") {
  const Symbols s;
  OperatorCall call = reshaping({{s.N, "r"}, {s.B}, {s.C}, {s.D}},
                                {{s.N, "r"}, {Expr(1)}, {s.B * s.C}, {s.D}});
  s.declare(call.facts);
  const Expr i = Symbols::variable(call.facts, "i", s.N, "r");
  const Expr j = Symbols::variable(call.facts, "j", s.B * s.C);
  const Expr k = Symbols::variable(call.facts, "k", s.D);
  CHECK(call.infer().conditions.empty());
  CHECK(call.meaning({i, 0, j, k}) == "a[i, div(j, C), mod(j, C), k]");
}

TEST_CASE("Reshape refuses to copy at an axis that groups make unknown",
          "[ops]") {
  const Symbols s;
  const OperatorCall call =
      reshaping({{s.N, "r"}, {s.B}}, {{s.N, "r"}, {Expr(0)}});
  CHECK(call.rejection() ==
        "extent 0 copies axis 1, which the operand does not have at every "
        "rank");
}

TEST_CASE("A size that may be zero copies when it is", "[ops]") {
  const auto size = index::make_symbol("N", SymbolKind::size);
  const Symbols s;
  OperatorCall call = reshaping({{s.B}, {Expr(size)}}, {{Expr(size)}, {s.B}});
  s.declare(call.facts);
  call.facts.add_size(size, 0);
  const Expr extent = call.infer().results[0][0].extent;
  CHECK(extent == ite(equal(Expr(size), 0), s.B, Expr(size)));
}

TEST_CASE("Flatten makes two dimensions", "[ops]") {
  const OperatorCall of("Flatten", {ir::shape_of({2, 3, 4})});
  CHECK(of.shape() == "[2, 12]");
  const auto shape = [](int axis) {
    return OperatorCall("Flatten", {ir::shape_of({2, 3, 4})},
                        {{"axis", Expr(axis)}})
        .shape();
  };
  CHECK(shape(0) == "[1, 24]");
  CHECK(shape(3) == "[24, 1]");
  CHECK(shape(-1) == "[6, 4]");
}

TEST_CASE("Flatten does not count over a group", "[ops]") {
  const Symbols s;
  const ir::Shape shape = {{s.B}, {s.N, "r"}, {s.C}};
  const auto axis = [&](int k) {
    return OperatorCall("Flatten", {shape}, {{"axis", Expr(k)}});
  };
  CHECK(axis(1).rejection() == "");
  CHECK(axis(-1).rejection() == "");
  CHECK(axis(2).rejection() == "axis 2 counts an axis group of unknown rank");
  CHECK(axis(-2).rejection() == "axis -2 counts an axis group of unknown rank");
  CHECK(axis(4).rejection() == "axis 4 is out of range");
}

TEST_CASE("Squeeze drops named axes, which must be one", "[ops]") {
  const OperatorCall call("Squeeze", {ir::shape_of({1, 3, 1, 2})},
                          {{"axes", ir::Axes{{2}}}});
  CHECK(call.shape() == "[1, 3, 2]");
  CHECK(
      OperatorCall("Squeeze", {ir::shape_of({1, 3})}, {{"axes", ir::Axes{{1}}}})
          .defect() == "squeeze an extent of 1, not 3");
  CHECK(OperatorCall("Squeeze", {ir::shape_of({1, 3, 1})}).shape() == "[3]");
}

TEST_CASE("Squeeze without axes must know which sizes are one", "[ops]") {
  const Symbols s;
  OperatorCall call("Squeeze", {{{s.B}, {Expr(1)}}});
  s.declare(call.facts);
  CHECK(call.rejection() == "without axes it must be known whether B is 1");
  call.facts.assume(not_equal(s.B, 1));
  CHECK(call.shape() == "[B]");
}

TEST_CASE("Unsqueeze counts axes in the result", "[ops]") {
  const auto call = [](std::vector<int> axes) {
    return OperatorCall("Unsqueeze", {ir::shape_of({2, 3})},
                        {{"axes", ir::Axes{std::move(axes)}}});
  };
  CHECK(call({0, 3}).shape() == "[1, 2, 3, 1]");
  CHECK(call({1, 1}).rejection() == "an axis is named twice");
  CHECK(call({3}).rejection() == "axis 3 is out of range");
}

TEST_CASE("Transpose permutes entries, groups as a whole", "[ops]") {
  const auto y = apply<float>("Transpose", {counting({2, 3})});
  CHECK(y.shape == Sizes{3, 2});
  CHECK(y.data == std::vector<float>{1, 4, 2, 5, 3, 6});
  const Symbols s;
  CHECK(OperatorCall("Transpose", {{{s.B}, {s.N, "r"}}},
                     {{"perm", ir::Axes{{1, 0}}}})
            .shape() == "[r: n, B]");
  CHECK(OperatorCall("Transpose", {{{s.B}, {s.N, "r"}}}).rejection() ==
        "reversing all axes would reverse those of a group");
  CHECK(OperatorCall("Transpose", {ir::shape_of({2, 3})},
                     {{"perm", ir::Axes{{1, 1}}}})
            .rejection() == "perm is no permutation of the axes");
}

TEST_CASE("Expand broadcasts both ways", "[ops]") {
  const auto y = apply<float>("Expand", {counting({2, 1})},
                              {{"shape", ir::shape_of({2, 1, 3})}});
  CHECK(y.shape == Sizes{2, 2, 3});
  CHECK(y.data == std::vector<float>{1, 1, 1, 2, 2, 2, 1, 1, 1, 2, 2, 2});
  CHECK(OperatorCall("Expand", {ir::shape_of({2, 3})},
                     {{"shape", ir::shape_of({1})}})
            .shape() == "[2, 3]");
  CHECK(OperatorCall("Expand", {ir::shape_of({2, 3})},
                     {{"shape", ir::shape_of({2})}})
            .defect() == "broadcast sizes that are equal or 1, but 3 faces 2");
}

TEST_CASE("Axes are an attribute before opset 13 and an operand after",
          "[ops]") {
  ir::OnnxNode node;
  node.op_type = "Squeeze";
  node.opset = 11;
  node.operands = {{.shape = ir::shape_of({1, 3, 1})}};
  node.attributes = {{"axes", std::vector<std::int64_t>{-1}}};
  const auto axes = [](const ir::OnnxNode& node) {
    return std::get<ir::Axes>(
               find(node.op_type)->from_onnx(node).attributes.at("axes"))
        .entries;
  };
  CHECK(axes(node) == std::vector<int>{2});
  node.attributes.clear();
  node.operands.push_back({.integers = std::vector<std::int64_t>{0, -1}});
  CHECK(axes(node) == std::vector<int>{0, 2});
  node.op_type = "Unsqueeze";
  CHECK(axes(node) == std::vector<int>{0, 4});
}

}  // namespace rewright::ops
