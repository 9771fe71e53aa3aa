// SPDX-License-Identifier: Apache-2.0
//
// Processor time of evaluating models on one thread, in float32 and exactly,
// beside the time of the least there is to do for the graphs that started the
// project: one hand-written pass over both inputs that keeps its sums in the
// cache. Prints lines "MODEL WHAT MILLISECONDS".
#include <algorithm>
#include <ctime>
#include <functional>
#include <random>
#include <vector>

#include <fmt/format.h>
#include <oneapi/tbb/global_control.h>

#include "base/error.h"
#include "evaluate/arithmetic.h"
#include "evaluate/compare.h"
#include "evaluate/exact.h"
#include "evaluate/graph.h"
#include "onnx/model.h"
#include "onnx/pair.h"
#include "properties/elementwise.h"

namespace {

using rewright::evaluate::Dense;
using rewright::evaluate::Tensor;

/// Of the processor, so that what others do on the machine counts little.
double milliseconds(const std::function<void()>& run) {
  const std::clock_t start = std::clock();
  run();
  return 1000.0 * static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
}

/// The best time of each, in rounds in which all take turns: what else the
/// machine does meanwhile is the same for all.
std::vector<double> best_times(
    const std::vector<std::function<void()>>& contestants, int rounds) {
  std::vector<double> best(contestants.size(), 1e9);
  for (int round = 0; round < rounds; ++round)
    for (std::size_t k = 0; k < contestants.size(); ++k)
      best[k] = std::min(best[k], milliseconds(contestants[k]));
  return best;
}

/// Standard normal, as models are tried with.
Dense<float> random_floats(const std::vector<std::int64_t>& shape) {
  std::mt19937 random(1);
  std::normal_distribution<float> normal;
  Dense<float> x{shape, {}};
  const auto n = static_cast<std::size_t>(rewright::evaluate::count(shape));
  x.data.resize(n);
  for (std::size_t k = 0; k < n; ++k)
    x.data[k] = k < 100'000 ? normal(random) : x.data[k % 99'991];
  return x;
}

/// sum over i of a[i, j] * b[i, j, k].
std::vector<float> one_pass(const Dense<float>& a, const Dense<float>& b,
                            std::int64_t rows) {
  const auto n = static_cast<std::int64_t>(a.data.size()) / rows;
  const auto width = static_cast<std::int64_t>(b.data.size() / a.data.size());
  std::vector<float> sums(static_cast<std::size_t>(n * width));
  const float *x = a.data.data(), *y = b.data.data();
  for (std::int64_t i = 0; i < rows; ++i) {
    float* s = sums.data();
    for (std::int64_t j = 0; j < n; ++j, ++x, y += width, s += width)
      for (std::int64_t k = 0; k < width; ++k) s[k] += *x * y[k];
  }
  return sums;
}

/// A few elements of the exact outputs against what 256-bit numbers, one term
/// after the other, make of them.
void compare_with_reals(const rewright::ir::Rule& rule,
                        const std::vector<Tensor>& inputs) {
  using rewright::base::Real;
  const auto exact =
      rewright::evaluate::evaluate_exactly(rule, rule.lhs, inputs);
  const auto& shape = exact->at(0).shape;
  std::mt19937 random(3);
  std::uniform_int_distribution<std::int64_t> any(
      0, rewright::evaluate::count(shape) - 1);
  for (int k = 0; k < 16; ++k) {
    const std::int64_t offset = any(random);
    const auto wanted = rewright::properties::exact_element(
        rule, rule.lhs, 0, rewright::evaluate::index_at(shape, offset), inputs);
    const auto found = rewright::evaluate::Arithmetic<Real>::from_rational(
        exact->at(0).at(offset));
    if (!wanted || wanted->as<Real>().data[0] != found)
      throw std::runtime_error("the exact evaluation is wrong");
  }
  fmt::print("# 16 exact elements agree with 256-bit numbers\n");
}

void measure(const std::string& path, int rounds) {
  const auto model = rewright::onnx::read_model(path);
  const auto pair = rewright::onnx::pair(model, model);
  std::vector<Tensor> inputs;
  for (const auto& input : pair.rule.inputs)
    inputs.emplace_back(
        random_floats(rewright::ir::concrete(input.type.shape)));
  const bool is_seed = inputs.size() == 2 && inputs[0].size() == 1'456'000 &&
                       inputs[1].size() == 46'592'000;
  float kept = 0;
  std::vector<std::function<void()>> contestants = {
      [&] { rewright::evaluate::evaluate(pair.rule, pair.rule.lhs, inputs); }};
  if (is_seed)
    contestants.emplace_back([&] {
      kept += one_pass(inputs[0].as<float>(), inputs[1].as<float>(), 3500)[0];
    });
  const bool is_exact =
      rewright::evaluate::evaluate_exactly(pair.rule, pair.rule.lhs, inputs)
          .has_value();
  if (is_exact)
    contestants.emplace_back([&] {
      rewright::evaluate::evaluate_exactly(pair.rule, pair.rule.lhs, inputs);
    });
  const auto best = best_times(contestants, rounds);
  const std::string name = model.stem();
  fmt::print("{} rewright {:.4f}\n", name, best[0]);
  if (is_exact) fmt::print("{} exact {:.4f}\n", name, best.back());
  if (is_seed) fmt::print("{} one-pass {:.4f}\n", name, best[1]);
  if (is_seed && kept == 0) fmt::print("# {} sums to 0\n", name);
  if (is_exact) compare_with_reals(pair.rule, inputs);
}

}  // namespace

int main(int argc, char** argv) {
  using oneapi::tbb::global_control;
  const global_control one(global_control::max_allowed_parallelism, 1);
  try {
    int first = 1, rounds = 9;
    if (argc > 2 && std::string(argv[1]) == "--rounds")
      rounds = std::max(std::atoi(argv[2]), 1), first = 3;
    if (argc <= first)
      throw std::runtime_error("usage: bench_evaluate [--rounds N] MODEL...");
    for (int k = first; k < argc; ++k) measure(argv[k], rounds);
  } catch (const std::exception& error) {
    fmt::print(stderr, "bench_evaluate: {}\n", error.what());
    return 3;
  }
}
