// SPDX-License-Identifier: Apache-2.0
//
// Time of evaluating models on one thread, beside the time of the least there
// is to do for the graphs that started the project: one hand-written pass over
// both inputs that keeps its sums in the cache.
#include <algorithm>
#include <chrono>
#include <functional>
#include <random>
#include <vector>

#include <fmt/format.h>

#include "base/error.h"
#include "evaluate/graph.h"
#include "onnx/model.h"
#include "onnx/pair.h"

namespace {

using rewright::evaluate::Dense;
using rewright::evaluate::Tensor;

constexpr int rounds = 7;

double best_of(const std::function<void()>& run) {
  double best = 1e9;
  for (int k = 0; k < rounds; ++k) {
    const auto start = std::chrono::steady_clock::now();
    run();
    const std::chrono::duration<double, std::milli> d =
        std::chrono::steady_clock::now() - start;
    best = std::min(best, d.count());
  }
  return best;
}

Dense<float> random_floats(const std::vector<std::int64_t>& shape) {
  std::mt19937 random(1);
  std::uniform_real_distribution<float> uniform(-1, 1);
  Dense<float> x{shape, {}};
  const auto n = static_cast<std::size_t>(rewright::evaluate::count(shape));
  x.data.resize(n);
  for (std::size_t k = 0; k < n; ++k)
    x.data[k] = k < 100'000 ? uniform(random) : x.data[k % 99'991];
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

void measure(const std::string& path) {
  const auto model = rewright::onnx::read_model(path);
  const auto pair = rewright::onnx::pair(model, model);
  std::vector<Tensor> inputs;
  for (const auto& input : pair.rule.inputs)
    inputs.emplace_back(
        random_floats(rewright::ir::concrete(input.type.shape)));
  const double ms = best_of(
      [&] { rewright::evaluate::evaluate(pair.rule, pair.rule.lhs, inputs); });
  fmt::print("{:<12} {:8.1f} ms", model.stem(), ms);
  const bool is_seed = inputs.size() == 2 && inputs[0].size() == 1'456'000 &&
                       inputs[1].size() == 46'592'000;
  if (is_seed) {
    float kept = 0;
    const double least = best_of([&] {
      kept += one_pass(inputs[0].as<float>(), inputs[1].as<float>(), 3500)[0];
    });
    fmt::print("  {:.2f} times one pass ({:.1f} ms){}", ms / least, least,
               kept == 0 ? " " : "");
  }
  fmt::print("\n");
}

}  // namespace

int main(int argc, char** argv) {
  try {
    if (argc < 2) throw std::runtime_error("usage: bench_evaluate MODEL...");
    for (int k = 1; k < argc; ++k) measure(argv[k]);
  } catch (const std::exception& error) {
    fmt::print(stderr, "bench_evaluate: {}\n", error.what());
    return 3;
  }
}
