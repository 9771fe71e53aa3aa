// SPDX-License-Identifier: Apache-2.0
#include "ops/common_movement.h"

#include "evaluate/arithmetic.h"
#include "evaluate/traverse.h"

namespace rewright::ops {

using evaluate::Dense;
using evaluate::Tensor;

ir::Signature movement_signature(std::vector<ir::AttributeSpec> attributes) {
  return {.operands = {"T"},
          .results = {"T"},
          .types = {{"T", ir::all_types}},
          .attributes = std::move(attributes)};
}

void require(std::vector<ir::Condition>& conditions, const index::Facts& facts,
             const index::Formula& formula, const std::string& text) {
  const index::Formula simple = facts.simplify(formula);
  if (!simple.is_true()) conditions.push_back({simple, text});
}

index::Formula every_axis(const ir::Dim& dim, const index::Formula& component) {
  return ir::is_group(dim) ? index::all(dim.group, component) : component;
}

std::vector<bool> marked(const std::vector<int>& entries, std::size_t rank) {
  std::vector<bool> marks(rank, false);
  for (const int entry : entries)
    marks.at(static_cast<std::size_t>(entry)) = true;
  return marks;
}

ir::NamedDim named_per_axis(const ir::Call& call, const std::string& name,
                            const index::Expr& fallback) {
  ir::NamedDim named{name, {}};
  for (std::size_t k = 0; k < call.shape(0).size(); ++k)
    named.values.push_back(
        {call.per_axis(name, k, fallback), call.shape(0)[k].group});
  return named;
}

Tensor reshaped(const Tensor& x, const Sizes& sizes) {
  Tensor result = x;
  std::visit([&](auto& dense) { dense.shape = sizes; }, result.storage);
  return result;
}

Tensor gathered(const Tensor& x, const Sizes& sizes, const Walk& walk) {
  return evaluate::with_element(
      x, [&]<class E>(evaluate::Element<E>) -> Tensor {
        const E* from = x.as<E>().data.data();
        Dense<E> into{sizes, {}};
        into.data.reserve(static_cast<std::size_t>(evaluate::count(sizes)));
        evaluate::traverse<1>(sizes, {walk.strides}, {walk.start},
                              [&](const evaluate::Offsets<1>& at) {
                                into.data.push_back(from[at[0]]);
                              });
        return into;
      });
}

void copy(const Tensor& x, const Walk& from, const Sizes& sizes, Tensor& into,
          const Walk& to) {
  evaluate::with_element(x, [&]<class E>(evaluate::Element<E>) {
    const E* source = x.as<E>().data.data();
    E* target = into.as<E>().data.data();
    evaluate::traverse<2>(
        sizes, {from.strides, to.strides}, {from.start, to.start},
        [&](const evaluate::Offsets<2>& at) { target[at[1]] = source[at[0]]; });
  });
}

Tensor blank(const Tensor& x, const Sizes& sizes) {
  return evaluate::with_element(
      x, [&]<class E>(evaluate::Element<E>) -> Tensor {
        const auto n = static_cast<std::size_t>(evaluate::count(sizes));
        return Dense<E>{sizes, std::vector<E>(n)};
      });
}

Tensor filled(const Tensor& x, const Sizes& sizes) {
  return evaluate::with_element(
      x, [&]<class E>(evaluate::Element<E>) -> Tensor {
        const auto n = static_cast<std::size_t>(evaluate::count(sizes));
        return Dense<E>{sizes, std::vector<E>(n, x.as<E>().data.at(0))};
      });
}

ir::OnnxMade with_axes_to_onnx(const ir::Call& call, int opset) {
  ir::OnnxNodeMade node{.op_type = "", .operands = {ir::of_operand(0)}};
  // An empty attribute is none, which means something else.
  if (call.has("axes") && call.axes("axes").empty() && opset < 13)
    node.op_type = "Identity";
  else if (call.has("axes") && opset >= 13)
    node.operands.push_back(ir::of_integers(call.axes("axes")));
  else if (call.has("axes"))
    node.attributes["axes"] = ir::integers_of(call.axes("axes"));
  return {.nodes = {node}};
}

}  // namespace rewright::ops
