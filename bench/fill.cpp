// SPDX-License-Identifier: Apache-2.0
//
// Draws a tensor for every input of a model, weights too, and writes them in
// the layout of ONNX's test data: input_0.pb, input_1.pb, ...
//
//   bench_fill MODEL DIR [--seed S] [--spread X] [--size NAME=N]...
//
// Weights (what Conv, Gemm and MatMul multiply by, also behind Transpose) are
// drawn so that activations stay bounded. With --spread 0, the default, of all
// that are summed for one element one is between 0.75 and 1, the others add up
// to about a tenth, and three in four are positive: neither signals nor
// rounding errors then fade or grow much on their way, and bounds on errors
// stay close enough to tell a mistake. With --spread 1 they are normal with
// variance 2 / fan-in (K. He and others, 2015), as nets are initialised; bounds
// on errors of deep nets then say little. Variances are between 1 and 1.25,
// scales between 0.75 and 1, everything else between -0.5 and 0.5, integers 0
// or 1.
#include <cmath>
#include <filesystem>
#include <map>
#include <random>
#include <set>
#include <string>

#include <fmt/format.h>
#include <onnx/onnx_pb.h>

#include "base/error.h"
#include "evaluate/tensor.h"
#include "onnx/model.h"
#include "onnx/tensor_file.h"

namespace {

using rewright::evaluate::Dense;
using rewright::evaluate::Tensor;
using Shape = std::vector<std::int64_t>;
using Sizes = std::map<std::string, std::int64_t>;

enum class Role { data, weight, scale, variance };

/// What an input is to the nodes that read it, and how many terms are summed.
struct Use {
  Role role = Role::data;
  std::int64_t terms = 1;
  bool is_contiguous = true;  // the terms of one sum
};

struct Options {
  std::string model, folder;
  unsigned seed = 1;
  double spread = 0;
  Sizes sizes;
};

/// Inputs by the values that carry them: themselves, and transposed.
class Uses {
 public:
  explicit Uses(const ::onnx::GraphProto& graph) {
    for (const auto& input : graph.input()) from_[input.name()] = input.name();
    for (const auto& input : graph.input()) add_shape(input);
    for (const auto& node : graph.node()) visit(node);
  }

  Use of(const std::string& input) const {
    const auto found = uses_.find(input);
    return found == uses_.end() ? Use{} : found->second;
  }

 private:
  void add_shape(const ::onnx::ValueInfoProto& input) {
    for (const auto& dim : input.type().tensor_type().shape().dim())
      shapes_[input.name()].push_back(dim.dim_value());
  }

  void visit(const ::onnx::NodeProto& node) {
    const std::string& op = node.op_type();
    if (op == "Transpose" || op == "Identity") return follow(node);
    if (op == "Conv" || op == "ConvTranspose") mark(node, 1, Role::weight, 1);
    if (op == "Gemm")
      mark(node, 1, Role::weight, is_set(node, "transB") ? 1 : 0);
    if (op == "MatMul") mark(node, 1, Role::weight, 0);
    if (op == "LayerNormalization") mark(node, 1, Role::scale, 0);
    if (op != "BatchNormalization") return;
    mark(node, 1, Role::scale, 0);
    mark(node, 4, Role::variance, 0);
  }

  static bool is_set(const ::onnx::NodeProto& node, const std::string& name) {
    for (const auto& attribute : node.attribute())
      if (attribute.name() == name) return attribute.i() != 0;
    return false;
  }

  void follow(const ::onnx::NodeProto& node) {
    const auto found = from_.find(node.input(0));
    if (found == from_.end()) return;
    from_[node.output(0)] = found->second;
    is_turned_[node.output(0)] =
        is_turned_[node.input(0)] != (node.op_type() == "Transpose");
  }

  /// Of a weight, the terms of a sum are its axis `first` and those after it,
  /// or only its axis 0.
  void mark(const ::onnx::NodeProto& node, int operand, Role role, int first) {
    if (operand >= node.input_size()) return;
    const std::string& value = node.input(operand);
    const auto found = from_.find(value);
    if (found == from_.end()) return;
    const Shape& shape = shapes_[found->second];
    if (is_turned_[value]) first = 1 - first;
    std::int64_t terms = 1;
    if (role == Role::weight)
      for (std::size_t k = 0; k < shape.size(); ++k)
        if (first == 0 ? k + 2 == shape.size() : k >= 1) terms *= shape[k];
    uses_[found->second] = {role, std::max<std::int64_t>(terms, 1), first != 0};
  }

