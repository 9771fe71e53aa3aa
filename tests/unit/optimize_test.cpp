// SPDX-License-Identifier: Apache-2.0
//
// Rules applied to models: what goes and what stays, names and outputs, and
// the cases in which rewriters have gone wrong (edges, shared constants,
// values that others need).
#include "optimize/optimize.h"

#include "catch.h"
#include "onnx/import.h"
#include "optimize/command.h"
#include "optimize/measured.h"
#include "optimize/random_walk.h"
#include "unit/ir_rules.h"
#include "unit/onnx_model_maker.h"

namespace rewright::optimize {
namespace {

using evidence::RefusalReason;
using tests::ModelMaker;

const char* const relu_of_relu = R"(rule relu_of_relu
  axes r...
  input x : float[r...]
  lhs Relu(Relu(x))
  rhs Relu(x)
)";

const char* const reshape_of_reshape = R"(rule reshape_of_reshape
  axes n..., m..., r...
  input x : T[n...]
  lhs Reshape(Reshape(x, [m...]), [r...])
  rhs Reshape(x, [r...])
)";

const char* const identity_removed = R"(rule identity_removed
  axes r...
  input x : T[r...]
  lhs Identity(x)
  rhs x
)";

std::vector<std::string> op_types(const onnx::Model& model) {
  std::vector<std::string> types;
  for (const auto& node : model.proto->graph().node())
    types.push_back(node.op_type());
  return types;
}

std::vector<std::string> output_names(const onnx::Model& model) {
  std::vector<std::string> names;
  for (const auto& output : model.proto->graph().output())
    names.push_back(output.name());
  return names;
}

/// Optimised, and proved to be the same.
Optimised optimised(const ModelMaker& maker, const std::string& rules,
                    const Options& options = {}) {
  const onnx::Model model = maker.model();
  Optimised made = optimize(model, ir::resolve_text(rules), options);
  CHECK(verify(model, made.model).status == evidence::Status::proved);
  CHECK(output_names(made.model) == output_names(model));
  return made;
}

bool has_refusal(const Optimised& made, const std::string& rule,
                 RefusalReason reason) {
  for (const evidence::Refusal& refusal : made.report.refusals)
    if (refusal.rule == rule && refusal.reason == reason) return true;
  return false;
}

using Types = std::vector<std::string>;

TEST_CASE("a chain shrinks until nothing is left to do", "[optimize]") {
  ModelMaker m;
  m.input("x", {2, 3});
  m.node("Relu", {"x"}, {"a"});
  m.node("Relu", {"a"}, {"b"});
  m.node("Relu", {"b"}, {"c"});
  m.node("Relu", {"c"}, {"y"});
  m.output("y");
  const Optimised made = optimised(m, relu_of_relu);
  CHECK(op_types(made.model) == Types{"Relu"});
  CHECK(made.report.applications.size() == 3);
  CHECK(made.report.before.operators == 4);
  CHECK(made.report.after.operators == 1);
}

TEST_CASE("no more rules are applied than asked for", "[optimize]") {
  ModelMaker m;
  m.input("x", {2, 3});
  m.node("Relu", {"x"}, {"a"});
  m.node("Relu", {"a"}, {"b"});
  m.node("Relu", {"b"}, {"y"});
  m.output("y");
  const Optimised made = optimised(m, relu_of_relu, {.most = 1});
  CHECK(op_types(made.model) == Types{"Relu", "Relu"});
  CHECK(has_refusal(made, "relu_of_relu", RefusalReason::limit));
}

TEST_CASE("an interior value that is an output stays", "[optimize]") {
  ModelMaker m;
  m.input("x", {2});
  m.node("Relu", {"x"}, {"a"});
  m.node("Relu", {"a"}, {"y"});
  m.output("a");
  m.output("y");
  const Optimised made = optimised(m, relu_of_relu);
  CHECK(op_types(made.model) == Types{"Relu", "Relu"});
  CHECK(has_refusal(made, "relu_of_relu", RefusalReason::used_elsewhere));
}

TEST_CASE("a reader that the import folds away counts", "[optimize]") {
  ModelMaker m;
  m.input("x", {2, 3});
  m.node("Relu", {"x"}, {"a"});
  m.node("Relu", {"a"}, {"b"});
  m.node("Shape", {"a"}, {"s"});
  m.node("Reshape", {"b", "s"}, {"y"});
  m.output("y");
  const Optimised made = optimised(m, relu_of_relu);
  CHECK(has_refusal(made, "relu_of_relu", RefusalReason::used_elsewhere));
}

TEST_CASE("a reshape that computes a shape is none of the chain",
          "[optimize]") {
  ModelMaker m;
  m.input("x", {4});
  m.initializer("v", tests::ints({1, 1}, {4}));
  m.initializer("one", tests::ints({1}));
  m.node("Reshape", {"v", "one"}, {"s"});
  m.node("Reshape", {"x", "s"}, {"y"});
  m.output("y");
  const Optimised made = optimised(m, reshape_of_reshape);
  CHECK(made.report.applications.empty());
}

