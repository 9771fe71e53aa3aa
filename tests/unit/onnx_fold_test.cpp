// SPDX-License-Identifier: Apache-2.0
//
// Nodes that compute shapes leave no trace in the graph but the shape.
#include "base/error.h"
#include "catch.h"
#include "onnx/import.h"
#include "unit/onnx_graph_text.h"
#include "unit/onnx_model_maker.h"

namespace rewright::tests {
using Proto = ::onnx::TensorProto;

namespace {

std::string imported(const ModelMaker& maker) {
  const onnx::Import made = onnx::import_model(maker.model());
  return text(made.rule, made.rule.lhs);
}

std::string error_of(const ModelMaker& maker) {
  try {
    onnx::import_model(maker.model());
  } catch (const base::InputError& error) {
    return error.message();
  }
  return "no error";
}

/// x reshaped to the value `s` that `nodes` compute from `x`.
template <class Nodes>
std::string reshaped(const std::vector<MadeDim>& dims, Nodes nodes,
                     int opset = 13) {
  ModelMaker m(opset);
  m.input("x", dims);
  nodes(m);
  m.node("Reshape", {"x", "s"}, {"y"});
  m.output("y");
  const onnx::Import made = onnx::import_model(m.model());
  REQUIRE(made.rule.lhs.nodes.size() == 1);
  return ir::print(made.rule.lhs.nodes[0].results[0].shape);
}

}  // namespace

TEST_CASE("the shape of a flattening is folded", "[onnx]") {
  // torch: x.view(x.size(0), -1) as opset 9 exports it.
  const auto nodes = [](ModelMaker& m) {
    m.node("Shape", {"x"}, {"shape"});
    m.node("Constant", {}, {"zero"}).with("value", ints({}, {0}));
    m.node("Gather", {"shape", "zero"}, {"n"}).with("axis", 0);
    m.node("Unsqueeze", {"n"}, {"n1"}).with("axes", Integers{0});
    m.node("Constant", {}, {"rest"}).with("value", ints({-1}));
    m.node("Concat", {"n1", "rest"}, {"s"}).with("axis", 0);
  };
  CHECK(reshaped({5, 2, 3}, nodes, 9) == "[5, 6]");
  CHECK(reshaped({"N", 2, 3}, nodes, 9) == "[N, 6]");
}

TEST_CASE("arithmetic on sizes is folded", "[onnx]") {
  const auto nodes = [](ModelMaker& m) {
    m.initializer("two", ints({2}));
    m.initializer("axes", ints({0}));
    m.node("Shape", {"x"}, {"shape"});
    m.node("Split", {"shape"}, {"n", "c"}).with("axis", 0);
    m.node("Div", {"c", "two"}, {"half"});
    m.node("Mul", {"n", "two"}, {"double"});
    m.node("Concat", {"double", "half"}, {"s"}).with("axis", 0);
  };
  CHECK(reshaped({5, 8}, nodes) == "[10, 4]");
  CHECK(reshaped({"N", 8}, nodes) == "[2*N, 4]");
}

TEST_CASE("Shape takes a part of the shape since opset 15", "[onnx]") {
  const auto nodes = [](ModelMaker& m) {
    m.initializer("rest", ints({-1}));
    m.node("Shape", {"x"}, {"tail"}).with("start", -2).with("end", 9);
    m.node("Concat", {"rest", "tail"}, {"s"}).with("axis", 0);
  };
  CHECK(reshaped({"A", "B", "C", "D"}, nodes, 15) == "[A*B, C, D]");
}

TEST_CASE("movement of sizes means what it means in a graph", "[onnx]") {
  // The pads that torch exports: a list reversed pair by pair.
  ModelMaker m;
  m.input("x", {4, 5});
  m.initializer("pads", ints({1, 2, 3, 4}));
  m.initializer("pairs", ints({-1, 2}));
  m.initializer("from", ints({-1}));
  m.initializer("to", ints({-100}));
  m.initializer("axis", ints({0}));
  m.initializer("step", ints({-1}));
  m.initializer("flat", ints({-1}));
  m.node("Reshape", {"pads", "pairs"}, {"p"});
  m.node("Slice", {"p", "from", "to", "axis", "step"}, {"q"});
  m.node("Transpose", {"q"}, {"t"}).with("perm", Integers{1, 0});
  m.node("Reshape", {"t", "flat"}, {"f"});
  m.node("Cast", {"f"}, {"all"}).with("to", Proto::INT64);
  m.node("Pad", {"x", "all"}, {"y"});
  m.output("y");
  const onnx::Import made = onnx::import_model(m.model());
  // low = [3, 1], high = [4, 2]
  REQUIRE(made.rule.lhs.nodes.size() == 1);
  CHECK(ir::print(made.rule.lhs.nodes[0].results[0].shape) == "[11, 8]");
}

TEST_CASE("the mask of an expansion is folded", "[onnx]") {
  // torch: x.expand(N, -1), as exported with Where.
  const auto expanded = [](const MadeDim& n) {
    ModelMaker m;
    m.input("x", {1, 3});
    m.input("like", {n});
    m.initializer("keep", ints({-1}));
    m.initializer("minus", ints({}, {-1}));
    m.initializer("two", ints({2}));
    m.node("Shape", {"like"}, {"n"});
    m.node("Concat", {"n", "keep"}, {"wanted"}).with("axis", 0);
    m.node("ConstantOfShape", {"two"}, {"ones"}).with("value", ints({1}));
    m.node("Mul", {"ones", "minus"}, {"all_minus"});
    m.node("Equal", {"wanted", "all_minus"}, {"is_minus"});
    m.node("Where", {"is_minus", "ones", "wanted"}, {"s"});
    m.node("Expand", {"x", "s"}, {"y"});
    m.output("y");
    const onnx::Import made = onnx::import_model(m.model());
    return ir::print(made.rule.lhs.nodes.at(0).results[0].shape);
  };
  CHECK(expanded(4) == "[4, 3]");
  CHECK(expanded("N") == "[N, 3]");
}

TEST_CASE("sizes are scaled and rounded as floats", "[onnx]") {
  const auto nodes = [](ModelMaker& m) {
    m.initializer("scale", floats({1}, {0.3f}));
    m.initializer("rest", ints({-1}));
    m.node("Shape", {"x"}, {"i"});
    m.node("Cast", {"i"}, {"f"}).with("to", Proto::FLOAT);
    m.node("Mul", {"f", "scale"}, {"g"});
    m.node("Floor", {"g"}, {"h"});
    m.node("Cast", {"h"}, {"k"}).with("to", Proto::INT64);
    m.node("Concat", {"k", "rest"}, {"s"}).with("axis", 0);
  };
  CHECK(reshaped({12}, nodes) == "[3, 4]");
  ModelMaker m;
  m.input("x", {"N"});
  nodes(m);
  m.node("Reshape", {"x", "s"}, {"y"});
  m.output("y");
  CHECK(opaque_of(m).find("is supported only where its operands follow from "
                          "shapes and constants") != std::string::npos);
}

TEST_CASE("division of sizes is left alone when its sign is open", "[onnx]") {
  ModelMaker m;
  m.input("x", {"N"});
  m.initializer("big", ints({9}));
  m.initializer("two", ints({2}));
  m.node("Shape", {"x"}, {"n"});
  m.node("Sub", {"n", "big"}, {"less"});
  m.node("Div", {"less", "two"}, {"s"});
  m.node("Reshape", {"x", "s"}, {"y"});
  m.output("y");
  CHECK(opaque_of(m) ==
        "node 4 (Reshape): operand 2 ('shape') of Reshape is not a constant");
}

TEST_CASE("Size, Range, ReduceProd and Min are folded", "[onnx]") {
  CHECK(reshaped({"N", 3}, [](ModelMaker& m) {
          m.initializer("one", ints({1}));
          m.node("Size", {"x"}, {"n"});
          m.node("Reshape", {"n", "one"}, {"s"});
        }) == "[3*N]");
  CHECK(reshaped({"N", 3}, [](ModelMaker& m) {
          m.node("Shape", {"x"}, {"n"});
          m.node("ReduceProd", {"n"}, {"s"}).with("keepdims", 1);
        }) == "[3*N]");
  CHECK(reshaped({2, 4, 3}, [](ModelMaker& m) {
          m.initializer("from", ints({}, {2}));
          m.initializer("to", ints({}, {5}));
          m.initializer("by", ints({}, {1}));
          m.node("Range", {"from", "to", "by"}, {"r"});  // 2 3 4
          m.node("Cast", {"r"}, {"s"}).with("to", Proto::INT64);
        }) == "[2, 3, 4]");
  CHECK(reshaped({4, 3}, [](ModelMaker& m) {
          m.initializer("most", ints({3}));
          m.node("Shape", {"x"}, {"n"});
          m.node("Min", {"n", "most"}, {"t"});  // 3 3
          m.initializer("plus", ints({1, 0}));
          m.node("Add", {"t", "plus"}, {"s"});
        }) == "[4, 3]");
}

TEST_CASE("a size may be a factor of the elements", "[onnx]") {
  ModelMaker m;
  m.input("x", {"N", 3});
  m.initializer("zero", ints({}, {0}));
  m.node("Shape", {"x"}, {"shape"});
  m.node("Gather", {"shape", "zero"}, {"n"});
  m.node("Cast", {"n"}, {"f"}).with("to", Proto::FLOAT);
  m.node("Div", {"x", "f"}, {"y"});
  m.output("y");
  CHECK(imported(m) ==
        "0 = Const(shape=[], value=N) float32[]\n"
        "1 = Div(x, 0) float32[N, 3]\n-> 1");
}

TEST_CASE("a list of sizes can be read as a tensor", "[onnx]") {
  ModelMaker m;
  m.input("x", {"N", 3});
  m.input("k", {2}, Proto::INT64);
  m.node("Shape", {"x"}, {"shape"});
  m.node("Add", {"shape", "k"}, {"y"});
  m.output("y", Proto::INT64);
  CHECK(imported(m) ==
        "0 = Const(shape=[1], value=N) int64[1]\n"
        "1 = Const(shape=[1], value=3) int64[1]\n"
        "2 = Concat(0, 1; axis=[0]) int64[2]\n"
        "3 = Add(2, k) int64[2]\n-> 3");
}

TEST_CASE("integers that would wrap around are not folded", "[onnx]") {
  ModelMaker m;
  m.initializer("big", ints({}, {std::int64_t{1} << 62}));
  m.initializer("four", ints({}, {4}));
  m.node("Mul", {"big", "four"}, {"y"});
  m.output("y", Proto::INT64);
  CHECK(imported(m) ==
        "0 = Const(shape=[], value=4611686018427387904) int64[]\n"
        "1 = Const(shape=[], value=4) int64[]\n"
        "2 = Mul(0, 1) int64[]\n-> 2");
}

TEST_CASE("floating-point arithmetic stays exact in the graph", "[onnx]") {
  ModelMaker m;
  m.input("x", {2});
  m.initializer("one", floats({}, {1}));
  m.initializer("three", floats({}, {3}));
  m.node("Div", {"one", "three"}, {"third"});
  m.node("Mul", {"x", "third"}, {"y"});
  m.output("y");
  CHECK(imported(m) ==
        "0 = Const(shape=[], value=1) float32[]\n"
        "1 = Const(shape=[], value=3) float32[]\n"
        "2 = Div(0, 1) float32[]\n"
        "3 = Mul(x, 2) float32[2]\n-> 3");
}

TEST_CASE("an index out of range is an error of its node", "[onnx]") {
  ModelMaker m;
  m.input("x", {2, 3});
  m.initializer("k", ints({}, {2}));
  m.node("Shape", {"x"}, {"shape"});
  m.node("Gather", {"shape", "k"}, {"n"}).named("g");
  m.output("n", Proto::INT64);
  CHECK(error_of(m) == "node 'g' (Gather): index 2 is out of range");
}

TEST_CASE("a filled tensor of symbolic shape is a Const", "[onnx]") {
  ModelMaker m;
  m.input("x", {"N", 3});
  m.node("Shape", {"x"}, {"shape"});
  m.node("ConstantOfShape", {"shape"}, {"f"}).with("value", floats({1}, {2}));
  m.node("Add", {"x", "f"}, {"y"});
  m.output("y");
  CHECK(imported(m) ==
        "0 = Const(shape=[N, 3], value=2) float32[N, 3]\n"
        "1 = Add(x, 0) float32[N, 3]\n-> 1");
}

TEST_CASE("slices and pads may depend on symbolic sizes", "[onnx]") {
  ModelMaker m;
  m.input("x", {"N", 3});
  m.initializer("zero", ints({0}));
  m.initializer("axis", ints({0}));
  m.initializer("one", ints({1}));
  m.node("Shape", {"x"}, {"shape"});
  m.node("Slice", {"shape", "zero", "one"}, {"n"});
  m.node("Concat", {"x", "x"}, {"xx"}).with("axis", 0);
  m.node("Slice", {"xx", "zero", "n", "axis"}, {"part"});
  m.initializer("zeros", ints({0, 0, 0}));
  m.node("Concat", {"n", "zeros"}, {"pads"}).with("axis", 0);
  m.node("Pad", {"part", "pads"}, {"y"});
  m.output("y");
  CHECK(imported(m) ==
        "0 = Concat(x, x; axis=[0]) float32[2*N, 3]\n"
        "1 = Slice(0; ends=[N, _], starts=[0, _], steps=[1, _]) "
        "float32[N, 3]\n"
        "2 = Pad(1; high=[0, 0], low=[N, 0]) "
        "float32[2*N, 3]\n-> 2");
}

TEST_CASE("what would be large is not folded", "[onnx]") {
  ModelMaker m;
  m.initializer("shape", ints({1 << 20, 1 << 20}));
  m.initializer("one", ints({1}));
  m.node("Expand", {"one", "shape"}, {"y"});
  m.output("y", Proto::INT64);
  CHECK(imported(m) ==
        "0 = Const(shape=[1], value=1) int64[1]\n"
        "1 = Expand(0; shape=[1048576, 1048576]) int64[1048576, 1048576]\n"
        "-> 1");
}

}  // namespace rewright::tests
