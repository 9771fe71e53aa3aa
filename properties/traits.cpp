// SPDX-License-Identifier: Apache-2.0
//
// Looks at the operators of both graphs.
#include "properties/traits.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

#include "evaluate/tensor.h"

namespace rewright::properties {
namespace {

template <std::size_t N>
bool is_one_of(const std::string& name,
               const std::array<std::string_view, N>& names) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

constexpr std::array<std::string_view, 8> comparing = {
    "Equal",          "Less",  "LessOrEqual",    "Greater",
    "GreaterOrEqual", "Where", "QuantizeLinear", "Round"};
constexpr std::array<std::string_view, 5> partial = {"Div", "Log", "Reciprocal",
                                                     "Sqrt", "QuantizeLinear"};

double elements(const ir::Rule& instance, const ir::Graph& graph,
                const ir::Ref& ref) {
  return static_cast<double>(
      evaluate::count(ir::concrete(instance.type_of(graph, ref).shape)));
}

/// A product of two tensors reduced: m*k and k*n elements into m*n take
/// sqrt(mk * kn * mn) steps. Anything else takes as many as its largest
/// tensor has elements.
double node_work(const ir::Rule& instance, const ir::Graph& graph,
                 const ir::Node& node) {
  double largest = 0, product = 1;
  int tensors = 0;
  const auto count = [&](double n) {
    largest = std::max(largest, n);
    product *= std::max(n, 1.0);
    ++tensors;
  };
  for (const auto& result : node.results)
    count(static_cast<double>(evaluate::count(ir::concrete(result.shape))));
  for (const auto& operand : node.operands)
    if (operand && tensors < 3) count(elements(instance, graph, *operand));
  const bool contracts =
      node.op->rounding == ir::Rounding::reduction && tensors == 3;
  return contracts ? std::max(largest, std::sqrt(product)) : largest;
}

}  // namespace

Traits traits_of(const ir::Rule& rule) {
  Traits traits;
  for (const ir::Graph* graph : {&rule.lhs, &rule.rhs}) {
    for (const auto& node : graph->nodes) {
      traits.has_functions |= node.op->rounding == ir::Rounding::elementary;
      traits.has_reductions |= node.op->rounding == ir::Rounding::reduction;
      traits.has_comparisons |= is_one_of(node.op->name, comparing);
      traits.is_partial |= is_one_of(node.op->name, partial);
    }
  }
  return traits;
}

double work_of(const ir::Rule& instance) {
  double work = 0;
  for (const auto& input : instance.inputs)
    work +=
        static_cast<double>(evaluate::count(ir::concrete(input.type.shape)));
  for (const ir::Graph* graph : {&instance.lhs, &instance.rhs})
    for (const auto& node : graph->nodes)
      work += node_work(instance, *graph, node);
  return work;
}

std::int64_t largest_tensor(const ir::Rule& instance) {
  std::int64_t largest = 0;
  const auto see = [&](const ir::Shape& shape) {
    largest = std::max(largest, evaluate::count(ir::concrete(shape)));
  };
  for (const auto& input : instance.inputs) see(input.type.shape);
  for (const ir::Graph* graph : {&instance.lhs, &instance.rhs})
    for (const auto& node : graph->nodes)
      for (const auto& result : node.results) see(result.shape);
  return largest;
}

}  // namespace rewright::properties
