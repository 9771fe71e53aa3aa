// SPDX-License-Identifier: Apache-2.0
//
// The graphs that started the project: every form equals every other, and
// wrong variants of them are refuted by a counterexample that replays.
#include <cstring>
#include <filesystem>
#include <fstream>
#include <functional>

#include <unistd.h>

#include "catch.h"
#include "onnx/pair.h"
#include "onnx_model_maker.h"
#include "pipeline.h"

namespace rewright {

namespace {

const std::string folder = "tests/data/seed_onnx/";

std::string seed(const std::string& stem) { return folder + stem + ".onnx"; }

evidence::Run compare(const std::string& a, const std::string& b,
                      std::int64_t cases,
                      std::optional<std::uint64_t> replay = {}) {
  pipeline::Options options;
  options.fuzz.cases = cases;
  options.replay = replay;
  return pipeline::equiv(a, b, options);
}

void prove_all(const std::vector<std::string>& stems) {
  for (std::size_t i = 0; i < stems.size(); ++i)
    for (std::size_t j = i + 1; j < stems.size(); ++j) {
      INFO(stems[i] << " == " << stems[j]);
      const auto run = compare(seed(stems[i]), seed(stems[j]), 0);
      REQUIRE(run.results.size() == 1);
      CHECK(run.results[0].judgement.verdict == evidence::Verdict::proved);
      CHECK(run.code == evidence::ExitCode::as_required);
    }
}

using Edit = std::function<void(::onnx::GraphProto&)>;

::onnx::NodeProto& find(::onnx::GraphProto& g, const std::string& op_type,
                        int which = 0) {
  for (auto& node : *g.mutable_node())
    if (node.op_type() == op_type && which-- == 0) return node;
  throw std::runtime_error("no such node: " + op_type);
}

::onnx::AttributeProto& attribute(::onnx::NodeProto& node,
                                  const std::string& name) {
  for (auto& a : *node.mutable_attribute())
    if (a.name() == name) return a;
  auto& a = *node.add_attribute();
  a.set_name(name);
  return a;
}

/// Replaces the integers that operand 1 of `node` (a constant) holds.
void set_operand(::onnx::GraphProto& g, const ::onnx::NodeProto& node,
                 const std::vector<std::int64_t>& values) {
  const std::string name = node.input(1);
  ::onnx::TensorProto tensor;
  tensor.set_name(name);
  tensor.set_data_type(::onnx::TensorProto::INT64);
  tensor.add_dims(static_cast<std::int64_t>(values.size()));
  for (const auto v : values) tensor.add_int64_data(v);
  for (auto& made : *g.mutable_node())
    if (made.output_size() == 1 && made.output(0) == name) {
      made.clear_attribute();
      auto& a = attribute(made, "value");
      a.set_type(::onnx::AttributeProto::TENSOR);
      *a.mutable_t() = tensor;
      return;
    }
  for (auto& initializer : *g.mutable_initializer())
    if (initializer.name() == name) {
      initializer = tensor;
      return;
    }
  throw std::runtime_error("no constant: " + name);
}

std::string edited(const std::string& stem, const std::string& what,
                   const Edit& edit) {
  ::onnx::ModelProto model;
  std::ifstream in(seed(stem), std::ios::binary);
  REQUIRE(model.ParseFromIstream(&in));
  edit(*model.mutable_graph());
  // Shapes that the file states of values inside are no longer right.
  model.mutable_graph()->clear_value_info();
  for (auto& output : *model.mutable_graph()->mutable_output())
    output.mutable_type()->mutable_tensor_type()->clear_shape();
  const auto path =
      std::filesystem::temp_directory_path() /
      ("rewright_" + std::to_string(::getpid()) + "_" + what + ".onnx");
  std::ofstream out(path, std::ios::binary);
  REQUIRE(model.SerializeToOstream(&out));
  return path.string();
}

/// The pair is refuted, and the counterexample's seed refutes it again.
void refute(const std::string& stem, const std::string& what,
            const Edit& edit) {
  INFO(stem << ", " << what);
  const std::string wrong = edited(stem, what, edit);
  const auto run = compare(seed(stem), wrong, 20);
  REQUIRE(run.results.size() == 1);
  const auto& result = run.results[0];
  INFO(result.judgement.reason);
  CHECK(result.judgement.verdict == evidence::Verdict::refuted);
  CHECK(run.code == evidence::ExitCode::refuted);
  REQUIRE(result.stages.fuzz.counterexample);
  const auto again =
      compare(seed(stem), wrong, 20, result.stages.fuzz.counterexample->seed);
  REQUIRE(again.results.size() == 1);
  CHECK(again.results[0].judgement.verdict == evidence::Verdict::refuted);
  std::filesystem::remove(wrong);
}

/// Multiples of 500, the size that is scaled; nothing else in these graphs is
/// one.
std::int64_t scaled(std::int64_t size) {
  return size > 0 && size % 500 == 0 ? 100 * size : size;
}

void scale(::onnx::TensorProto& tensor) {
  if (tensor.data_type() != ::onnx::TensorProto::INT64) return;
  std::vector<std::int64_t> values(tensor.int64_data().begin(),
                                   tensor.int64_data().end());
  if (tensor.has_raw_data()) {
    values.resize(tensor.raw_data().size() / sizeof(std::int64_t));
    std::memcpy(values.data(), tensor.raw_data().data(),
                values.size() * sizeof(std::int64_t));
    tensor.clear_raw_data();
  }
  tensor.clear_int64_data();
  for (const std::int64_t v : values) tensor.add_int64_data(scaled(v));
}

void scale(::onnx::GraphProto& g) {
  for (auto& input : *g.mutable_input())
    for (auto& dim : *input.mutable_type()
                          ->mutable_tensor_type()
                          ->mutable_shape()
                          ->mutable_dim())
      dim.set_dim_value(scaled(dim.dim_value()));
  for (auto& initializer : *g.mutable_initializer()) scale(initializer);
  for (auto& node : *g.mutable_node())
    for (auto& a : *node.mutable_attribute())
      if (a.has_t()) scale(*a.mutable_t());
}

const std::vector<std::string> small = {"1x3x8x4", "8x64x16x16", "32x256x7x7"};

}  // namespace

TEST_CASE("all pairs of the eight large forms are proved equal") {
  for (const char* opset : {"_op13", "_op17"}) {
    std::vector<std::string> stems;
    for (const char* form : {"baseline", "merged", "mergedkeep", "swapsum",
                             "flatsum", "flatpre", "matmul", "einsum"})
      stems.push_back(std::string(form) + opset);
    prove_all(stems);
  }
}

TEST_CASE("a hundred times the size is the same proof") {
  const std::vector<std::string> stems = {
      "baseline_op13", "merged_op13",  "mergedkeep_op13", "swapsum_op13",
      "flatsum_op13",  "flatpre_op13", "matmul_op13",     "einsum_op13"};
  std::vector<std::string> large;
  for (const std::string& stem : stems)
    large.push_back(
        edited(stem, "large_" + stem, [](::onnx::GraphProto& g) { scale(g); }));
  const auto obligations = [](const evidence::Run& run) {
    const auto& stages = run.results.at(0).stages;
    return std::pair(stages.shape.obligations.size(),
                     stages.value.obligations.size());
  };
  for (std::size_t i = 0; i < stems.size(); ++i)
    for (std::size_t j = i + 1; j < stems.size(); ++j) {
      INFO(stems[i] << " == " << stems[j]);
      const auto run = compare(large[i], large[j], 0);
      REQUIRE(run.results.size() == 1);
      CHECK(run.results[0].judgement.verdict == evidence::Verdict::proved);
      const auto small_run = compare(seed(stems[i]), seed(stems[j]), 0);
      CHECK(obligations(run) == obligations(small_run));
    }
  for (const std::string& path : large) std::filesystem::remove(path);
}

TEST_CASE("all pairs of the three small sets are proved equal") {
  for (const char* opset : {"_op13", "_op17"})
    for (const std::string& size : small)
      prove_all({"mulsum_" + size + opset, "mulsumsum_" + size + opset,
                 "dwconv_" + size + opset});
}

TEST_CASE("the baseline is proved equal across opsets") {
  prove_all({"baseline_op9", "baseline_op11", "baseline_op13", "baseline_op17",
             "einsum_op13"});
}

TEST_CASE("wrong sums of products are refuted") {
  refute("mulsum_1x3x8x4_op13", "other_axis", [](auto& g) {
    set_operand(g, find(g, "ReduceSum"), {1, 3});
  });
  refute("mulsum_1x3x8x4_op13", "one_axis",
         [](auto& g) { set_operand(g, find(g, "ReduceSum"), {2}); });
  refute("mulsum_1x3x8x4_op13", "keepdims",
         [](auto& g) { attribute(find(g, "ReduceSum"), "keepdims").set_i(1); });
  refute("mulsum_1x3x8x4_op13", "maximum", [](auto& g) {
    auto& node = find(g, "ReduceSum");
    node.set_op_type("ReduceMax");
    auto& axes = attribute(node, "axes");
    axes.set_type(::onnx::AttributeProto::INTS);
    axes.add_ints(2);
    axes.add_ints(3);
    node.mutable_input()->RemoveLast();
  });
  refute("mulsum_1x3x8x4_op13", "add_for_mul",
         [](auto& g) { find(g, "Mul").set_op_type("Add"); });
  refute("mulsum_8x64x16x16_op13", "squared",
         [](auto& g) { find(g, "Mul").set_input(1, find(g, "Mul").input(0)); });
  refute("mulsumsum_1x3x8x4_op13", "second_axis",
         [](auto& g) { set_operand(g, find(g, "ReduceSum", 1), {1}); });
}

TEST_CASE("wrong grouped convolutions are refuted") {
  refute("dwconv_1x3x8x4_op13", "stride", [](auto& g) {
    auto& s = attribute(find(g, "Conv"), "pads");
    s.clear_ints();
    for (int i : {1, 0, 1, 0}) s.add_ints(i);
    auto& t = attribute(find(g, "Conv"), "strides");
    t.clear_ints();
    for (int i : {3, 1}) t.add_ints(i);
  });
  refute("dwconv_1x3x8x4_op13", "shifted", [](auto& g) {
    auto& s = attribute(find(g, "Conv"), "pads");
    s.clear_ints();
    for (int i : {1, 0, 0, 0}) s.add_ints(i);
    auto& t = attribute(find(g, "Conv"), "strides");
    t.clear_ints();
    for (int i : {9, 1}) t.add_ints(i);
  });
  refute("dwconv_1x3x8x4_op13", "swapped_operands", [](auto& g) {
    // Both reshapes read the same input.
    find(g, "Reshape", 1).set_input(0, find(g, "Reshape", 0).input(0));
  });
  refute("dwconv_1x3x8x4_op13", "result_transposed", [](auto& g) {
    set_operand(g, find(g, "Reshape", 2), {3, 1});
  });
}

TEST_CASE("wrong forms of the aggregation are refuted") {
  refute("baseline_op13", "other_axes",
         [](auto& g) { set_operand(g, find(g, "ReduceSum", 1), {2}); });
  refute("baseline_op13", "swapped_factors", [](auto& g) {
    set_operand(g, find(g, "Reshape", 0), {1, 500, 7, 4, 13, 32, 8});
    set_operand(g, find(g, "Unsqueeze"), {5});
  });
  refute("merged_op13", "merged_axes", [](auto& g) {
    set_operand(g, find(g, "ReduceSum"), {1, 3});
  });
  refute("einsum_op13", "result_order", [](auto& g) {
    attribute(find(g, "Einsum"), "equation").set_s("xijkcd,xijkcde->xkdce");
  });
}

TEST_CASE("a broadcast that fits by accident is refuted") {
  const auto build = [](bool unsqueezed, float scale) {
    tests::ModelMaker m(13);
    m.input("a", {2, 2});
    m.input("b", {2, 2, 2});
    ::onnx::TensorProto axes, factor;
    axes.set_data_type(::onnx::TensorProto::INT64);
    axes.add_dims(1);
    axes.add_int64_data(2);
    factor.set_data_type(::onnx::TensorProto::FLOAT);
    factor.add_float_data(scale);
    m.initializer("axes", axes);
    m.initializer("factor", factor);
    m.node("Unsqueeze", {"a", "axes"}, {"column"});
    m.node("Mul", {unsqueezed ? "column" : "a", "b"}, {"product"});
    m.node("Mul", {"product", "factor"}, {"y"});
    m.output("y");
    const auto path =
        std::filesystem::temp_directory_path() /
        ("rewright_" + std::to_string(::getpid()) + "_made_" +
         std::to_string(unsqueezed) + std::to_string(scale) + ".onnx");
    m.save(path.string());
    return path.string();
  };
  const std::string right = build(true, 0.5F);
  for (const std::string& wrong : {build(false, 0.5F), build(true, 0.25F)}) {
    const auto run = compare(right, wrong, 20);
    REQUIRE(run.results.size() == 1);
    CHECK(run.results[0].judgement.verdict == evidence::Verdict::refuted);
    CHECK(run.code == evidence::ExitCode::refuted);
    std::filesystem::remove(wrong);
  }
  std::filesystem::remove(right);
}

}  // namespace rewright
