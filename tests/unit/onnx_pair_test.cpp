// SPDX-License-Identifier: Apache-2.0
//
// Two models as one rule: how inputs, sizes, outputs and constants meet.
#include "base/error.h"
#include "catch.h"
#include "onnx/pair.h"
#include "unit/onnx_graph_text.h"
#include "unit/onnx_model_maker.h"

namespace rewright::tests {
using Proto = ::onnx::TensorProto;

namespace {

/// y = op(first, second), with these names and dims of the inputs.
ModelMaker binary(const std::string& op_type, const std::string& first,
                  const std::vector<MadeDim>& first_dims,
                  const std::string& second,
                  const std::vector<MadeDim>& second_dims) {
  ModelMaker m;
  m.input(first, first_dims);
  m.input(second, second_dims);
  m.node(op_type, {first, second}, {"y"});
  m.output("y");
  return m;
}

onnx::Import paired(const ModelMaker& a, const ModelMaker& b) {
  return onnx::pair(a.model("first.onnx"), b.model("second.onnx"));
}

std::string texts(const onnx::Import& pair) {
  return text(pair.rule, pair.rule.lhs) + "\n" + text(pair.rule, pair.rule.rhs);
}

std::string error_of(const ModelMaker& a, const ModelMaker& b) {
  try {
    paired(a, b);
  } catch (const base::InputError& error) {
    CHECK(error.file() == "second.onnx");
    return error.message();
  }
  return "no error";
}

}  // namespace

TEST_CASE("inputs are bound by name when the names agree", "[onnx]") {
  const auto pair = paired(binary("Sub", "x", {2}, "z", {2}),
                           binary("Sub", "z", {2}, "x", {2}));
  CHECK(pair.rule.name == "first == second");
  CHECK(inputs_text(pair.rule) == "x : float32[2]\nz : float32[2]\n");
  CHECK(texts(pair) ==
        "0 = Sub(x, z) float32[2]\n-> 0\n0 = Sub(z, x) float32[2]\n-> 0");
}

TEST_CASE("inputs are bound by place when the names differ", "[onnx]") {
  const auto pair = paired(binary("Sub", "x", {2}, "z", {3, 1}),
                           binary("Sub", "u", {2}, "v", {3, 1}));
  CHECK(inputs_text(pair.rule) == "x : float32[2]\nz : float32[3, 1]\n");
  CHECK(texts(pair) ==
        "0 = Sub(x, z) float32[3, 2]\n-> 0\n"
        "0 = Sub(x, z) float32[3, 2]\n-> 0");
}

TEST_CASE("a name that would change its place is refused", "[onnx]") {
  CHECK(error_of(binary("Sub", "x", {2}, "y0", {2}),
                 binary("Sub", "z", {2}, "x", {2})) ==
        "input 'x' is at place 2, but at place 1 in first.onnx; inputs are "
        "bound by name only when all names agree");
}

TEST_CASE("sizes are bound through the inputs", "[onnx]") {
  const auto pair = paired(binary("Add", "x", {"N", 2}, "z", {"M", 1, 1}),
                           binary("Add", "x", {"rows", 2}, "z", {"N", 1, 1}));
  CHECK(inputs_text(pair.rule) == "x : float32[N, 2]\nz : float32[M, 1, 1]\n");
  CHECK(pair.rule.sizes.size() == 2);
  CHECK(texts(pair) ==
        "0 = Add(x, z) float32[M, N, 2]\n-> 0\n"
        "0 = Add(x, z) float32[M, N, 2]\n-> 0");
}

TEST_CASE("a dim without a name binds to one with a name", "[onnx]") {
  const auto pair = paired(binary("Add", "x", {"", 2}, "z", {2}),
                           binary("Add", "x", {"N", 2}, "z", {2}));
  CHECK(inputs_text(pair.rule) == "x : float32[x_0, 2]\nz : float32[2]\n");
}

TEST_CASE("models that want different dims equal are refused", "[onnx]") {
  CHECK(error_of(binary("Add", "x", {"N"}, "z", {"M", 1}),
                 binary("Add", "x", {"K"}, "z", {"K", 1})) ==
        "input 'z' is float32[K, 1], but 'z' of first.onnx is float32[M, 1] "
        "(where K is N)");
  CHECK(error_of(binary("Add", "x", {"K"}, "z", {"K", 1}),
                 binary("Add", "x", {"N"}, "z", {"M", 1})) ==
        "input 'z' is float32[M, 1], but 'z' of first.onnx is "
        "float32[K, 1] (where M is K)");
}

TEST_CASE("inputs must agree in number, type and shape", "[onnx]") {
  const ModelMaker a = binary("Add", "x", {2}, "z", {2});
  ModelMaker b = binary("Add", "x", {2}, "z", {2, 1});
  CHECK(error_of(a, b) ==
        "input 'z' is float32[2, 1], but 'z' of first.onnx is float32[2]");
  b = binary("Add", "x", {2}, "z", {"N"});
  CHECK(error_of(a, b) ==
        "input 'z' is float32[N], but 'z' of first.onnx is float32[2]");
  b = binary("Add", "x", {2}, "z", {2});
  b.input("w", {1});
  CHECK(error_of(a, b) == "takes 3 inputs, but first.onnx takes 2");
  b = binary("Add", "x", {2}, "z", {2});
  b.proto.mutable_graph()
      ->mutable_input(1)
      ->mutable_type()
      ->mutable_tensor_type()
      ->set_elem_type(Proto::DOUBLE);
  CHECK(error_of(a, b) ==
        "input 'z' is float64[2], but 'z' of first.onnx is float32[2]");
}

TEST_CASE("outputs are bound by name, else by place", "[onnx]") {
  const auto two = [](const std::string& sum, const std::string& difference,
                      bool is_swapped) {
    ModelMaker m;
    m.input("x", {2});
    m.input("z", {2});
    m.node("Add", {"x", "z"}, {sum});
    m.node("Sub", {"x", "z"}, {difference});
    m.output(is_swapped ? difference : sum);
    m.output(is_swapped ? sum : difference);
    return m;
  };
  const auto outputs = [](const onnx::Import& pair) {
    std::vector<int> nodes;
    for (const ir::Ref& ref : pair.rule.rhs.outputs) nodes.push_back(ref.node);
    return nodes;
  };
  const ModelMaker a = two("s", "d", false);
  CHECK(outputs(paired(a, two("s", "d", true))) == std::vector<int>{0, 1});
  CHECK(outputs(paired(a, two("p", "q", false))) == std::vector<int>{0, 1});
  CHECK(outputs(paired(a, two("p", "q", true))) == std::vector<int>{1, 0});
  ModelMaker b = two("s", "d", false);
  b.proto.mutable_graph()->mutable_output()->RemoveLast();
  CHECK(error_of(a, b) == "gives 1 outputs, but first.onnx gives 2");
}

TEST_CASE("outputs of different shapes are no input error", "[onnx]") {
  ModelMaker a, b;
  for (ModelMaker* m : {&a, &b}) {
    m->input("x", {2, 3});
    m->node("ReduceMax", {"x"}, {"y"})
        .with("axes", Integers{1})
        .with("keepdims", m == &a ? 1 : 0);
    m->output("y");
  }
  const auto pair = paired(a, b);
  CHECK(ir::print(pair.rule.type_of(pair.rule.lhs, {0, 0}).shape) == "[2, 1]");
  CHECK(ir::print(pair.rule.type_of(pair.rule.rhs, {0, 0}).shape) == "[2]");
}

TEST_CASE("equal constants of two models are one input", "[onnx]") {
  const auto weighted = [](const std::string& name, const Floats& values) {
    ModelMaker m;
    m.input("x", {2});
    m.initializer(name, floats({2}, values));
    m.node("Mul", {"x", name}, {"y"});
    m.output("y");
    return m;
  };
  const auto same = paired(weighted("w", {1, 2}), weighted("v", {1, 2}));
  CHECK(inputs_text(same.rule) == "x : float32[2]\nw : float32[2]\n");
  CHECK(same.constants.size() == 1);
  const auto other = paired(weighted("w", {1, 2}), weighted("w", {1, 3}));
  CHECK(inputs_text(other.rule) ==
        "x : float32[2]\nw : float32[2]\nw_2 : float32[2]\n");
  CHECK(other.constants.at(1)->as<float>().data == Floats{1, 2});
  CHECK(other.constants.at(2)->as<float>().data == Floats{1, 3});
}

TEST_CASE("a constant never takes the name of an input", "[onnx]") {
  ModelMaker a, b;
  a.input("x", {2});
  a.node("Neg", {"x"}, {"y"});
  a.output("y");
  b.input("u", {2});
  b.initializer("x", floats({2}, {1, 2}));
  b.node("Add", {"u", "x"}, {"y"});
  b.output("y");
  const auto pair = paired(a, b);
  CHECK(inputs_text(pair.rule) == "x : float32[2]\nx_2 : float32[2]\n");
  CHECK(texts(pair) ==
        "0 = Neg(x) float32[2]\n-> 0\n0 = Add(x, x_2) float32[2]\n-> 0");
}

TEST_CASE("an input that one model does not use is fine", "[onnx]") {
  ModelMaker b;
  b.input("x", {2});
  b.input("z", {2});
  b.node("Neg", {"x"}, {"y"});
  b.output("y");
  const auto pair = paired(binary("Add", "x", {2}, "z", {2}), b);
  CHECK(pair.rule.inputs.size() == 2);
}

TEST_CASE("types of one rule are classes of one type each", "[onnx]") {
  ModelMaker a;
  a.input("x", {2});
  a.input("z", {2}, Proto::DOUBLE);
  a.initializer("two", floats({}, {2}));
  a.node("Mul", {"x", "two"}, {"y"});
  a.node("Neg", {"z"}, {"u"});
  a.output("y");
  a.output("u", Proto::DOUBLE);
  const auto pair = paired(a, a);
  REQUIRE(pair.rule.type_classes.size() == 2);
  CHECK(pair.rule.type_classes[0] == ir::set_of(ir::ElementType::float32));
  CHECK(pair.rule.type_classes[1] == ir::set_of(ir::ElementType::float64));
}

}  // namespace rewright::tests
