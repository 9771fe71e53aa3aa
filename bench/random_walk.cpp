// SPDX-License-Identifier: Apache-2.0
//
// Usage: bench_random_walk MODEL STEPS SEED OUT [RULES]
// Applies STEPS rewrites drawn at random to MODEL, each proved and none chosen
// by cost, and writes the result to OUT: a model that `rewright equiv` has to
// find equal to MODEL. RULES is a rule file or a folder of them, by default the
// shipped rules. Prints the rules applied, in order.
#include "optimize/random_walk.h"

#include <cstdint>
#include <iostream>
#include <string>
#include <vector>

#include "base/error.h"
#include "onnx/write_model.h"
#include "pipeline_load.h"

namespace rewright {
namespace {

std::vector<ir::Rule> rules_in(const std::string& path) {
  pipeline::Options options;
  options.target_folders = {std::string(REWRIGHT_DATA_DIR) + "/targets"};
  std::vector<ir::Rule> rules;
  for (pipeline::Job& job : pipeline::load_rules({path}, options).jobs)
    rules.push_back(std::move(job.rule));
  return rules;
}

int walk(const std::vector<std::string>& words) {
  const std::string rules = words.size() > 4
                                ? words[4]
                                : std::string(REWRIGHT_DATA_DIR) + "/rewrites";
  const optimize::Walk made =
      optimize::random_walk(onnx::read_model(words[0]), rules_in(rules),
                            std::stoi(words[1]), std::stoull(words[2]));
  onnx::write_model(made.model, words[3]);
  for (const std::string& rule : made.rules) std::cout << rule << '\n';
  return 0;
}

}  // namespace
}  // namespace rewright

int main(int argc, char** argv) {
  const std::vector<std::string> words(argv + 1, argv + argc);
  if (words.size() < 4 || words.size() > 5) {
    std::cerr << "usage: bench_random_walk MODEL STEPS SEED OUT [RULES]\n";
    return 3;
  }
  try {
    return rewright::walk(words);
  } catch (const rewright::base::InputError& e) {
    std::cerr << e.rendered() << '\n';
  } catch (const std::exception& e) {
    std::cerr << "bench_random_walk: " << e.what() << '\n';
  }
  return 3;
}
