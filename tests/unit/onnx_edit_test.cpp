// SPDX-License-Identifier: Apache-2.0
//
// Models with parts replaced: what changes, what must not, and replacements
// that are none.
#include <stdexcept>

#include "catch.h"
#include "ir/resolve.h"
#include "onnx/edit.h"
#include "onnx/import.h"
#include "onnx/write_model.h"
#include "ops/table.h"
#include "syntax/parser.h"
#include "unit/onnx_graph_text.h"
#include "unit/onnx_model_maker.h"

namespace rewright::tests {

namespace {

ir::Rule rule_of(const std::string& text) {
  const auto source =
      std::make_shared<base::Source>(base::Source{"test.rule", text});
  return ir::resolve(syntax::parse_rules(source), ops::table()).at(0);
}

/// Two Relus are one.
ir::Rule relu_twice() {
  return rule_of(
      "rule relu_twice\n  sizes N\n  input x : float32[N, 4]\n"
      "  lhs Relu(Relu(x))\n  rhs Relu(x)\n");
}

onnx::Replacement by_rhs(const ir::Rule& rule, std::vector<int> removed,
                         Names inputs, Names outputs) {
  return {.removed = std::move(removed),
          .rule = &rule,
          .graph = &rule.rhs,
          .inputs = std::move(inputs),
          .outputs = std::move(outputs)};
}

/// x -> Relu -> Relu -> Neg -> out, with an Abs of x beside it.
ModelMaker chain() {
  ModelMaker m(13);
  m.input("x", {"N", 4});
  m.node("Relu", {"x"}, {"a"}).named("first");
  m.node("Abs", {"x"}, {"beside"}).named("abs");
  m.node("Relu", {"a"}, {"b"}).named("second");
  m.node("Neg", {"b"}, {"out"}).named("last");
  m.output("out");
  m.output("beside");
  return m;
}

std::string ops_of(const onnx::Model& model) {
  std::string text;
  for (const auto& node : model.proto->graph().node())
    text += (text.empty() ? "" : " ") + node.op_type();
  return text;
}

onnx::Model replaced(const onnx::Model& model,
                     const std::vector<onnx::Replacement>& replacements) {
  onnx::Model result = onnx::replace(model, replacements);
  onnx::check_model(result, "replaced.onnx");
  return result;
}

std::string defect(const onnx::Model& model,
                   const std::vector<onnx::Replacement>& replacements) {
  try {
    onnx::replace(model, replacements);
  } catch (const std::logic_error& wrong) {
    return wrong.what();
  }
  return "none";
}

}  // namespace

TEST_CASE("nodes are replaced where they stood", "[onnx][edit]") {
  const ir::Rule rule = relu_twice();
  const onnx::Model model = chain().model();
  const onnx::Model result =
      replaced(model, {by_rhs(rule, {0, 2}, {"x"}, {"b"})});
  CHECK(ops_of(result) == "Relu Abs Neg");
  CHECK(result.proto->graph().node(0).output(0) == "b");
}

TEST_CASE("nodes that are not replaced keep every byte", "[onnx][edit]") {
  const ir::Rule rule = relu_twice();
  ModelMaker m = chain();
  m.proto.mutable_graph()->mutable_node(3)->set_doc_string("as written");
  m.proto.set_producer_name("somebody");
  auto* note = m.proto.add_metadata_props();
  note->set_key("k");
  note->set_value("v");
  const onnx::Model model = m.model();
  const onnx::Model result =
      replaced(model, {by_rhs(rule, {0, 2}, {"x"}, {"b"})});
  const auto& before = model.proto->graph();
  const auto& after = result.proto->graph();
  CHECK(after.node(1).SerializeAsString() ==
        before.node(1).SerializeAsString());
  CHECK(after.node(2).SerializeAsString() ==
        before.node(3).SerializeAsString());
  CHECK(after.output(0).SerializeAsString() ==
        before.output(0).SerializeAsString());
  CHECK(after.input(0).SerializeAsString() ==
        before.input(0).SerializeAsString());
  CHECK(result.proto->producer_name() == "somebody");
  CHECK(result.proto->metadata_props(0).value() == "v");
}

TEST_CASE("an output of the graph keeps its name", "[onnx][edit]") {
  const ir::Rule rule = relu_twice();
  ModelMaker m(13);
  m.input("x", {"N", 4});
  m.node("Relu", {"x"}, {"a"});
  m.node("Relu", {"a"}, {"out"});
  m.output("out");
  const onnx::Model result =
      replaced(m.model(), {by_rhs(rule, {0, 1}, {"x"}, {"out"})});
  CHECK(result.proto->graph().node(0).output(0) == "out");
}

TEST_CASE("what is said of a value goes only with the value", "[onnx][edit]") {
  const ir::Rule rule = relu_twice();
  ModelMaker m = chain();
  for (const char* name : {"a", "b"})
    m.proto.mutable_graph()->add_value_info()->set_name(name);
  auto* types = m.proto.mutable_graph()->mutable_value_info();
  for (auto& value : *types)
    value.mutable_type()->mutable_tensor_type()->set_elem_type(1);
  const onnx::Model result =
      replaced(m.model(), {by_rhs(rule, {0, 2}, {"x"}, {"b"})});
  REQUIRE(result.proto->graph().value_info_size() == 1);
  CHECK(result.proto->graph().value_info(0).name() == "b");
}

TEST_CASE("a constant goes with its last reader", "[onnx][edit]") {
  const ir::Rule rule = rule_of(
      "rule r\n  sizes N\n  input x : float32[N, 4]\n  lhs x\n  rhs x\n");
  ModelMaker m(13);
  m.input("x", {"N", 4});
  m.initializer("zero", floats({}, {0}));
  m.initializer("kept", floats({}, {1}));
  m.initializer("unread", floats({}, {2}));
  m.node("Add", {"x", "zero"}, {"a"});
  m.node("Mul", {"a", "kept"}, {"out"});
  m.output("out");
  const onnx::Model result =
      replaced(m.model(), {by_rhs(rule, {0}, {"x"}, {"a"})});
  REQUIRE(result.proto->graph().initializer_size() == 2);
  CHECK(result.proto->graph().initializer(0).name() == "kept");
  CHECK(result.proto->graph().initializer(1).name() == "unread");
  CHECK(ops_of(result) == "Identity Mul");
}

TEST_CASE("nodes that only removed nodes read go too", "[onnx][edit]") {
  const ir::Rule rule = rule_of(
      "rule r\n  sizes N\n  input x : float32[N, 4]\n  lhs x\n  rhs x\n");
  ModelMaker m(13);
  m.input("x", {"N", 4});
  m.node("Shape", {"x"}, {"shape"});
  m.node("Shape", {"x"}, {"other"});
  m.node("Reshape", {"x", "shape"}, {"a"});
  m.node("Reshape", {"a", "other"}, {"b"});
  m.node("Neg", {"b"}, {"out"});
  m.output("out");
  const onnx::Model result =
      replaced(m.model(), {by_rhs(rule, {2}, {"x"}, {"a"})});
  CHECK(ops_of(result) == "Shape Identity Reshape Neg");
}

TEST_CASE("a body keeps what it reads from outside", "[onnx][edit]") {
  const ir::Rule rule = relu_twice();
  ModelMaker m = chain();
  auto& node = *m.proto.mutable_graph()->add_node();
  node.set_op_type("If");
  node.add_input("condition");
  node.add_output("chosen");
  for (const char* branch : {"then_branch", "else_branch"}) {
    auto& attribute = *node.add_attribute();
    attribute.set_name(branch);
    attribute.set_type(::onnx::AttributeProto::GRAPH);
    auto& body = *attribute.mutable_g();
    body.set_name(branch);
    auto& inner = *body.add_node();
    inner.set_op_type("Identity");
    inner.add_input("a");
    inner.add_output(std::string(branch) + "_value");
    body.add_output()->set_name(std::string(branch) + "_value");
  }
  m.input("condition", {}, ::onnx::TensorProto::BOOL);
  CHECK(defect(m.model(), {by_rhs(rule, {0, 2}, {"x"}, {"b"})})
            .find("'a' is still read") != std::string::npos);
}

TEST_CASE("fresh names avoid those of bodies", "[onnx][edit]") {
  const ir::Rule rule = rule_of(
      "rule r\n  sizes N\n  input x : float32[N, 4]\n"
      "  lhs Relu(Relu(x))\n  rhs Relu(Neg(Neg(x)))\n");
  ModelMaker m = chain();
  m.proto.mutable_graph()->mutable_node(1)->set_name("Neg");
  const onnx::Model result =
      replaced(m.model(), {by_rhs(rule, {0, 2}, {"x"}, {"b"})});
  for (const auto& node : result.proto->graph().node())
    for (const std::string& name : node.output()) CHECK(name != "Neg");
}

TEST_CASE("a value that is read elsewhere cannot be removed", "[onnx][edit]") {
  const ir::Rule rule = relu_twice();
  ModelMaker m = chain();
  m.node("Abs", {"a"}, {"extra"});
  m.output("extra");
  CHECK(defect(m.model(), {by_rhs(rule, {0, 2}, {"x"}, {"b"})})
            .find("'a' is still read") != std::string::npos);
}

TEST_CASE("a graph output cannot be removed", "[onnx][edit]") {
  const ir::Rule rule = relu_twice();
  ModelMaker m = chain();
  m.output("a");
  CHECK(defect(m.model(), {by_rhs(rule, {0, 2}, {"x"}, {"b"})})
            .find("'a' is still read") != std::string::npos);
}

TEST_CASE("a node cannot be removed twice", "[onnx][edit]") {
  const ir::Rule rule = relu_twice();
  const auto replacement = by_rhs(rule, {0, 2}, {"x"}, {"b"});
  CHECK(defect(chain().model(), {replacement, replacement})
            .find("removed twice") != std::string::npos);
  CHECK(defect(chain().model(), {by_rhs(rule, {9}, {"x"}, {"b"})})
            .find("there is no node 9") != std::string::npos);
}

TEST_CASE("a result cannot be the replacement's own operand", "[onnx][edit]") {
  const ir::Rule rule = relu_twice();
  CHECK(defect(chain().model(), {by_rhs(rule, {0, 2}, {"b"}, {"b"})})
            .find("cycle") != std::string::npos);
}

TEST_CASE("nodes around the removed ones move only when they must",
          "[onnx][edit]") {
  const ir::Rule rule = rule_of(
      "rule r\n  sizes N\n  input x, y : float32[N, 4]\n"
      "  lhs (Relu(x), Relu(y))\n  rhs (Relu(x + y), Relu(y))\n");
  ModelMaker m(13);
  m.input("x", {"N", 4});
  m.node("Relu", {"x"}, {"p"});
  m.node("Abs", {"p"}, {"early"});
  m.node("Neg", {"x"}, {"y"});
  m.node("Relu", {"y"}, {"q"});
  m.node("Add", {"early", "q"}, {"out"});
  m.output("out");
  const onnx::Model result =
      replaced(m.model(), {by_rhs(rule, {0, 3}, {"x", "y"}, {"p", "q"})});
  CHECK(ops_of(result) == "Neg Add Relu Relu Abs Add");
}

TEST_CASE("several replacements are carried out at once", "[onnx][edit]") {
  const ir::Rule rule = relu_twice();
  ModelMaker m(13);
  m.input("x", {"N", 4});
  m.node("Relu", {"x"}, {"a"});
  m.node("Relu", {"a"}, {"b"});
  m.node("Relu", {"b"}, {"c"});
  m.node("Relu", {"c"}, {"out"});
  m.output("out");
  const onnx::Model result =
      replaced(m.model(), {by_rhs(rule, {2, 3}, {"b"}, {"out"}),
                           by_rhs(rule, {0, 1}, {"x"}, {"b"})});
  CHECK(ops_of(result) == "Relu Relu");
}

TEST_CASE("data of inputs that are no values become initializers",
          "[onnx][edit]") {
  const ir::Rule rule = rule_of(
      "rule r\n  sizes N\n  input x : float32[N, 4]\n"
      "  input w : float32[4]\n  lhs Relu(x)\n  rhs x * w\n");
  onnx::Replacement replacement = by_rhs(rule, {0, 2}, {"x", ""}, {"b"});
  replacement.constants[1] = std::make_shared<const evaluate::Tensor>(
      evaluate::Dense<float>{{4}, {1, 2, 3, 4}});
  const onnx::Model result = replaced(chain().model(), {replacement});
  REQUIRE(result.proto->graph().initializer_size() == 1);
  CHECK(result.proto->graph().initializer(0).name() == "w");
}

TEST_CASE("constants of an old model are nodes", "[onnx][edit]") {
  const ir::Rule rule = rule_of(
      "rule r\n  sizes N\n  input x : float32[N, 4]\n"
      "  lhs Relu(x)\n  rhs Reshape(x, [N, 2, 2])\n");
  ModelMaker m(9, 3);
  m.input("x", {"N", 4});
  m.node("Relu", {"x"}, {"a"});
  m.node("Neg", {"a"}, {"out"});
  m.output("out");
  const onnx::Model result =
      replaced(m.model(), {by_rhs(rule, {0}, {"x"}, {"a"})});
  CHECK(ops_of(result) == "Constant Reshape Neg");
  CHECK(result.proto->graph().initializer_size() == 0);
  CHECK(result.proto->graph().input_size() == 1);
}

}  // namespace rewright::tests
