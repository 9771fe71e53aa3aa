// SPDX-License-Identifier: Apache-2.0
//
// What targets say of models: each node's status and why, on the invented
// device of tests/data/targets/tiny.toml unless a test brings its own.
#include "evidence/lint.h"

#include <nlohmann/json.hpp>

#include "catch.h"
#include "onnx_model_maker.h"
#include "pipeline_folder.h"
#include "pipeline_lint.h"
#include "report_schema.h"
#include "reports/lint_json.h"
#include "reports/lint_text.h"

using rewright::evidence::ExitCode;
using rewright::evidence::LegalityStatus;
using rewright::evidence::Lint;
using rewright::evidence::NodeLegality;
using rewright::evidence::TargetLint;
using rewright::solver::Confidence;
using namespace rewright::tests;

namespace {

constexpr const char* tiny = "tests/data/targets/tiny.toml";

Lint lint_of(const ModelMaker& model, const std::string& target = tiny,
             Confidence least = Confidence::inferred) {
  const Folder folder;
  model.save(folder.path("made.onnx"));
  return rewright::pipeline::lint(folder.path("made.onnx"),
                                  {rewright::solver::read_target(target, {})},
                                  least);
}

TargetLint tiny_of(const ModelMaker& model,
                   Confidence least = Confidence::inferred) {
  return lint_of(model, tiny, least).targets.front();
}

/// A model of one node with one input and one output.
ModelMaker single(const std::string& op_type,
                  const std::vector<MadeDim>& dims) {
  ModelMaker m;
  m.input("x", dims);
  m.node(op_type, {"x"}, {"y"}).named("the node");
  m.output("y");
  return m;
}

/// Relu, MatMul with itself, Relu: what runs on the host is in the middle.
ModelMaker sandwich(const MadeDim& size) {
  ModelMaker m;
  m.input("x", {size, 8, 8});
  m.node("Relu", {"x"}, {"a"}).named("before");
  m.node("Identity", {"a"}, {"b"}).named("same");
  m.node("MatMul", {"a", "b"}, {"c"}).named("product");
  m.node("Relu", {"c"}, {"d"}).named("after");
  m.node("Add", {"c", "d"}, {"y"}).named("sum");
  m.output("y");
  return m;
}

}  // namespace

TEST_CASE("a violated limit is named with its numbers", "[lint]") {
  ModelMaker m;
  m.input("x", {1, 4, 9, 9});
  m.input("w", {2, 4, 5, 3});
  m.node("Conv", {"x", "w"}, {"y"}).named("wide");
  m.output("y");
  const Lint lint = lint_of(m);
  const NodeLegality& node = lint.targets[0].nodes.at(0);
  CHECK(node.legality.status == LegalityStatus::illegal);
  REQUIRE(node.objections.size() == 1);
  CHECK(node.objections[0].what == "Conv: KH <= 3 (published)");
  CHECK(node.objections[0].numbers ==
        "KH = 5; operands [1, 4, 9, 9], [2, 4, 5, 3]");
  CHECK(lint.code == ExitCode::refuted);
}

TEST_CASE("a model within all limits is legal", "[lint]") {
  const Lint lint = lint_of(single("Relu", {2, 3}));
  CHECK(lint.targets[0].nodes.at(0).legality.status == LegalityStatus::legal);
  CHECK(lint.targets[0].possible.regions.empty());
  CHECK(lint.code == ExitCode::as_required);
}

TEST_CASE("what a target is silent on is unknown and said", "[lint]") {
  const Lint lint = lint_of(single("Tanh", {2, 3}));
  const NodeLegality& node = lint.targets[0].nodes.at(0);
  CHECK(node.legality.status == LegalityStatus::unknown);
  CHECK(node.objections.at(0).what ==
        "Tanh: not known: no limit of the target is about it");
  CHECK(lint.code == ExitCode::unproved);
}

TEST_CASE("a limit that is known too weakly is not relied on", "[lint]") {
  const TargetLint strict = tiny_of(sandwich(2));
  CHECK(strict.nodes.at(2).objections.at(0).what ==
        "MatMul: not known: M, K, N (neighbour limits are not relied on)");
  const TargetLint lax = tiny_of(sandwich(2), Confidence::neighbour);
  CHECK(lax.nodes.at(2).legality.status == LegalityStatus::legal);
}

