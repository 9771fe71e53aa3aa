// SPDX-License-Identifier: Apache-2.0
//
// Holds every #include of the library against layers.txt, which also gives
// CMake the edges between the layers: a file may include its own layer and the
// layers that its line names. A line may only name layers above it, so the
// layers form no cycle; headers may form none either. Packages that belong to
// one folder must not be named outside it, and no source is over 500 lines.
// The last tests show on small bad trees that each of these is noticed.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <optional>
#include <random>
#include <regex>
#include <sstream>
#include <string>
#include <vector>

#include "catch.h"

namespace fs = std::filesystem;

namespace {

using Violations = std::vector<std::string>;

/// What layers.txt says: each layer with the layers it may include.
using Layers = std::map<std::string, std::vector<std::string>>;

struct Include {
  fs::path file;  // relative to the root, like every path below
  int line;
  std::string name;  // as written between the quotes or brackets
};

/// A package, recognised by how its headers begin, and the only files (by how
/// their path begins) that may name it.
struct Confined {
  std::string header;
  std::string place;
};

const std::vector<Confined> confined_packages = {
    {"z3", "solver/"},
    {"rapidcheck", "properties/"},
    {"onnx/", "src/onnx/"},
    {"google/protobuf", "src/onnx/"},
    {"boost/multiprecision", "src/base/"},
    {"CLI/", "src/main"},
};

constexpr int longest_source = 500;

bool contains(const std::vector<std::string>& list, const std::string& item) {
  return std::find(list.begin(), list.end(), item) != list.end();
}

std::string at(const Include& include) {
  return include.file.string() + ":" + std::to_string(include.line) + ": ";
}

std::vector<std::string> lines_of(const fs::path& file) {
  std::ifstream stream(file);
  std::vector<std::string> lines;
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

/// Reads layers.txt; a name that is not listed above its line is a violation.
Layers read_layers(const fs::path& root, Violations& violations) {
  Layers layers;
  std::vector<std::string> above;
  int number = 0;
  for (const std::string& line : lines_of(root / "layers.txt")) {
    ++number;
    std::string text = line.substr(0, line.find('#'));
    auto colon = text.find(':');
    if (colon == std::string::npos) continue;
    std::string layer = text.substr(0, colon);
    std::istringstream words(text.substr(colon + 1));
    for (std::string word; words >> word;) {
      if (word == "*") {
        layers[layer] = above;
      } else if (contains(above, word)) {
        layers[layer].push_back(word);
      } else {
        violations.push_back("layers.txt:" + std::to_string(number) + ": " +
                             layer + " names " + word +
                             ", which is not listed above it");
      }
    }
    layers[layer];
    above.push_back(layer);
  }
  return layers;
}

/// Layer of a file: the folder's name, or pipeline and main for files that
/// stand in src/ itself. Empty when it has none.
std::string layer_of(const fs::path& file) {
  auto part = file.begin();
  if (*part == "src") ++part;
  std::string name = part->string();
  if (std::next(part) != file.end()) return name;
  if (name.starts_with("pipeline")) return "pipeline";
  if (name.starts_with("main")) return "main";
  return "";
}

/// Sources in the given folders, sorted, relative to the root.
std::vector<fs::path> sources(const fs::path& root,
                              const std::vector<std::string>& folders) {
  std::vector<fs::path> files;
  for (const std::string& folder : folders) {
    if (!fs::exists(root / folder)) continue;
    for (const auto& entry : fs::recursive_directory_iterator(root / folder)) {
      auto extension = entry.path().extension();
      if (extension == ".h" || extension == ".cpp")
        files.push_back(fs::relative(entry.path(), root));
    }
  }
  std::sort(files.begin(), files.end());
  return files;
}

std::vector<Include> includes_of(const fs::path& root, const fs::path& file) {
  static const std::regex pattern(R"(^\s*#\s*include\s*["<]([^">]+)[">])");
  std::vector<Include> includes;
  int number = 0;
  for (const std::string& line : lines_of(root / file)) {
    ++number;
    std::smatch match;
    if (std::regex_search(line, match, pattern))
      includes.push_back({file, number, match[1]});
  }
  return includes;
}

/// The project's file that an include names, as the compiler looks it up;
/// nothing when it is a header of a package or of the standard library.
std::optional<fs::path> resolve(const fs::path& root, const Include& include) {
  for (const fs::path& folder :
       {include.file.parent_path(), fs::path("src"), fs::path()}) {
    fs::path candidate = (folder / include.name).lexically_normal();
    if (fs::is_regular_file(root / candidate)) return candidate;
  }
  return std::nullopt;
}

void check_package(const Include& include, Violations& violations) {
  for (const auto& [header, place] : confined_packages)
    if (include.name.starts_with(header) &&
        !include.file.generic_string().starts_with(place))
      violations.push_back(at(include) + "only " + place + " may include " +
                           include.name);
}

void check_edge(const Layers& layers, const Include& include,
                const fs::path& target, Violations& violations) {
  std::string from = layer_of(include.file);
  std::string to = layer_of(target);
  if (from == to || !layers.contains(from)) return;
  if (!contains(layers.at(from), to))
    violations.push_back(at(include) + from + " may not include " + to + " (" +
                         include.name + ")");
}

/// Which files a file includes, and from where.
using Edges = std::map<fs::path, std::vector<std::pair<fs::path, Include>>>;

/// Depth-first search that reports each include that closes a cycle.
class CycleSearch {
 public:
  CycleSearch(const Edges& edges, Violations& violations)
      : edges_(edges), violations_(violations) {}

  void visit(const fs::path& file) {
    if (state_[file] != State::unseen || !edges_.contains(file)) return;
    state_[file] = State::open;
    for (const auto& [target, include] : edges_.at(file)) {
      if (state_[target] == State::open)
        violations_.push_back(at(include) + "closes a cycle of includes (" +
                              include.name + ")");
      visit(target);
    }
    state_[file] = State::done;
  }

 private:
  enum class State { unseen, open, done };

  const Edges& edges_;
  Violations& violations_;
  std::map<fs::path, State> state_;
};

/// Everything that is wrong with the includes of the tree at `root`.
Violations include_violations(const fs::path& root) {
  Violations violations;
  Layers layers = read_layers(root, violations);
  Edges edges;
  for (const fs::path& file :
       sources(root, {"src", "solver", "properties", "reports"})) {
    if (!layers.contains(layer_of(file)))
      violations.push_back(file.string() + ":1: belongs to no layer");
    for (const Include& include : includes_of(root, file)) {
      if (auto target = resolve(root, include)) {
        check_edge(layers, include, *target, violations);
        edges[file].emplace_back(*target, include);
      } else {
        check_package(include, violations);
      }
    }
  }
  CycleSearch search(edges, violations);
  for (const auto& [file, targets] : edges) search.visit(file);
  return violations;
}

/// Sources of more lines than one file should have.
Violations length_violations(const fs::path& root) {
  Violations violations;
  for (const fs::path& file : sources(
           root, {"src", "solver", "properties", "reports", "tests", "bench"}))
    if (auto count = lines_of(root / file).size(); count > longest_source)
      violations.push_back(file.string() + ":" +
                           std::to_string(longest_source + 1) + ": has " +
                           std::to_string(count) + " lines");
  return violations;
}

/// A small tree in the temporary folder, gone when the test is over.
class Tree {
 public:
  Tree() {
    root_ = fs::temp_directory_path() /
            ("rewright_layers_" + std::to_string(std::random_device{}()));
    fs::create_directories(root_);
    write("layers.txt", "base:\nindex: base\nsolver: base index\nmain: *\n");
  }
  ~Tree() { fs::remove_all(root_); }
  Tree(const Tree&) = delete;
  Tree& operator=(const Tree&) = delete;

  void write(const fs::path& file, const std::string& text) const {
    fs::create_directories((root_ / file).parent_path());
    std::ofstream(root_ / file) << text;
  }
  const fs::path& root() const { return root_; }

 private:
  fs::path root_;
};

TEST_CASE("includes go only where layers.txt allows", "[include_layers]") {
  fs::path root = REWRIGHT_DATA_DIR;
  REQUIRE(fs::exists(root / "layers.txt"));
  CHECK(include_violations(root) == Violations{});
}

TEST_CASE("no source is over 500 lines", "[include_layers]") {
  CHECK(length_violations(REWRIGHT_DATA_DIR) == Violations{});
}

TEST_CASE("an include down the layers is allowed", "[include_layers]") {
  Tree tree;
  tree.write("src/base/a.h", "#include <vector>\n");
  tree.write("solver/s.h", "#include <z3++.h>\n\n#include \"base/a.h\"\n");
  tree.write("src/main.cpp", "#include \"solver/s.h\"\n");
  CHECK(include_violations(tree.root()) == Violations{});
}

TEST_CASE("an include up the layers is reported", "[include_layers]") {
  Tree tree;
  tree.write("src/index/i.h", "");
  tree.write("src/base/a.h", "#pragma once\n  # include <index/i.h>\n");
  tree.write("src/base/b.h", "#include \"../index/i.h\"\n");
  CHECK(
      include_violations(tree.root()) ==
      Violations{"src/base/a.h:2: base may not include index (index/i.h)",
                 "src/base/b.h:1: base may not include index (../index/i.h)"});
}

TEST_CASE("a package named outside its folder is reported",
          "[include_layers]") {
  Tree tree;
  tree.write("src/index/i.cpp",
             "#include <z3++.h>\n#include <rapidcheck/catch.h>\n"
             "#include \"onnx/onnx_pb.h\"\n#include <google/protobuf/any.h>\n"
             "#include <boost/multiprecision/cpp_int.hpp>\n"
             "#include <CLI/CLI.hpp>\n");
  CHECK(
      include_violations(tree.root()) ==
      Violations{"src/index/i.cpp:1: only solver/ may include z3++.h",
                 "src/index/i.cpp:2: only properties/ may include "
                 "rapidcheck/catch.h",
                 "src/index/i.cpp:3: only src/onnx/ may include onnx/onnx_pb.h",
                 "src/index/i.cpp:4: only src/onnx/ may include "
                 "google/protobuf/any.h",
                 "src/index/i.cpp:5: only src/base/ may include "
                 "boost/multiprecision/cpp_int.hpp",
                 "src/index/i.cpp:6: only src/main may include CLI/CLI.hpp"});
}

TEST_CASE("a cycle of layers is reported", "[include_layers]") {
  Tree tree;
  tree.write("layers.txt", "# two\nbase: index\nindex: base\n");
  CHECK(include_violations(tree.root()) ==
        Violations{"layers.txt:2: base names index, which is not listed above "
                   "it"});
}

TEST_CASE("a cycle of headers is reported", "[include_layers]") {
  Tree tree;
  tree.write("src/base/a.h", "#include \"base/b.h\"\n");
  tree.write("src/base/b.h", "\n#include \"a.h\"\n");
  CHECK(include_violations(tree.root()) ==
        Violations{"src/base/b.h:2: closes a cycle of includes (a.h)"});
}

TEST_CASE("a file of no layer is reported", "[include_layers]") {
  Tree tree;
  tree.write("src/extra/e.cpp", "");
  tree.write("src/stray.cpp", "");
  CHECK(include_violations(tree.root()) ==
        Violations{"src/extra/e.cpp:1: belongs to no layer",
                   "src/stray.cpp:1: belongs to no layer"});
}

TEST_CASE("a source of 501 lines is reported", "[include_layers]") {
  Tree tree;
  tree.write("src/base/a.h", std::string(500, '\n'));
  tree.write("tests/unit/b.cpp", std::string(501, '\n'));
  CHECK(length_violations(tree.root()) ==
        Violations{"tests/unit/b.cpp:501: has 501 lines"});
}

}  // namespace
