// SPDX-License-Identifier: Apache-2.0
//
// Tampered copies of a model, each with one change that counts: an attribute,
// an edge, a constant, an axis or an operator. A change is made at a node that
// an output depends on, leaves its shape, and changes its result on random
// operands. Whether it can be seen at the outputs is not asked here; see
// tamper.sh.
//
//   bench_tamper MODEL DIR [COUNT [SEED]]
//
// Writes DIR/NAME_tampered_K.onnx and prints one line of JSON for each: file,
// node (its name, or that of its output), index (position among the nodes),
// op_type, kind, what.
#include <algorithm>
#include <filesystem>
#include <random>

#include <nlohmann/json.hpp>

#include "base/error.h"
#include "base/file.h"
#include "bench/tamper_check.h"

namespace {

namespace tamper = rewright::tamper;
using tamper::Change;

/// Candidates by kind, each kind in an order of its own.
std::map<std::string, std::vector<Change>> candidates(
    const ::onnx::GraphProto& graph, const tamper::Values& values,
    std::mt19937& random) {
  std::map<std::string, std::vector<Change>> result;
  for (int n = 0; n < graph.node_size(); ++n) {
    if (!values.is_live(n) || graph.node(n).op_type() == "Constant") continue;
    if (values.find(graph.node(n).output(0)) == nullptr) continue;
    std::vector<Change> here = tamper::Candidates(graph, values, n).take();
    std::shuffle(here.begin(), here.end(), random);
    // A node with many values to choose from counts no more than others.
    std::map<std::string, int> taken;
    for (Change& change : here)
      if (++taken[change.kind] <= 3)
        result[change.kind].push_back(std::move(change));
  }
  for (auto& [kind, changes] : result)
    std::shuffle(changes.begin(), changes.end(), random);
  return result;
}

std::string name_of(const ::onnx::NodeProto& node) {
  return node.name().empty() ? node.output(0) : node.name();
}

void tell(const ::onnx::GraphProto& graph, const Change& change,
          const std::string& file) {
  const auto& node = graph.node(change.node);
  const nlohmann::ordered_json line = {
      {"file", file},         {"node", name_of(node)},
      {"index", change.node}, {"op_type", node.op_type()},
      {"kind", change.kind},  {"what", change.what}};
  fmt::print("{}\n", line.dump());
}

/// Takes the kinds in turn until there are enough copies. Returns how many.
int tamper_with(const std::string& path, const std::string& folder, int count,
                unsigned seed) {
  const rewright::onnx::Model model = rewright::onnx::read_model(path);
  const ::onnx::GraphProto& graph = model.proto->graph();
  const tamper::Values values(model);
  std::mt19937 random(seed);
  auto kinds = candidates(graph, values, random);
  std::filesystem::create_directories(folder);
  int made = 0;
  for (bool is_any_left = true; is_any_left && made < count;) {
    is_any_left = false;
    for (auto& [kind, changes] : kinds) {
      bool is_done = made == count;
      while (!is_done && !changes.empty()) {
        const Change change = std::move(changes.back());
        changes.pop_back();
        const auto copy = tamper::tampered(*model.proto, values, change);
        if (!copy) continue;
        const std::string file =
            fmt::format("{}/{}_tampered_{}.onnx", folder, model.stem(), made++);
        rewright::base::write_file(file, copy->SerializeAsString());
        tell(graph, change, file);
        is_any_left = is_done = true;
      }
    }
  }
  return made;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    if (argc < 3 || argc > 5)
      throw std::runtime_error("usage: bench_tamper MODEL DIR [COUNT [SEED]]");
    const int count = argc > 3 ? std::stoi(argv[3]) : 10;
    const auto seed = argc > 4 ? std::stoul(argv[4]) : 1UL;
    const int made =
        tamper_with(argv[1], argv[2], count, static_cast<unsigned>(seed));
    if (made == count) return 0;
    fmt::print(stderr, "bench_tamper: only {} of {} copies found\n", made,
               count);
    return 1;
  } catch (const std::exception& error) {
    fmt::print(stderr, "bench_tamper: {}\n", error.what());
    return 3;
  }
}