TEST_CASE("a size that a model leaves open makes it conditional", "[lint]") {
  ModelMaker m;
  m.input("x", {2, "N"});
  m.initializer("axes", ints({1}));
  m.node("ReduceSum", {"x", "axes"}, {"y"});
  m.output("y");
  const Lint lint = lint_of(m);
  const NodeLegality& node = lint.targets[0].nodes.at(0);
  CHECK(node.name == "y");
  CHECK(node.legality.status == LegalityStatus::conditional);
  CHECK(node.legality.where == "N <= 64");
  CHECK(lint.code == ExitCode::unproved);
}

TEST_CASE("an operator that is taken apart is judged as itself", "[lint]") {
  const NodeLegality wide = tiny_of(single("Softmax", {2, 65})).nodes.at(0);
  CHECK(wide.legality.status == LegalityStatus::illegal);
  CHECK(wide.judged_by.empty());
  CHECK(wide.objections.at(0).what == "Softmax: reduced <= 64 (vendor)");
  CHECK(wide.objections.at(0).numbers == "reduced = 65; operands [2, 65]");
  const NodeLegality narrow = tiny_of(single("Softmax", {2, 64})).nodes.at(0);
  CHECK(narrow.legality.status == LegalityStatus::legal);
}

TEST_CASE("an operator the target has no word for is judged by its parts",
          "[lint]") {
  const NodeLegality node = tiny_of(single("Softplus", {2, 3})).nodes.at(0);
  CHECK(node.judged_by.starts_with("its parts: "));
  CHECK(node.legality.status == LegalityStatus::unknown);
}

TEST_CASE("a limit in names that parts do not have is never taken as met",
          "[lint]") {
  const Folder folder;
  folder.write("t.toml",
               "name = \"t\"\nunmodelled = [\"Softmax\"]\n"
               "[sources]\nM = \"m\"\n[[limit]]\nops = \"Softmax\"\n"
               "require = \"KH <= 3\"\nconfidence = \"published\"\n"
               "source = \"M\"\n");
  const Lint lint = lint_of(single("Softmax", {2, 3}), folder.path("t.toml"));
  const NodeLegality& node = lint.targets[0].nodes.at(0);
  CHECK(node.legality.status == LegalityStatus::unknown);
  CHECK(node.objections.at(0).what ==
        "Softmax: not known: KH <= 3 (unknown name 'KH' of an operator that "
        "is taken apart)");
}

TEST_CASE("an operator that nobody knows is unknown, constant or not",
          "[lint]") {
  ModelMaker m;
  m.input("x", {2, 3});
  m.initializer("c", floats({2}, {1, 2}));
  m.node("Fused", {"x"}, {"a"}).domain("com.example");
  m.node("Fused", {"c"}, {"b"}).domain("com.example");
  m.output("a");
  m.output("b");
  const TargetLint lint = tiny_of(m);
  CHECK(lint.nodes.at(0).op_type == "com.example.Fused");
  CHECK(lint.nodes.at(0).legality.status == LegalityStatus::unknown);
  CHECK(lint.nodes.at(0).objections.at(0).what ==
        "com.example.Fused: not known: Rewright does not know what it "
        "computes");
  CHECK(lint.nodes.at(1).legality.status == LegalityStatus::unknown);
}

TEST_CASE("what reads an unknown operator's results joins its region",
          "[lint]") {
  ModelMaker m;
  m.input("x", {2, 3});
  m.node("Relu", {"x"}, {"a"});
  m.node("Fused", {"a"}, {"b"}).domain("com.example");
  m.node("Relu", {"b"}, {"c"});
  m.output("c");
  const TargetLint lint = tiny_of(m);
  CHECK(lint.nodes.at(2).legality.status == LegalityStatus::unknown);
  CHECK(lint.possible.regions.at(0).nodes == std::vector<std::size_t>{1, 2});
  CHECK(lint.possible.regions.at(0).in.number == 24);
}

TEST_CASE("too high a rank is illegal for parts and wholes alike", "[lint]") {
  const std::vector<MadeDim> dims = {1, 1, 1, 2, 3};
  for (const char* op_type : {"Softmax", "Relu", "Softplus"})
    CHECK(tiny_of(single(op_type, dims)).nodes.at(0).legality.status ==
          LegalityStatus::illegal);
}

TEST_CASE("nodes that leave nothing to compute are legal", "[lint]") {
  ModelMaker m = single("Relu", {2, 3});
  m.node("Shape", {"x"}, {"shape"}).named("folded");
  m.node("Tanh", {"x"}, {"unread"}).named("dead");
  const TargetLint lint = tiny_of(m);
  CHECK(lint.nodes.at(1).legality.status == LegalityStatus::legal);
  CHECK(lint.nodes.at(2).legality.status == LegalityStatus::legal);
  CHECK(lint.status == LegalityStatus::legal);
}

