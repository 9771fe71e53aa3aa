// SPDX-License-Identifier: Apache-2.0
//
// From one model to a graph: inputs, sizes, constants, and what is said of
// nodes that cannot be imported.
#include <limits>

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
    onnx::import_model(maker.model("m.onnx"));
  } catch (const base::InputError& error) {
    CHECK(error.file() == "m.onnx");
    return error.message();
  }
  return "no error";
}

/// y = op(x, w) with w an initializer.
ModelMaker with_constant(const Proto& w) {
  ModelMaker m;
  m.input("x", {2, 3});
  m.initializer("w", w);
  m.node("Mul", {"x", "w"}, {"y"});
  m.output("y");
  return m;
}

}  // namespace

TEST_CASE("dims without a number become sizes, one for each name", "[onnx]") {
  ModelMaker m;
  m.input("x", {"N", 3, ""});
  m.input("y", {"N", 1, 1});
  m.node("Add", {"x", "y"}, {"z"});
  m.output("z");
  const onnx::Import made = onnx::import_model(m.model());
  CHECK(inputs_text(made.rule) ==
        "x : float32[N, 3, x_2]\n"
        "y : float32[N, 1, 1]\n");
  REQUIRE(made.rule.sizes.size() == 2);
  CHECK(made.rule.sizes[0].lower == 1);
  CHECK(text(made.rule, made.rule.lhs) ==
        "0 = Add(x, y) float32[N, 3, x_2]\n-> 0");
  CHECK(made.rule.name == "made");
  CHECK(made.rule.when.is_true());
}

TEST_CASE("a uniform constant becomes a Const node", "[onnx]") {
  CHECK(imported(with_constant(floats({3}, {0.5f, 0.5f, 0.5f}))) ==
        "0 = Const(shape=[3], value=1/2) float32[3]\n"
        "1 = Mul(x, 0) float32[2, 3]\n-> 1");
  CHECK(imported(with_constant(floats({}, {0}))) ==
        "0 = Const(shape=[], value=0) float32[]\n"
        "1 = Mul(x, 0) float32[2, 3]\n-> 1");
  CHECK(imported(with_constant(
            floats({}, {std::numeric_limits<float>::infinity()}))) ==
        "0 = Const(shape=[], value=inf) float32[]\n"
        "1 = Mul(x, 0) float32[2, 3]\n-> 1");
}

TEST_CASE("another constant becomes an input with its data", "[onnx]") {
  const onnx::Import made =
      onnx::import_model(with_constant(floats({3}, {1, 2, 3})).model());
  CHECK(inputs_text(made.rule) == "x : float32[2, 3]\nw : float32[3]\n");
  CHECK(text(made.rule, made.rule.lhs) == "0 = Mul(x, w) float32[2, 3]\n-> 0");
  REQUIRE(made.constants.size() == 1);
  CHECK(made.constants.at(1)->as<float>().data == Floats{1, 2, 3});
}

TEST_CASE("minus zero and NaN are kept as data", "[onnx]") {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  for (const float value : {-0.0f, nan}) {
    const onnx::Import made =
        onnx::import_model(with_constant(floats({}, {value})).model());
    CHECK(made.constants.size() == 1);
  }
}

TEST_CASE("constants of equal bits are one input", "[onnx]") {
  ModelMaker m;
  m.input("x", {2, 2});
  m.initializer("v", floats({2}, {1, 2}));
  m.initializer("w", floats({2, 1}, {1, 2}));
  m.node("Constant", {}, {"u"}).with("value", floats({2}, {1, 2}));
  m.node("Add", {"x", "v"}, {"a"});
  m.node("Add", {"a", "w"}, {"b"});
  m.node("Add", {"b", "u"}, {"c"});
  m.output("c");
  const onnx::Import made = onnx::import_model(m.model());
  CHECK(inputs_text(made.rule) == "x : float32[2, 2]\nv : float32[2]\n");
  CHECK(text(made.rule, made.rule.lhs) ==
        "0 = Add(x, v) float32[2, 2]\n"
        "1 = Reshape(v; allowzero=0, shape=[2, 1]) float32[2, 1]\n"
        "2 = Add(0, 1) float32[2, 2]\n"
        "3 = Add(2, v) float32[2, 2]\n-> 3");
}

