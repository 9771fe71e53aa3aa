// SPDX-License-Identifier: Apache-2.0
//
// Nodes that are not read: what makes two of them one function, their shapes,
// and who must be opaque with them.
#include "base/error.h"
#include "catch.h"
#include "ir/attribute_order.h"
#include "ir/opaque.h"
#include "onnx/import.h"
#include "onnx/pair.h"
#include "unit/onnx_model_maker.h"

namespace rewright::tests {
using Proto = ::onnx::TensorProto;

namespace {

std::string error_of(const ModelMaker& maker) {
  try {
    onnx::import_model(maker.model("m.onnx"));
  } catch (const base::InputError& error) {
    return error.message();
  }
  return "no error";
}

const ir::Node& opaque_in(const ir::Graph& graph) {
  const ir::Node* node = ir::opaque_node(graph);
  REQUIRE(node != nullptr);
  return *node;
}

/// Whether the first opaque nodes of two models are the same call.
bool is_one_function(const ModelMaker& a, const ModelMaker& b) {
  const onnx::Import pair = onnx::pair(a.model(), b.model());
  const ir::Node& left = opaque_in(pair.rule.lhs);
  const ir::Node& right = opaque_in(pair.rule.rhs);
  return ir::compare(left.attributes, right.attributes) == 0 &&
         left.operands == right.operands;
}

std::string shape_of(const ModelMaker& maker) {
  const onnx::Import made = onnx::import_model(maker.model());
  const ir::Ref& output = made.rule.lhs.outputs.at(0);
  return ir::print(made.rule.type_of(made.rule.lhs, output).shape);
}

/// y = Fused(x) in a domain of its own.
ModelMaker fused(const char* name = "f", int beta = 2) {
  ModelMaker m;
  m.input("x", {"N", 3});
  m.node("Fused", {"x"}, {"y"})
      .domain("com.example")
      .named(name)
      .with("beta", beta)
      .with("alpha", 0.5f);
  m.output("y");
  return m;
}

/// y = If(c, Add(x, x) or the branch's other operator, x).
ModelMaker branching(const std::string& op_type, const std::string& inner) {
  ModelMaker m;
  m.input("c", {}, Proto::BOOL);
  m.input("x", {"N", 3});
  m.node("If", {"c"}, {"y"}).named("branch");
  auto& node = *m.proto.mutable_graph()->mutable_node(0);
  for (const char* branch : {"then_branch", "else_branch"}) {
    auto& attribute = *node.add_attribute();
    attribute.set_name(branch);
    attribute.set_type(::onnx::AttributeProto::GRAPH);
    auto& graph = *attribute.mutable_g();
    graph.set_name(inner + branch);
    auto& made = *graph.add_node();
    made.set_op_type(branch[0] == 't' ? op_type : "Relu");
    made.add_input("x");
    made.add_output(inner);
    auto& output = *graph.add_output();
    output.set_name(inner);
    output.mutable_type()->mutable_tensor_type()->set_elem_type(Proto::FLOAT);
  }
  m.output("y");
  return m;
}

}  // namespace

TEST_CASE("a node of an unknown domain is opaque and has no meaning",
          "[onnx][opaque]") {
  const onnx::Import made = onnx::import_model(fused().model("m.onnx"));
  const ir::Node& node = opaque_in(made.rule.lhs);
  CHECK(node.name == "f");
  CHECK(node.origin == 0);
  CHECK(ir::why_opaque(made.rule) ==
        "node 'f' (Fused of com.example) is opaque");
  CHECK(made.opaque == Names{"m.onnx: node 'f' (Fused): operator 'Fused' of "
                             "domain 'com.example' is not supported"});
}

TEST_CASE("opaque calls are one whatever the node is called",
          "[onnx][opaque]") {
  CHECK(is_one_function(fused("f"), fused("g")));
  ModelMaker swapped = fused();
  auto& node = *swapped.proto.mutable_graph()->mutable_node(0);
  node.mutable_attribute()->SwapElements(0, 1);
  node.set_doc_string("remark");
  CHECK(is_one_function(fused(), swapped));
}

TEST_CASE("opaque calls differ by attribute, version, domain and operand",
          "[onnx][opaque]") {
  CHECK_FALSE(is_one_function(fused("f", 2), fused("f", 3)));
  ModelMaker other = fused();
  other.proto.mutable_graph()->mutable_node(0)->set_domain("com.other");
  CHECK_FALSE(is_one_function(fused(), other));
  ModelMaker newer = fused();
  auto& import = *newer.proto.add_opset_import();
  import.set_domain("com.example");
  import.set_version(2);
  CHECK_FALSE(is_one_function(fused(), newer));
  ModelMaker twice = fused();
  twice.proto.mutable_graph()->mutable_node(0)->add_input("x");
  CHECK_FALSE(is_one_function(fused(), twice));
}

TEST_CASE("sub-graphs are compared without their names", "[onnx][opaque]") {
  CHECK(is_one_function(branching("Neg", "a"), branching("Neg", "b")));
  CHECK_FALSE(is_one_function(branching("Neg", "a"), branching("Exp", "a")));
}

TEST_CASE("what sub-graphs read from outside is an operand", "[onnx][opaque]") {
  const onnx::Import made = onnx::import_model(branching("Neg", "a").model());
  const ir::Node& node = opaque_in(made.rule.lhs);
  REQUIRE(node.operands.size() == 2);
  CHECK(node.operands[1] == ir::Ref{-1, 1});
  CHECK(shape_of(branching("Neg", "a")) == "[N, 3]");
}

TEST_CASE("what draws at random is not even equal to itself",
          "[onnx][opaque]") {
  ModelMaker m;
  m.input("x", {2});
  m.node("RandomUniformLike", {"x"}, {"y"});
  m.output("y");
  CHECK_FALSE(is_one_function(m, m));
  ModelMaker inside = branching("Bernoulli", "a");
  CHECK_FALSE(is_one_function(inside, inside));
}

TEST_CASE("a function of the model counts with its body", "[onnx][opaque]") {
  const auto defined = [](const char* op_type) {
    ModelMaker m = fused();
    auto& function = *m.proto.add_functions();
    function.set_domain("com.example");
    function.set_name("Fused");
    function.add_node()->set_op_type(op_type);
    return m;
  };
  CHECK(is_one_function(defined("Neg"), defined("Neg")));
  CHECK_FALSE(is_one_function(defined("Neg"), defined("Exp")));
  CHECK_FALSE(is_one_function(defined("Neg"), fused()));
}

TEST_CASE("a function of the model hides the operator of its name",
          "[onnx][opaque]") {
  ModelMaker m;
  m.input("x", {2});
  m.node("Relu", {"x"}, {"y"});
  m.output("y");
  m.proto.add_functions()->set_name("Relu");
  CHECK(opaque_of(m) ==
        "node 1 (Relu): functions of the model are not supported");
}

TEST_CASE("shapes come from ONNX's inference and from declarations",
          "[onnx][opaque]") {
  ModelMaker lstm;
  lstm.input("x", {5, "N", 8});
  lstm.input("w", {1, 16, 8});
  lstm.input("r", {1, 16, 4});
  lstm.node("LSTM", {"x", "w", "r"}, {"y"}).with("hidden_size", 4);
  lstm.output("y");
  CHECK(shape_of(lstm) == "[5, 1, N, 4]");
  ModelMaker m = fused();
  auto& type = *m.proto.mutable_graph()->mutable_output(0)->mutable_type();
  auto& shape = *type.mutable_tensor_type()->mutable_shape();
  shape.add_dim()->set_dim_param("N");
  shape.add_dim()->set_dim_value(7);
  shape.add_dim();
  CHECK(shape_of(m) == "[N, 7, f_0_2]");
}

TEST_CASE("a size that nobody knows is one size in both models, at least 0",
          "[onnx][opaque]") {
  ModelMaker m;
  m.input("x", {"N", 3});
  m.node("NonZero", {"x"}, {"y"});
  m.output("y", Proto::INT64);
  const onnx::Import pair = onnx::pair(m.model(), m.model());
  const auto& sizes = pair.rule.sizes;
  REQUIRE(sizes.size() == 2);
  CHECK(sizes[1].lower == 0);
  CHECK(is_one_function(m, m));
}

TEST_CASE("who reads a value of unknown rank is opaque too", "[onnx][opaque]") {
  ModelMaker m = fused();
  m.node("Relu", {"y"}, {"z"});
  m.output("z");
  const onnx::Import made = onnx::import_model(m.model("m.onnx"));
  REQUIRE(made.opaque.size() == 2);
  CHECK(made.opaque[1] ==
        "m.onnx: node 2 (Relu): the type or rank of its input 'y' is not "
        "known");
}

TEST_CASE("results that we do not give are opaque beside those we do",
          "[onnx][opaque]") {
  ModelMaker m;
  m.input("x", {1, 1, 4});
  m.node("MaxPool", {"x"}, {"y", "i"}).with("kernel_shape", Integers{2});
  m.output("y");
  CHECK(opaque_of(m) == "none");
  m.output("i", Proto::INT64);
  const onnx::Import made = onnx::import_model(m.model());
  REQUIRE(made.rule.lhs.nodes.size() == 2);
  CHECK(made.rule.lhs.nodes[0].op->name == "MaxPool");
  CHECK(made.rule.lhs.outputs[1] == ir::Ref{1, 1});
}

TEST_CASE("a constant of a type that we do not have counts by its data",
          "[onnx][opaque]") {
  const auto shifted = [](int zero) {
    ModelMaker m;
    m.input("x", {2});
    m.initializer("scale", floats({}, {0.5f}));
    Proto tensor;
    tensor.set_data_type(Proto::UINT8);
    tensor.add_int32_data(zero);
    m.initializer("zero", tensor);
    m.node("QuantizeLinear", {"x", "scale", "zero"}, {"q"});
    m.node("DequantizeLinear", {"q", "scale", "zero"}, {"y"});
    m.output("y");
    return m;
  };
  CHECK(is_one_function(shifted(3), shifted(3)));
  CHECK_FALSE(is_one_function(shifted(3), shifted(4)));
  CHECK(onnx::import_model(shifted(3).model()).opaque.size() == 2);
}

TEST_CASE("an attribute that nobody knows makes the node opaque",
          "[onnx][opaque]") {
  ModelMaker m;
  m.input("x", {2});
  m.node("Relu", {"x"}, {"y"}).with("leak", 1);
  m.output("y");
  CHECK(opaque_of(m) == "node 1 (Relu): attribute 'leak' is not supported");
}

TEST_CASE("declared shapes that contradict are errors", "[onnx][opaque]") {
  ModelMaker m;
  m.input("x", {"N", 3});
  m.node("Relu", {"x"}, {"y"});
  m.output("y");
  auto& type = *m.proto.mutable_graph()->mutable_output(0)->mutable_type();
  auto& shape = *type.mutable_tensor_type()->mutable_shape();
  shape.add_dim()->set_dim_param("anything");
  shape.add_dim()->set_dim_value(4);
  CHECK(error_of(m) ==
        "node 1 (Relu): its result 'y' is declared as [?, 4], but is [N, 3]");
  shape.mutable_dim(1)->set_dim_value(3);
  CHECK(error_of(m) == "no error");
}

TEST_CASE("mistakes stay errors beside opaque nodes", "[onnx][opaque]") {
  ModelMaker m = fused();
  m.node("Softmax", {"x"}, {"z"}).named("s").with("axis", 5);
  m.output("z");
  CHECK(error_of(m) == "node 's' (Softmax): axis 5 is out of range for rank 2");
}

}  // namespace rewright::tests