TEST_CASE("a limit on whole graphs counts", "[lint]") {
  const Folder folder;
  folder.write("t.toml",
               "name = \"t\"\n[sources]\nM = \"m\"\n[[limit]]\n"
               "ops = \"Relu\"\nrequire = \"rank <= 4\"\n"
               "confidence = \"published\"\nsource = \"M\"\n"
               "[[limit]]\nops = \"model\"\nrequire = \"dynamic_sizes == 0\"\n"
               "confidence = \"published\"\nsource = \"M\"\n");
  const Lint open = lint_of(single("Relu", {"N"}), folder.path("t.toml"));
  CHECK(open.targets[0].model.status == LegalityStatus::illegal);
  CHECK(open.targets[0].nodes.at(0).legality.status == LegalityStatus::legal);
  CHECK(open.code == ExitCode::refuted);
  const Lint closed = lint_of(single("Relu", {7}), folder.path("t.toml"));
  CHECK(closed.code == ExitCode::as_required);
}

TEST_CASE("values that cross to the host and back are counted once", "[lint]") {
  const TargetLint lint = tiny_of(sandwich(2));
  CHECK(lint.certain.regions.empty());
  REQUIRE(lint.possible.regions.size() == 1);
  const auto& region = lint.possible.regions.front();
  CHECK(region.nodes == std::vector<std::size_t>{2});
  // `a`, of which `b` is a copy; `c`, which two nodes read.
  CHECK(region.in.values == 1);
  CHECK(region.out.values == 1);
  CHECK(region.out.number == 2 * 8 * 8 * 4);
  CHECK(lint.possible.transitions == 2);
  CHECK(lint.possible.all.number == 2 * 2 * 8 * 8 * 4);
}

TEST_CASE("host nodes that read each other are one region", "[lint]") {
  ModelMaker m;
  m.input("x", {4, 4});
  m.node("Tanh", {"x"}, {"a"});
  m.node("MatMul", {"a", "a"}, {"b"});
  m.node("Relu", {"b"}, {"c"});
  m.node("Tanh", {"c"}, {"y"});
  m.output("y");
  const TargetLint lint = tiny_of(m);
  REQUIRE(lint.possible.regions.size() == 2);
  CHECK(lint.possible.regions[0].nodes == std::vector<std::size_t>{0, 1});
  CHECK(lint.possible.regions[1].nodes == std::vector<std::size_t>{3});
  CHECK(lint.possible.transitions == 2);
}

TEST_CASE("bytes over open sizes are a formula and no number", "[lint]") {
  const TargetLint lint = tiny_of(sandwich("N"));
  CHECK(lint.possible.all.bytes == "512*N");
  CHECK(!lint.possible.all.number);
}

TEST_CASE("a file that is no model is refused", "[lint]") {
  const Folder folder;
  folder.write("made.onnx", "not a model");
  CHECK_THROWS_AS(rewright::pipeline::lint(folder.path("made.onnx"), {},
                                           Confidence::inferred),
                  rewright::base::InputError);
}

TEST_CASE("the record of lint fits the schema", "[lint][json]") {
  for (const Lint& lint :
       {lint_of(sandwich("N")), lint_of(single("Softmax", {2, 65})),
        lint_of(single("Relu", {2}))}) {
    const json record = json::parse(rewright::reports::lint_json(lint));
    CHECK(Schema(schema(), "lint").violations(record) ==
          std::vector<std::string>{});
  }
}

TEST_CASE("the schema of lint refuses what is no such record", "[lint][json]") {
  json record = json::parse(rewright::reports::lint_json(lint_of(sandwich(2))));
  record["targets"][0]["nodes"][0]["status"] = "fine";
  record["targets"][0]["by_op_type"]["Relu"].erase("legal");
  record["targets"][0]["host_if_unknown"]["more"] = 1;
  CHECK(Schema(schema(), "lint").violations(record).size() == 3);
}

TEST_CASE("the report of lint begins with the totals", "[lint]") {
  const std::string text =
      rewright::reports::lint_text(lint_of(sandwich(2)), {});
  CHECK(
      text.starts_with("made on tiny: unknown\n5 nodes: 4 legal, 1 unknown\n"));
  CHECK(text.find("\n  MatMul: not known: M, K, N (neighbour limits are not "
                  "relied on): 1 node\n    product\n") != std::string::npos);
  CHECK(text.find("where unknown nodes run there: 1 region of 1 node, 2 values "
                  "to or from the host, 1024 bytes\n") != std::string::npos);
}