TEST_CASE("two chains that share a constant get their own shapes",
          "[optimize]") {
  ModelMaker m;
  m.input("x", {2, 4});
  m.input("z", {3, 4});
  m.initializer("flat", tests::ints({-1}));
  m.initializer("s", tests::ints({-1, 2}));
  m.node("Reshape", {"x", "flat"}, {"a"});
  m.node("Reshape", {"a", "s"}, {"y1"});
  m.node("Reshape", {"z", "flat"}, {"b"});
  m.node("Reshape", {"b", "s"}, {"y2"});
  m.output("y1");
  m.output("y2");
  const Optimised made = optimised(m, reshape_of_reshape);
  CHECK(op_types(made.model) == Types{"Reshape", "Reshape"});
  CHECK(made.report.applications.size() == 2);
}

TEST_CASE("a copy inside the graph goes", "[optimize]") {
  ModelMaker m;
  m.input("x", {2});
  m.node("Relu", {"x"}, {"a"});
  m.node("Identity", {"a"}, {"b"});
  m.node("Neg", {"b"}, {"y"});
  m.output("y");
  const Optimised made = optimised(m, identity_removed);
  CHECK(op_types(made.model) == Types{"Relu", "Neg"});
}

TEST_CASE("one value under two output names keeps its copy", "[optimize]") {
  ModelMaker m;
  m.input("x", {2});
  m.node("Relu", {"x"}, {"y1"});
  m.node("Identity", {"y1"}, {"y2"});
  m.output("y1");
  m.output("y2");
  const Optimised made = optimised(m, identity_removed);
  CHECK(op_types(made.model) == Types{"Relu", "Identity"});
  CHECK(has_refusal(made, "identity_removed", RefusalReason::cost));
}

TEST_CASE("a node that became several goes as a whole or not at all",
          "[optimize]") {
  ModelMaker m;
  m.input("x", {2, 3});
  m.node("Softmax", {"x"}, {"y"}).with("axis", 1);
  m.output("y");
  const Optimised made = optimised(m, R"(rule exp_of_difference
  axes n..., r...
  input x : float[n..., r...]
  input y : float[n..., r: 1]
  lhs Exp(x - y)
  rhs Exp(x) / Exp(y)
)");
  CHECK(op_types(made.model) == Types{"Softmax"});
}

TEST_CASE("conditions that the numbers do not meet are said", "[optimize]") {
  ModelMaker m;
  m.input("x", {4});
  m.node("Relu", {"x"}, {"a"});
  m.node("Relu", {"a"}, {"y"});
  m.output("y");
  const Optimised made = optimised(m, R"(rule only_small
  sizes N
  input x : float[N]
  when N <= 3
  lhs Relu(Relu(x))
  rhs Relu(x)
)");
  CHECK(made.report.applications.empty());
  CHECK(has_refusal(made, "only_small", RefusalReason::condition));
}

TEST_CASE("a condition on elements holds where constants show it",
          "[optimize]") {
  const std::string rule = R"(rule scale_out_of_relu
  axes r...
  input x : float[r...]
  scalar s, t : float
  when s >= 0
  lhs Relu(x * s) * t
  rhs Relu(x) * (s * t)
)";
  ModelMaker m;
  m.input("x", {2});
  m.initializer("s", tests::floats({}, {2}));
  m.initializer("t", tests::floats({}, {3}));
  m.node("Mul", {"x", "s"}, {"a"});
  m.node("Relu", {"a"}, {"b"});
  m.node("Mul", {"b", "t"}, {"y"});
  m.output("y");
  CHECK(optimised(m, rule).report.applications.size() == 1);
  ModelMaker negative;
  negative.input("x", {2});
  negative.initializer("s", tests::floats({}, {-2}));
  negative.initializer("t", tests::floats({}, {3}));
  negative.node("Mul", {"x", "s"}, {"a"});
  negative.node("Relu", {"a"}, {"b"});
  negative.node("Mul", {"b", "t"}, {"y"});
  negative.output("y");
  const Optimised made = optimised(negative, rule);
  CHECK(made.report.applications.empty());
  CHECK(has_refusal(made, "scale_out_of_relu", RefusalReason::condition));
}

TEST_CASE("a rule that is not true is not applied", "[optimize]") {
  ModelMaker m;
  m.input("x", {2});
  m.node("Relu", {"x"}, {"a"});
  m.node("Neg", {"a"}, {"y"});
  m.output("y");
  const Optimised made = optimised(m, R"(rule wrong
  axes r...
  input x : float[r...]
  lhs Neg(Relu(x))
  rhs Neg(x)
)");
  CHECK(made.report.applications.empty());
  CHECK(has_refusal(made, "wrong", RefusalReason::not_proved));
}