  std::map<std::string, std::string> from_;
  std::map<std::string, bool> is_turned_;
  std::map<std::string, Shape> shapes_;
  std::map<std::string, Use> uses_;
};

float drawn(Role role, std::mt19937& random) {
  const double u = std::uniform_real_distribution<double>(0, 1)(random);
  if (role == Role::variance) return static_cast<float>(1 + u / 4);
  if (role == Role::scale) return static_cast<float>(1 - u / 4);
  return static_cast<float>(u - 0.5);
}

void draw_normal(const Use& use, double spread, std::mt19937& random,
                 std::vector<float>& weights) {
  const double variance = 2 / static_cast<double>(use.terms);
  std::normal_distribution<double> normal(0, spread * std::sqrt(variance));
  for (float& x : weights) x = static_cast<float>(normal(random));
}

/// One large weight in every sum.
void draw_few(const Use& use, std::mt19937& random,
              std::vector<float>& weights) {
  const auto terms = static_cast<std::size_t>(use.terms);
  const std::size_t sums = weights.size() / terms;
  std::vector<std::size_t> large(sums);
  for (std::size_t& place : large) place = random() % terms;
  std::uniform_real_distribution<double> uniform(0, 1);
  for (std::size_t k = 0; k < weights.size(); ++k) {
    const std::size_t sum = use.is_contiguous ? k / terms : k % sums;
    const std::size_t place = use.is_contiguous ? k % terms : k / sums;
    const double sign = uniform(random) < 0.75 ? 1 : -1;
    const double u = uniform(random);
    const double small = 0.2 * u / static_cast<double>(terms);
    weights[k] = static_cast<float>(
        sign * (large[sum % sums] == place ? 1 - u / 4 : small));
  }
}

template <class E>
Tensor integers(const Shape& shape, std::mt19937& random) {
  Dense<E> result{shape, {}};
  result.data.resize(
      static_cast<std::size_t>(rewright::evaluate::count(shape)));
  for (E& x : result.data) x = static_cast<E>(random() % 2);
  return result;
}

Tensor tensor_for(int type, const Shape& shape, const Use& use,
                  const Options& options, std::mt19937& random) {
  using Proto = ::onnx::TensorProto;
  if (type == Proto::INT64) return integers<std::int64_t>(shape, random);
  if (type == Proto::INT32) return integers<std::int32_t>(shape, random);
  if (type == Proto::BOOL)
    return integers<rewright::evaluate::Boolean>(shape, random);
  if (type != Proto::FLOAT)
    throw std::runtime_error(fmt::format("element type {} is not drawn", type));
  Dense<float> result{shape, {}};
  result.data.resize(
      static_cast<std::size_t>(rewright::evaluate::count(shape)));
  if (use.role != Role::weight)
    for (float& x : result.data) x = drawn(use.role, random);
  else if (options.spread > 0)
    draw_normal(use, options.spread, random, result.data);
  else
    draw_few(use, random, result.data);
  return result;
}

Shape shape_of(const ::onnx::ValueInfoProto& input, const Sizes& sizes) {
  Shape shape;
  for (const auto& dim : input.type().tensor_type().shape().dim()) {
    const auto found = sizes.find(dim.dim_param());
    const std::int64_t open = found == sizes.end() ? 1 : found->second;
    shape.push_back(dim.has_dim_value() ? dim.dim_value() : open);
  }
  return shape;
}

void fill(const Options& options) {
  const auto model = rewright::onnx::read_model(options.model);
  const ::onnx::GraphProto& graph = model.proto->graph();
  std::set<std::string> constants;
  for (const auto& tensor : graph.initializer())
    constants.insert(tensor.name());
  const Uses uses(graph);
  std::filesystem::create_directories(options.folder);
  std::mt19937 random(options.seed);
  int number = 0;
  for (const auto& input : graph.input()) {
    if (constants.contains(input.name())) continue;
    const Tensor tensor = tensor_for(input.type().tensor_type().elem_type(),
                                     shape_of(input, options.sizes),
                                     uses.of(input.name()), options, random);
    rewright::onnx::write_tensor(
        tensor, input.name(),
        fmt::format("{}/input_{}.pb", options.folder, number++));
  }
}

Options parse(int argc, char** argv) {
  Options options;
  std::vector<std::string> words;
  for (int k = 1; k < argc; ++k) {
    const std::string word = argv[k];
    const bool is_option = word.starts_with("--");
    if (is_option && k + 1 == argc) throw std::runtime_error(word + ": value?");
    if (word == "--seed") {
      options.seed = static_cast<unsigned>(std::stoul(argv[++k]));
    } else if (word == "--spread") {
      options.spread = std::stod(argv[++k]);
    } else if (word == "--size") {
      const std::string size = argv[++k];
      const auto equals = size.find('=');
      options.sizes[size.substr(0, equals)] =
          std::stoll(size.substr(equals + 1));
    } else {
      words.push_back(word);
    }
  }
  if (words.size() != 2)
    throw std::runtime_error(
        "usage: bench_fill MODEL DIR [--seed S] [--spread X] [--size NAME=N]");
  options.model = words[0];
  options.folder = words[1];
  return options;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    fill(parse(argc, argv));
  } catch (const std::exception& error) {
    fmt::print(stderr, "bench_fill: {}\n", error.what());
    return 3;
  }
}
