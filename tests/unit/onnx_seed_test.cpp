// SPDX-License-Identifier: Apache-2.0
//
// The graphs that started the project, as PyTorch exported them: every file
// is imported, and the opsets of one graph give the same graph.
#include <algorithm>
#include <filesystem>

#include "catch.h"
#include "onnx/pair.h"
#include "unit/onnx_graph_text.h"

namespace rewright::tests {

namespace fs = std::filesystem;

namespace {

const std::string folder = "tests/data/seed_onnx/";

std::vector<std::string> files() {
  std::vector<std::string> paths;
  for (const auto& entry : fs::directory_iterator(folder))
    if (entry.path().extension() == ".onnx")
      paths.push_back(entry.path().string());
  std::sort(paths.begin(), paths.end());
  return paths;
}

onnx::Import import_file(const std::string& path) {
  return onnx::import_model(onnx::read_model(path));
}

std::string output_shape(const ir::Rule& rule) {
  return ir::print(rule.type_of(rule.lhs, rule.lhs.outputs.at(0)).shape);
}

/// "8x64x16x16" of a small form's path, else "".
std::string sizes_in(const std::string& path) {
  const std::string stem = fs::path(path).stem().string();
  const auto first = stem.find('_'), last = stem.rfind('_');
  return first == last ? "" : stem.substr(first + 1, last - first - 1);
}

std::string small_shape(const std::string& sizes, int axes) {
  std::string text = "[";
  for (const char c : sizes) {
    if (c == 'x' && --axes == 0) break;
    text += c == 'x' ? std::string(", ") : std::string(1, c);
  }
  return text + "]";
}

std::string graph_text(const std::string& name) {
  const onnx::Import imported = import_file(folder + name + ".onnx");
  return inputs_text(imported.rule) + text(imported.rule, imported.rule.lhs);
}

}  // namespace

TEST_CASE("every seed model has the shapes its name says", "[onnx]") {
  REQUIRE(files().size() == 36);
  for (const std::string& path : files()) {
    CAPTURE(path);
    const onnx::Import imported = import_file(path);
    const std::string sizes = sizes_in(path);
    REQUIRE(imported.rule.inputs.size() == 2);
    CHECK(imported.constants.empty());
    CHECK(imported.rule.well_formed(imported.rule.lhs).is_true());
    if (sizes.empty()) {
      CHECK(inputs_text(imported.rule) ==
            "a : float32[1, 500, 7, 4, 13, 8]\n"
            "b : float32[1, 500, 7, 4, 13, 256]\n");
      CHECK(output_shape(imported.rule) == "[4, 13, 8, 32]");
    } else {
      CHECK(inputs_text(imported.rule) ==
            "a : float32" + small_shape(sizes, 4) + "\nb : float32" +
                small_shape(sizes, 4) + "\n");
      CHECK(output_shape(imported.rule) == small_shape(sizes, 2));
    }
  }
}

TEST_CASE("the opsets of the baseline give one graph", "[onnx]") {
  const std::string expected = graph_text("baseline_op9");
  CHECK(expected.find("Unsqueeze(a; axes=[6])") != std::string::npos);
  for (const char* name : {"baseline_op11", "baseline_op13", "baseline_op17"})
    CHECK(graph_text(name) == expected);
}

TEST_CASE("opsets 13 and 17 of every seed model give one graph", "[onnx]") {
  const std::string older = "_op13.onnx";
  for (const std::string& path : files()) {
    if (!path.ends_with(older)) continue;
    const std::string stem = fs::path(path).stem().string();
    const std::string newer = stem.substr(0, stem.size() - 2) + "17";
    CAPTURE(stem);
    CHECK(graph_text(stem) == graph_text(newer));
  }
}

TEST_CASE("seed models pair up", "[onnx]") {
  const auto model = [](const std::string& name) {
    return onnx::read_model(folder + name + ".onnx");
  };
  const onnx::Import pair =
      onnx::pair(model("baseline_op9"), model("merged_op17"));
  CHECK(pair.rule.name == "baseline_op9 == merged_op17");
  CHECK(pair.rule.inputs.size() == 2);
  CHECK(pair.rule.type_classes.size() == 1);
  CHECK(pair.rule.lhs.outputs.size() == 1);
  CHECK(pair.rule.rhs.outputs.size() == 1);
}

}  // namespace rewright::tests
