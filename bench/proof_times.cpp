// SPDX-License-Identifier: Apache-2.0
//
// Proof time per rule on one thread. For each rule the fastest of several
// rounds is kept; the table shows the total, the distribution, the slowest
// rules and the share of the time that was spent inside Z3.
#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>

#include <fmt/format.h>

#include "ir/resolve.h"
#include "ops/table.h"
#include "solver/shape_proof.h"
#include "solver/value_proof.h"
#include "syntax/parser.h"

namespace {

namespace fs = std::filesystem;
using rewright::evidence::Status;

struct Sample {
  std::string name;
  double seconds = 0;
  double in_z3 = 0;
  bool proved = false;
};

std::vector<rewright::ir::Rule> read_rules(const fs::path& directory) {
  std::vector<fs::path> files;
  for (const auto& entry : fs::recursive_directory_iterator(directory))
    if (entry.path().extension() == ".rule") files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  std::vector<rewright::ir::Rule> rules;
  for (const fs::path& file : files) {
    std::ifstream in(file);
    auto source = std::make_shared<rewright::base::Source>();
    source->name = file.string();
    source->text.assign(std::istreambuf_iterator<char>(in), {});
    for (auto& rule : rewright::ir::resolve(
             rewright::syntax::parse_rules(source), rewright::ops::table()))
      rules.push_back(std::move(rule));
  }
  return rules;
}

Sample measure(const rewright::ir::Rule& rule,
               rewright::solver::Session& session) {
  Sample sample{rule.name};
  const double z3_before = session.seconds();
  const auto start = std::chrono::steady_clock::now();
  const auto shape = rewright::solver::prove_shape(rule, session);
  if (shape.status == Status::proved)
    sample.proved =
        rewright::solver::prove_value(rule, session).status == Status::proved;
  const std::chrono::duration<double> d =
      std::chrono::steady_clock::now() - start;
  sample.seconds = d.count();
  sample.in_z3 = session.seconds() - z3_before;
  return sample;
}

double quantile(const std::vector<Sample>& sorted, double q) {
  return sorted[static_cast<std::size_t>(q * (sorted.size() - 1))].seconds;
}

void print_table(std::vector<Sample> samples) {
  std::sort(samples.begin(), samples.end(),
            [](auto& a, auto& b) { return a.seconds < b.seconds; });
  double total = 0, in_z3 = 0;
  std::size_t proved = 0;
  for (const Sample& s : samples) {
    total += s.seconds;
    in_z3 += s.in_z3;
    proved += s.proved ? 1 : 0;
  }
  fmt::print("rules {}  proved {}  total {:.1f} ms  Z3's share {:.0f} %\n",
             samples.size(), proved, total * 1e3, 100 * in_z3 / total);
  fmt::print("ms per rule: min {:.2f}  median {:.2f}  p90 {:.2f}  max {:.2f}\n",
             samples.front().seconds * 1e3, quantile(samples, 0.5) * 1e3,
             quantile(samples, 0.9) * 1e3, samples.back().seconds * 1e3);
  for (const Sample& s : samples)
    if (!s.proved) fmt::print("not proved: {}\n", s.name);
  fmt::print("slowest:\n");
  for (std::size_t i = 0; i < std::min<std::size_t>(5, samples.size()); ++i) {
    const Sample& s = samples[samples.size() - 1 - i];
    fmt::print("  {:8.2f} ms ({:.0f} % in Z3)  {}\n", s.seconds * 1e3,
               100 * s.in_z3 / s.seconds, s.name);
  }
}

}  // namespace

int main(int argc, char** argv) {
  try {
    const fs::path directory =
        argc > 1 ? fs::path(argv[1]) : fs::path(REWRIGHT_DATA_DIR) / "rewrites";
    const int rounds = argc > 2 ? std::stoi(argv[2]) : 5;
    const auto rules = read_rules(directory);
    if (rules.empty()) throw std::runtime_error("no rules found");
    rewright::solver::Session session;
    std::vector<Sample> best;
    for (const auto& rule : rules) {
      best.push_back(measure(rule, session));
      for (int i = 1; i < rounds; ++i) {
        Sample again = measure(rule, session);
        again.proved = best.back().proved = again.proved && best.back().proved;
        if (again.seconds < best.back().seconds) best.back() = again;
      }
    }
    print_table(std::move(best));
  } catch (const std::exception& error) {
    fmt::print(stderr, "bench: {}\n", error.what());
    return 3;
  }
}