TEST_CASE("a symbolic batch stays symbolic", "[optimize]") {
  ModelMaker m;
  m.input("x", {"N", 3});
  m.node("Relu", {"x"}, {"a"});
  m.node("Relu", {"a"}, {"y"});
  m.output("y");
  CHECK(op_types(optimised(m, relu_of_relu).model) == Types{"Relu"});
}

TEST_CASE("a random walk ends at an equal model, the same for one seed",
          "[optimize]") {
  ModelMaker m;
  m.input("x", {2, 3});
  m.input("z", {2, 3});
  m.node("Add", {"x", "z"}, {"a"});
  m.node("Relu", {"a"}, {"b"});
  m.node("Mul", {"b", "x"}, {"y"});
  m.output("y");
  const auto rules = ir::resolve_text(R"(rule add_commute
  axes r...
  input x, y : float[r...]
  lhs x + y
  rhs y + x
rule relu_as_max
  axes r...
  input x : float[r...]
  lhs Relu(x)
  rhs Max(x, 0)
)");
  const Walk walk = random_walk(m.model(), rules, 8, 5);
  CHECK(walk.rules.size() == 8);
  CHECK(walk.rules == random_walk(m.model(), rules, 8, 5).rules);
  CHECK(verify(m.model(), walk.model).status == evidence::Status::proved);
}

TEST_CASE("verify refuses a model that computes something else", "[optimize]") {
  ModelMaker a, b;
  for (ModelMaker* m : {&a, &b}) m->input("x", {2});
  a.node("Relu", {"x"}, {"y"});
  b.node("Neg", {"x"}, {"y"});
  for (ModelMaker* m : {&a, &b}) m->output("y");
  CHECK(verify(a.model(), b.model()).status != evidence::Status::proved);
}

TEST_CASE("the estimator decides, not the count", "[optimize]") {
  ModelMaker m;
  m.input("x", {2});
  m.node("Relu", {"x"}, {"a"});
  m.node("Relu", {"a"}, {"y"});
  m.output("y");
  const auto rules = ir::resolve_text(relu_of_relu);
  const Estimator likes_many = [](const onnx::Model& model) {
    return Estimate{-1.0 * model.proto->graph().node_size(), ""};
  };
  CHECK(optimize_measured(m.model(), rules, {}, likes_many, 5)
            .report.applications.empty());
  const Estimator likes_few = [](const onnx::Model& model) {
    return Estimate{1.0 * model.proto->graph().node_size(), ""};
  };
  CHECK(optimize_measured(m.model(), rules, {}, likes_few, 5)
            .report.applications.size() == 1);
}

TEST_CASE("the estimator is asked within its budget, and once a model",
          "[optimize]") {
  ModelMaker m;
  m.input("x", {2});
  m.node("Add", {"x", "x"}, {"a"});
  m.node("Relu", {"a"}, {"y"});
  m.output("y");
  const auto rules = ir::resolve_text(R"(rule add_commute
  axes r...
  input x, y : float[r...]
  lhs x + y
  rhs y + x
)");
  int runs = 0;
  const Estimator counts = [&](const onnx::Model&) {
    ++runs;
    return Estimate{1.0, ""};
  };
  optimize_measured(m.model(), rules, {}, counts, 10);
  CHECK(runs == 1);
}

TEST_CASE("a candidate without a number is refused", "[optimize]") {
  ModelMaker m;
  m.input("x", {2});
  m.node("Relu", {"x"}, {"a"});
  m.node("Relu", {"a"}, {"y"});
  m.output("y");
  int runs = 0;
  const Estimator fails_later = [&](const onnx::Model&) {
    return runs++ == 0 ? Estimate{1.0, ""} : Estimate{std::nullopt, "broken"};
  };
  const Optimised made = optimize_measured(
      m.model(), ir::resolve_text(relu_of_relu), {}, fails_later, 5);
  CHECK(made.report.applications.empty());
  CHECK(has_refusal(made, "relu_of_relu", RefusalReason::measure));
}

TEST_CASE("a number is read from the last line or a field", "[optimize]") {
  CHECK(parse_estimate("log\n 2.5\n", "").value == 2.5);
  CHECK(parse_estimate("{\"a\": {\"b\": 3}}", "a.b").value == 3.0);
  CHECK_FALSE(parse_estimate("2.5 ms\n", "").value);
  CHECK_FALSE(parse_estimate("", "").value);
  CHECK_FALSE(parse_estimate("nan\n", "").value);
  CHECK_FALSE(parse_estimate("{\"a\": \"3\"}", "a").value);
  CHECK_FALSE(parse_estimate("3", "a").value);
}

}  // namespace
}  // namespace rewright::optimize