TEST_CASE("an initializer that is an input may be overridden", "[onnx]") {
  for (const int ir_version : {3, 8}) {
    ModelMaker m(13, ir_version);
    m.input("x", {2});
    m.input("w", {2});
    m.initializer("w", floats({2}, {1, 1}));
    m.node("Add", {"x", "w"}, {"y"});
    m.output("y");
    const bool is_constant = ir_version < 4;
    CHECK(imported(m) == (is_constant ? "0 = Const(shape=[2], value=1) "
                                        "float32[2]\n1 = Add(x, 0) "
                                        "float32[2]\n-> 1"
                                      : "0 = Add(x, w) float32[2]\n-> 0"));
  }
}

TEST_CASE("an output may be an input or a constant", "[onnx]") {
  ModelMaker m;
  m.input("x", {2});
  m.initializer("w", truths({2}, {1, 1}));
  m.output("x");
  m.output("w", Proto::BOOL);
  CHECK(imported(m) == "0 = Const(shape=[2], value=true) bool[2]\n-> x, 0");
}

TEST_CASE("nodes that no output needs are left out", "[onnx]") {
  ModelMaker m;
  m.input("x", {2});
  m.node("Exp", {"x"}, {"unused"});
  m.node("Neg", {"x"}, {"y"});
  m.output("y");
  CHECK(imported(m) == "0 = Neg(x) float32[2]\n-> 0");
}

TEST_CASE("operands that are attributes of ours are read", "[onnx]") {
  ModelMaker m;
  m.input("x", {2, 3, 4});
  m.initializer("axes", ints({-1, 0}));
  m.node("ReduceSum", {"x", "axes"}, {"y"}).with("keepdims", 0);
  m.output("y");
  CHECK(imported(m) ==
        "0 = ReduceSum(x; axes=[0, 2], keepdims=0, noop_with_empty_axes=0) "
        "float32[3]\n-> 0");
}

TEST_CASE("every form of Constant is read", "[onnx]") {
  ModelMaker m;
  m.input("x", {2, 3});
  m.node("Constant", {}, {"shape"}).with("value_ints", Integers{3, 2});
  m.node("Constant", {}, {"half"}).with("value_float", 0.5f);
  m.node("Reshape", {"x", "shape"}, {"r"});
  m.node("Mul", {"r", "half"}, {"y"});
  m.output("y");
  CHECK(imported(m) ==
        "0 = Reshape(x; allowzero=0, shape=[3, 2]) float32[3, 2]\n"
        "1 = Const(shape=[], value=1/2) float32[]\n"
        "2 = Mul(0, 1) float32[3, 2]\n-> 2");
  ModelMaker s;
  s.node("Constant", {}, {"y"}).with("value_string", "text");
  s.output("y");
  CHECK(error_of(s) ==
        "node 1 (Constant): constants given as value_string are not "
        "supported");
}

TEST_CASE("infinite attributes are numbers, NaN is none", "[onnx]") {
  const auto clipped = [](float low) {
    ModelMaker m(9);
    m.input("x", {2});
    m.node("Clip", {"x"}, {"y"}).with("min", low).with("max", 6.0f);
    m.output("y");
    return m;
  };
  const float infinity = std::numeric_limits<float>::infinity();
  CHECK(imported(clipped(-infinity)) ==
        "0 = Clip(x; max=6, min=-inf) float32[2]\n-> 0");
  CHECK(error_of(clipped(std::numeric_limits<float>::quiet_NaN())) ==
        "node 1 (Clip): attribute 'min' of Clip is NaN");
}

// --- Refusals ----------------------------------------------------------------

