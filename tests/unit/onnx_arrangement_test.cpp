// SPDX-License-Identifier: Apache-2.0
//
// Constants that are other constants rearranged: found, applied by the nodes
// that are emitted for them, and never claimed where it is not so.
#include <numeric>
#include <random>

#include "catch.h"
#include "evaluate/graph.h"
#include "onnx/arrangement.h"
#include "onnx/pair.h"
#include "unit/onnx_graph_text.h"
#include "unit/onnx_model_maker.h"

namespace rewright::tests {

using evaluate::Dense;
using evaluate::Tensor;

namespace {

/// y = x * w
ModelMaker scaled(const std::vector<MadeDim>& dims,
                  const ::onnx::TensorProto& w, const std::string& name) {
  ModelMaker m;
  m.input("x", dims);
  m.initializer(name, w);
  m.node("Mul", {"x", name}, {"y"});
  m.output("y");
  return m;
}

onnx::Import paired(const ::onnx::TensorProto& w,
                    const ::onnx::TensorProto& v) {
  return onnx::pair(scaled({6, 6, 6}, w, "w").model("a.onnx"),
                    scaled({6, 6, 6}, v, "v").model("b.onnx"));
}

std::string right(const onnx::Import& pair) {
  return text(pair.rule, pair.rule.rhs);
}

/// The operators of the right side that make `v` of the input `w`.
std::string steps(const ::onnx::TensorProto& w, const ::onnx::TensorProto& v) {
  const onnx::Import pair = paired(w, v);
  if (pair.rule.inputs.size() > 2) return "another input";
  std::string names;
  for (const ir::Node& node : pair.rule.rhs.nodes)
    if (node.op->name != "Mul") names += node.op->name + " ";
  return names;
}

struct Dice {
  std::mt19937 engine{1};
  std::int64_t roll(std::int64_t low, std::int64_t high) {
    return low + static_cast<std::int64_t>(
                     engine() % static_cast<unsigned>(high - low + 1));
  }
};

/// Sizes that broadcast with 6 x 6 x 6 have to be 1 or 6; the test of whole
/// pairs below does without a product.
struct Made {
  Integers sizes;
  Floats values;
};

/// A random slice of a random transpose of `source`, some axes repeated.
Made rearranged(const Made& source, Dice& dice) {
  const std::size_t rank = source.sizes.size();
  std::vector<std::size_t> perm(rank);
  std::iota(perm.begin(), perm.end(), 0);
  std::shuffle(perm.begin(), perm.end(), dice.engine);
  const Integers strides = evaluate::strides(source.sizes);
  Made made;
  Integers start, step;
  for (const std::size_t axis : perm) {
    const std::int64_t count = dice.roll(1, source.sizes[axis]);
    const bool is_reversed = dice.roll(0, 2) == 0;
    const std::int64_t low = dice.roll(0, source.sizes[axis] - count);
    made.sizes.push_back(count);
    start.push_back((is_reversed ? low + count - 1 : low) * strides[axis]);
    step.push_back(is_reversed ? -strides[axis] : strides[axis]);
  }
  if (dice.roll(0, 2) == 0) {
    made.sizes.push_back(3);
    start.push_back(0);
    step.push_back(0);
  }
  const Integers own = evaluate::strides(made.sizes);
  for (std::int64_t at = 0; at < evaluate::count(made.sizes); ++at) {
    std::int64_t from = 0;
    for (std::size_t k = 0; k < made.sizes.size(); ++k)
      from += start[k] + at / own[k] % made.sizes[k] * step[k];
    made.values.push_back(source.values[static_cast<std::size_t>(from)]);
  }
  return made;
}

/// A model without inputs that returns the constant.
ModelMaker constant(const Made& made, const std::string& name) {
  ModelMaker m;
  m.initializer(name, floats(made.sizes, made.values));
  m.node("Neg", {name}, {"y"});
  m.output("y");
  return m;
}

Floats evaluated(const onnx::Import& pair, const ir::Graph& graph) {
  std::vector<Tensor> inputs;
  for (std::size_t k = 0; k < pair.rule.inputs.size(); ++k)
    inputs.push_back(*pair.constants.at(static_cast<int>(k)));
  return evaluate::evaluate(pair.rule, graph, inputs).at(0).as<float>().data;
}

Floats negated(Floats values) {
  for (float& value : values) value = -value;
  return values;
}

}  // namespace

TEST_CASE("transposed, reshaped and sliced constants are found", "[onnx]") {
  Floats all(36);
  std::iota(all.begin(), all.end(), 1.0f);
  Floats transposed, reversed, row;
  for (std::size_t k = 0; k < 36; ++k) {
    transposed.push_back(all[k % 6 * 6 + k / 6]);
    reversed.push_back(all[35 - k]);
  }
  for (std::size_t k = 0; k < 6; ++k) row.push_back(all[12 + k]);
  const auto w = floats({6, 6}, all);
  CHECK(steps(w, w) == "");
  CHECK(steps(w, floats({6, 6}, transposed)) == "Transpose ");
  CHECK(steps(w, floats({6, 1, 6}, all)) == "Reshape ");
  CHECK(steps(w, floats({6, 6}, reversed)) == "Slice ");
  CHECK(steps(w, floats({6}, row)) == "Reshape Slice ");
  CHECK(steps(floats({6}, row), w) == "");
  auto changed = all;
  changed[17] = 0;
  CHECK(steps(w, floats({6, 6}, changed)) == "another input");
}

TEST_CASE("a repeated constant is an input without the repetition", "[onnx]") {
  Floats list = {1, 2, 3, 4, 5, 6}, wide;
  for (std::size_t k = 0; k < 36; ++k) wide.push_back(list[k / 6]);
  const onnx::Import pair =
      paired(floats({6, 6}, wide), floats({1, 6, 1}, list));
  CHECK(inputs_text(pair.rule) == "x : float32[6, 6, 6]\nw : float32[6, 1]\n");
  CHECK(text(pair.rule, pair.rule.lhs) ==
        "0 = Expand(w; shape=[6, 6]) float32[6, 6]\n"
        "1 = Mul(x, 0) float32[6, 6, 6]\n-> 1");
  CHECK(right(pair) ==
        "0 = Reshape(w; allowzero=0, shape=[1, 6, 1]) float32[1, 6, 1]\n"
        "1 = Mul(x, 0) float32[6, 6, 6]\n-> 1");
}

TEST_CASE("what is found is the constant, whatever its values", "[onnx]") {
  Dice dice;
  int shared = 0;
  for (int round = 0; round < 300; ++round) {
    CAPTURE(round);
    const auto rank = static_cast<std::size_t>(dice.roll(1, 4));
    Made source;
    for (std::size_t k = 0; k < rank; ++k)
      source.sizes.push_back(dice.roll(1, 5));
    const bool is_distinct = round % 2 == 0;
    for (std::int64_t k = 0; k < evaluate::count(source.sizes); ++k)
      source.values.push_back(
          static_cast<float>(is_distinct ? k + 1 : dice.roll(1, 3)));
    const Made part = rearranged(source, dice);
    const onnx::Import pair = onnx::pair(constant(source, "w").model("a.onnx"),
                                         constant(part, "v").model("b.onnx"));
    CHECK(evaluated(pair, pair.rule.lhs) == negated(source.values));
    CHECK(evaluated(pair, pair.rule.rhs) == negated(part.values));
    CHECK((!is_distinct || pair.rule.inputs.size() <= 1));
    if (pair.rule.inputs.size() == 1) ++shared;
  }
  CHECK(shared > 150);
}

TEST_CASE("a search among equal values ends", "[onnx]") {
  std::vector<std::uint64_t> source(20000), part(10000);
  Dice dice;
  for (auto& bits : source) bits = static_cast<std::uint64_t>(dice.roll(0, 1));
  for (auto& bits : part) bits = static_cast<std::uint64_t>(dice.roll(0, 1));
  CHECK_FALSE(onnx::find_arrangement(source, part, {100, 100}));
}

}  // namespace rewright::tests
