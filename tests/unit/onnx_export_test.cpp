// SPDX-License-Identifier: Apache-2.0
//
// Graphs written as ONNX: models that come back as they were, and what is
// said differently from one opset to the next.
#include <map>

#include "base/error.h"
#include "catch.h"
#include "ir/resolve.h"
#include "onnx/export.h"
#include "onnx/export_model.h"
#include "onnx/import.h"
#include "onnx/write_model.h"
#include "ops/table.h"
#include "syntax/parser.h"
#include "unit/onnx_graph_text.h"
#include "unit/onnx_model_maker.h"

namespace rewright::tests {

namespace {

using Opset = int;

onnx::Model again(const onnx::Import& imported, int opset) {
  const ir::Rule& rule = imported.rule;
  onnx::Model model = onnx::export_model(rule, rule.lhs, imported.constants,
                                         onnx::output_names(rule, rule.lhs),
                                         opset, "again.onnx");
  onnx::check_model(model, "again.onnx");
  return model;
}

/// The graph of a model and what it is after being written and read.
void check_round_trip(const onnx::Model& model) {
  const onnx::Import first = onnx::import_model(model);
  const onnx::Import second = onnx::import_model(again(first, model.opset));
  CHECK(text(second.rule, second.rule.lhs) == text(first.rule, first.rule.lhs));
  CHECK(inputs_text(second.rule) == inputs_text(first.rule));
}

ir::Rule rule_of(const std::string& text) {
  const auto source =
      std::make_shared<base::Source>(base::Source{"test.rule", text});
  return ir::resolve(syntax::parse_rules(source), ops::table()).at(0);
}

/// "Reshape(x, integers); ..." of a rule's left side, the constants after it.
std::string written(const std::string& rule_text, int opset) {
  const ir::Rule rule = rule_of(rule_text);
  const onnx::Model model = onnx::export_model(
      rule, rule.lhs, {}, onnx::output_names(rule, rule.lhs), opset, "w.onnx");
  onnx::check_model(model, "w.onnx");
  const auto& graph = model.proto->graph();
  std::string text;
  for (const auto& node : graph.node()) {
    if (!text.empty()) text += " ";
    text += node.op_type() + "/" + std::to_string(node.input_size());
    for (const auto& attribute : node.attribute())
      text += " " + attribute.name();
  }
  for (const auto& tensor : graph.initializer()) {
    text += " [";
    const auto& bytes = tensor.raw_data();
    for (std::size_t k = 0; tensor.data_type() == 7 && k < bytes.size(); k += 8)
      text += (k == 0 ? "" : ",") +
              std::to_string(*reinterpret_cast<const std::int64_t*>(&bytes[k]));
    text += "]";
  }
  return text;
}

std::string refusal(const std::string& rule_text, int opset) {
  try {
    written(rule_text, opset);
  } catch (const ir::IllFormed& wrong) {
    return wrong.what();
  }
  return "written";
}

std::string movement(const std::string& lhs) {
  return "rule r\n  sizes N, M\n  input x : float32[N, M, 3]\n  lhs " + lhs +
         "\n  rhs x\n";
}

}  // namespace

TEST_CASE("a model with symbolic sizes comes back as it was",
          "[onnx][export]") {
  const int opset = GENERATE(9, 11, 13, 17);
  ModelMaker m(opset);
  m.input("x", {"N", 3, 4});
  m.input("y", {"N", 12});
  m.initializer("shape", ints({0, 12}));
  m.initializer("w", floats({12, 2}, Floats(24, 0.5f)));
  m.node("Reshape", {"x", "shape"}, {"flat"});
  m.node("Add", {"flat", "y"}, {"sum"});
  m.node("MatMul", {"sum", "w"}, {"product"});
  m.node("Relu", {"product"}, {"out"});
  m.output("out");
  check_round_trip(m.model());
}

TEST_CASE("data of constants come back bit by bit", "[onnx][export]") {
  ModelMaker m(13);
  m.input("x", {"N", 2});
  m.initializer("w", floats({2, 2}, {1, -0.0f, 0.1f, 3}));
  m.node("MatMul", {"x", "w"}, {"out"});
  m.output("out");
  const onnx::Import first = onnx::import_model(m.model());
  const onnx::Import second = onnx::import_model(again(first, 13));
  REQUIRE(second.constants.size() == 1);
  CHECK(second.constants.begin()->second->as<float>().data ==
        first.constants.begin()->second->as<float>().data);
}

TEST_CASE("an output that is an input is an Identity", "[onnx][export]") {
  CHECK(written(movement("x"), 13) == "Identity/1");
}

TEST_CASE("two outputs of one value are two values", "[onnx][export]") {
  CHECK(written("rule r\n  input x : float32[3]\n  lhs (Relu(x), Relu(x))\n"
                "  rhs (Relu(x), Relu(x))\n",
                13)
            .find("Relu/1") == 0);
  const ir::Rule rule = rule_of(
      "rule r\n  input x : float32[3]\n"
      "  lhs\n    let a = Relu(x)\n    (a, a)\n  rhs (Relu(x), Relu(x))\n");
  onnx::FreshNames fresh;
  const onnx::Exported made =
      onnx::export_graph(rule, rule.lhs, {"x"}, {"p", "q"}, 13, fresh);
  REQUIRE(made.nodes.size() == 2);
  CHECK(made.nodes[1].op_type() == "Identity");
  CHECK(made.nodes[1].output(0) == "q");
}

TEST_CASE("axes are attributes or operands as the opset has them",
          "[onnx][export]") {
  const std::string sum = movement("ReduceSum(x, axes=[1], keepdims=0)");
  CHECK(written(sum, 12) == "ReduceSum/1 axes keepdims");
  CHECK(written(sum, 13) == "ReduceSum/2 keepdims [1]");
  const std::string greatest = movement("ReduceMax(x, axes=[1], keepdims=0)");
  CHECK(written(greatest, 17) == "ReduceMax/1 axes keepdims");
  CHECK(written(greatest, 18) == "ReduceMax/2 keepdims [1]");
  const std::string more = movement("Unsqueeze(x, axes=[0])");
  CHECK(written(more, 11) == "Unsqueeze/1 axes");
  CHECK(written(more, 13) == "Unsqueeze/2 [0]");
}

TEST_CASE("bounds of Slice are attributes before opset 10", "[onnx][export]") {
  const std::string slice = movement("Slice(x, 0, 2, axes=[2])");
  CHECK(written(slice, 9) == "Slice/1 axes ends starts");
  CHECK(written(slice, 10) == "Slice/4 [0] [2]");
  CHECK(
      refusal(movement("Slice(x, starts=[2: 0], ends=[2: 3], steps=[2: 2])"), 9)
          .find("before opset 10") != std::string::npos);
}

TEST_CASE("Clip and Pad have operands since opset 11", "[onnx][export]") {
  const std::string clip = movement("Clip(x, min=0, max=6)");
  CHECK(written(clip, 10) == "Clip/1 max min");
  CHECK(written(clip, 11) == "Clip/3 [] []");
  const std::string pad = movement("Pad(x, low=[2: 1])");
  CHECK(written(pad, 10) == "Pad/1 pads");
  CHECK(written(pad, 11) == "Pad/2 [0,0,1,0,0,0]");
}

TEST_CASE("one open size of a Reshape is -1", "[onnx][export]") {
  CHECK(written(movement("Reshape(x, [N*M, 3])"), 13) == "Reshape/2 [-1,3]");
}

TEST_CASE("sizes that stay in place are 0 in a Reshape", "[onnx][export]") {
  CHECK(written(movement("Reshape(x, [N, M*3])"), 13) == "Reshape/2 [0,-1]");
}

TEST_CASE("sizes that move are computed from shapes", "[onnx][export]") {
  CHECK(written(movement("Reshape(x, [M, 3, N])"), 13)
            .find("Shape/1 Gather/2 axis Concat/") == 0);
}

TEST_CASE("a size that may be zero is not left open", "[onnx][export]") {
  const std::string rule =
      "rule r\n  sizes N >= 0, M\n  input x : float32[N, M]\n"
      "  lhs Reshape(x, [M, N], allowzero=1)\n  rhs x\n";
  CHECK(written(rule, 14).find("allowzero") != std::string::npos);
  CHECK(refusal(rule, 13).find("before opset 14") != std::string::npos);
}

TEST_CASE("a size that no shape tells is refused", "[onnx][export]") {
  CHECK(refusal("rule r\n  sizes N\n  ints k\n  input x : float32[N]\n"
                "  lhs Slice(x, k, N)\n  rhs x\n",
                13)
            .find("the size k cannot be computed") != std::string::npos);
}

TEST_CASE("reversing is a Slice with negative steps", "[onnx][export]") {
  CHECK(written(movement("Reverse(x, axes=[2])"), 13).find("Slice/5") == 0);
  CHECK(refusal(movement("Reverse(x, axes=[2])"), 9) != "written");
}

TEST_CASE("element types that ONNX does not take are refused",
          "[onnx][export]") {
  const std::string rule =
      "rule r\n  input x : int8[3]\n  lhs x + x\n  rhs x + x\n";
  CHECK(refusal(rule, 13).find("does not take int8") != std::string::npos);
  CHECK(refusal(rule, 14) == "written");
}

TEST_CASE("operators that the opset lacks are refused", "[onnx][export]") {
  CHECK(refusal(movement("Einsum(x, equation=\"abc->a\")"), 11)
            .find("there is no Einsum of ONNX opset 11") != std::string::npos);
}

TEST_CASE("a rule of any element type is not written", "[onnx][export]") {
  CHECK(refusal("rule r\n  input x : T[3]\n  lhs x\n  rhs x\n", 13)
            .find("needs one element type") != std::string::npos);
}

TEST_CASE("axis groups are not written", "[onnx][export]") {
  CHECK(refusal("rule r\n  axes r...\n  input x : float32[r...]\n  lhs x\n"
                "  rhs x\n",
                13)
            .find("axis groups") != std::string::npos);
}

TEST_CASE("a constant is written once however often it is read",
          "[onnx][export]") {
  CHECK(written(movement("Unsqueeze(Unsqueeze(x, axes=[0]), axes=[0])"), 13) ==
        "Unsqueeze/2 Unsqueeze/2 [0]");
}

TEST_CASE("fresh names avoid those in use", "[onnx][export]") {
  onnx::FreshNames fresh;
  fresh.take("Relu");
  CHECK(fresh("Relu") == "Relu_2");
  CHECK(fresh("Relu") == "Relu_3");
  CHECK(fresh("other") == "other");
  CHECK(fresh("") == "value");
}

}  // namespace rewright::tests