TEST_CASE("unknown operators are named with their domain", "[onnx]") {
  ModelMaker m;
  m.input("x", {2});
  m.node("Wobble", {"x"}, {"y"}).named("w");
  m.output("y");
  CHECK(opaque_of(m) ==
        "node 'w' (Wobble): operator 'Wobble' of domain 'ai.onnx' is not "
        "supported");
  ModelMaker n;
  n.input("x", {2});
  n.node("Relu", {"x"}, {"y"}).domain("com.example");
  n.output("y");
  CHECK(opaque_of(n) ==
        "node 1 (Relu): operator 'Relu' of domain 'com.example' is not "
        "supported");
}

TEST_CASE("an operator that changed after the opset we know is opaque",
          "[onnx]") {
  const auto pooled = [](int opset) {
    ModelMaker m(opset);
    m.input("x", {1, 1, 4});
    m.node("AveragePool", {"x"}, {"y"}).with("kernel_shape", Integers{2});
    m.output("y");
    return m;
  };
  CHECK(opaque_of(pooled(18)) == "none");
  CHECK(opaque_of(pooled(19)) ==
        "node 1 (AveragePool): AveragePool of opset 19 is not supported: it "
        "changed after opset 18");
}

TEST_CASE("inputs must be tensors of a known rank and type", "[onnx]") {
  ModelMaker m;
  m.input("x", {2}, Proto::UINT8);
  m.node("Identity", {"x"}, {"y"});
  m.output("y");
  CHECK(error_of(m) ==
        "input 'x' has the element type uint8, which is not supported");
  auto& type = *m.proto.mutable_graph()->mutable_input(0)->mutable_type();
  type.mutable_tensor_type()->set_elem_type(Proto::FLOAT);
  type.mutable_tensor_type()->clear_shape();
  CHECK(error_of(m) == "input 'x' has no shape; its rank must be known");
  type.mutable_sequence_type();
  CHECK(error_of(m) == "input 'x' is not a tensor");
}

TEST_CASE("what is wrong with a node is said with its name", "[onnx]") {
  ModelMaker m;
  m.input("x", {2});
  m.input("y", {3});
  m.node("Add", {"x", "y"}, {"z"}).named("sum");
  m.output("z");
  CHECK(error_of(m).find("node 'sum' (Add): Add of [2], [3]") == 0);
  ModelMaker n;
  n.input("x", {2});
  n.input("s", {1}, Proto::INT64);
  n.node("Reshape", {"x", "s"}, {"y"}).named("r");
  n.output("y");
  CHECK(opaque_of(n) ==
        "node 'r' (Reshape): operand 2 ('shape') of Reshape is not a "
        "constant");
}

TEST_CASE("missing, surplus and unknown operands are noticed", "[onnx]") {
  const auto error = [](const std::string& op_type, const Names& inputs,
                        const Names& outputs) {
    ModelMaker m;
    m.input("x", {2, 2});
    m.node(op_type, inputs, outputs);
    m.output(outputs[0].empty() ? outputs[1] : outputs[0]);
    return error_of(m);
  };
  CHECK(error("Relu", {}, {"y"}) ==
        "node 1 (Relu): its first input is missing");
  CHECK(error("Add", {"x"}, {"y"}) == "node 1 (Add): its input 2 is missing");
  CHECK(error("MatMul", {"x", ""}, {"y"}) ==
        "node 1 (MatMul): its input 2 is missing");
  CHECK(error("Relu", {"x"}, {"y", "z"}) ==
        "node 1 (Relu): it has more than 1 results");
}

TEST_CASE("element types are checked", "[onnx]") {
  ModelMaker m;
  m.input("x", {2});
  m.input("i", {2}, Proto::INT64);
  m.node("Add", {"x", "i"}, {"y"});
  m.output("y");
  CHECK(error_of(m).find("node 1 (Add): ") == 0);
  ModelMaker n;
  n.input("i", {2}, Proto::INT64);
  n.node("Exp", {"i"}, {"y"});
  n.output("y");
  CHECK(error_of(n).find("node 1 (Exp): ") == 0);
}

}  // namespace rewright::tests
