// SPDX-License-Identifier: Apache-2.0
//
// Whether what another runtime computed of two models that are to be equal
// lies within the bounds that Rewright derives for rounding errors: both
// models are evaluated on the same inputs in float32 with rigorous bounds
// (evaluate/bounded.h), e_a and e_b element by element, and of the runtime's
// outputs a and b and our values v
//
//     |a - b| <= e_a + e_b     |a - v_a| <= 2 e_a     |b - v_b| <= 2 e_b
//
// is asked. Tensors are files in the layout of ONNX's test data.
//
//   bench_agree A.onnx B.onnx INPUTS OUTPUTS_A OUTPUTS_B
//
// Prints one line of JSON; exits with 0 when all agree, 1 when an element is
// beyond its bound, 2 when nothing is known of some output, 3 for bad input.
#include <chrono>
#include <cmath>
#include <map>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <onnx/onnx_pb.h>

#include "base/error.h"
#include "evaluate/arithmetic.h"
#include "evaluate/graph.h"
#include "onnx/import.h"
#include "onnx/model.h"
#include "onnx/tensor_file.h"
#include "properties/tensors.h"

namespace {

using Json = nlohmann::ordered_json;
using rewright::evaluate::Bounded;
using rewright::evaluate::Tensor;
using Named = std::map<std::string, Tensor>;

Tensor read(const std::string& folder, const std::string& what, int number) {
  return rewright::onnx::read_tensor(
      fmt::format("{}/{}_{}.pb", folder, what, number));
}

/// The inputs of a model by name, as bench_fill wrote them.
Named read_inputs(const ::onnx::GraphProto& graph, const std::string& folder) {
  std::map<std::string, bool> is_constant;
  for (const auto& tensor : graph.initializer())
    is_constant[tensor.name()] = true;
  Named inputs;
  for (const auto& input : graph.input())
    if (!is_constant[input.name()])
      inputs[input.name()] =
          read(folder, "input", static_cast<int>(inputs.size()));
  return inputs;
}

/// The model with the sizes of its inputs.
rewright::onnx::Model at_sizes(const rewright::onnx::Model& model,
                               const Named& inputs) {
  ::onnx::ModelProto proto = *model.proto;
  for (auto& input : *proto.mutable_graph()->mutable_input()) {
    const auto found = inputs.find(input.name());
    if (found == inputs.end()) continue;
    auto& shape = *input.mutable_type()->mutable_tensor_type()->mutable_shape();
    shape.clear_dim();
    for (const std::int64_t size : found->second.shape())
      shape.add_dim()->set_dim_value(size);
  }
  return rewright::onnx::make_model(model.path, std::move(proto));
}

/// The outputs with their bounds.
std::vector<Tensor> evaluate(const rewright::onnx::Model& model,
                             const Named& inputs) {
  const auto import = rewright::onnx::import_model(at_sizes(model, inputs));
  std::vector<Tensor> tensors;
  for (std::size_t k = 0; k < import.rule.inputs.size(); ++k) {
    const auto constant = import.constants.find(static_cast<int>(k));
    tensors.push_back(constant != import.constants.end()
                          ? *constant->second
                          : inputs.at(import.rule.inputs[k].name));
  }
  return rewright::evaluate::evaluate(
      import.rule, import.rule.lhs, rewright::properties::with_bounds(tensors));
}

/// The largest of |distance| / bound; where both are 0 nothing is wrong.
struct Worst {
  double ratio = 0;
  void add(double distance, double bound) {
    if (std::isinf(bound) || distance == 0) return;
    ratio = std::max(ratio, bound > 0 ? std::fabs(distance) / bound : INFINITY);
    if (std::isnan(distance)) ratio = INFINITY;
  }
};

struct Comparison {
  Worst pair, first, second;
  double difference = 0, bound = 0, size = 0;
  std::int64_t elements = 0, without_bound = 0;
};

void compare(const Tensor& a, const Tensor& b, const Tensor& ours_a,
             const Tensor& ours_b, Comparison& result) {
  const auto& x = a.as<float>().data;
  const auto& y = b.as<float>().data;
  const auto& u = ours_a.as<Bounded<float>>().data;
  const auto& v = ours_b.as<Bounded<float>>().data;
  if (x.size() != y.size() || x.size() != u.size() || x.size() != v.size())
    throw std::runtime_error("outputs are of different sizes");
  for (std::size_t k = 0; k < x.size(); ++k) {
    const double p = x[k], q = y[k], sum = u[k].error + v[k].error;
    ++result.elements;
    if (!std::isfinite(sum)) ++result.without_bound;
    result.pair.add(p - q, sum);
    result.first.add(p - u[k].value, 2 * u[k].error);
    result.second.add(q - v[k].value, 2 * v[k].error);
    result.difference = std::max(result.difference, std::fabs(p - q));
    if (std::isfinite(sum)) result.bound = std::max(result.bound, sum);
    result.size = std::max(result.size, std::fabs(double{u[k].value}));
  }
}

int exit_code(const Comparison& c) {
  for (const Worst& worst : {c.pair, c.first, c.second})
    if (worst.ratio > 1) return 1;
  return c.without_bound == c.elements ? 2 : 0;
}

Json number(double x) { return std::isfinite(x) ? Json(x) : Json("infinite"); }

Json record(const Comparison& c, double seconds) {
  return {{"agree", exit_code(c) == 2 ? Json() : Json(exit_code(c) == 0)},
          {"elements", c.elements},
          {"without_bound", c.without_bound},
          {"largest_value", c.size},
          {"largest_difference", number(c.difference)},
          {"largest_bound", c.bound},
          {"difference_over_bound", number(c.pair.ratio)},
          {"first_over_bound", number(c.first.ratio)},
          {"second_over_bound", number(c.second.ratio)},
          {"seconds", seconds}};
}

int agree(char** words) {
  const auto start = std::chrono::steady_clock::now();
  const auto a = rewright::onnx::read_model(words[0]);
  const auto b = rewright::onnx::read_model(words[1]);
  const Named inputs = read_inputs(a.proto->graph(), words[2]);
  const std::vector<Tensor> ours_a = evaluate(a, inputs);
  // A model beside itself is evaluated once.
  const bool is_same =
      a.proto->SerializeAsString() == b.proto->SerializeAsString();
  const std::vector<Tensor> ours_b = is_same ? ours_a : evaluate(b, inputs);
  Comparison result;
  for (std::size_t k = 0; k < ours_a.size(); ++k) {
    const int number = static_cast<int>(k);
    compare(read(words[3], "output", number), read(words[4], "output", number),
            ours_a[k], ours_b.at(k), result);
  }
  const std::chrono::duration<double> seconds =
      std::chrono::steady_clock::now() - start;
  fmt::print("{}\n", record(result, seconds.count()).dump());
  return exit_code(result);
}

}  // namespace

int main(int argc, char** argv) {
  try {
    if (argc != 6)
      throw std::runtime_error(
          "usage: bench_agree A.onnx B.onnx INPUTS OUTPUTS_A OUTPUTS_B");
    return agree(argv + 1);
  } catch (const rewright::evaluate::Uncertain& open) {
    fmt::print("{}\n", Json{{"agree", nullptr}, {"why", open.what()}}.dump());
    return 2;
  } catch (const std::exception& error) {
    fmt::print(stderr, "bench_agree: {}\n", error.what());
    return 3;
  }
}
