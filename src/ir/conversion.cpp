// SPDX-License-Identifier: Apache-2.0
#include "ir/conversion.h"

#include <array>
#include <stdexcept>
#include <utility>

namespace rewright::ir {

namespace {

constexpr std::array<std::pair<int, ElementType>, 4> widths{{
    {8, ElementType::int8},
    {16, ElementType::int16},
    {32, ElementType::int32},
    {64, ElementType::int64},
}};

bool is_only(TypeSet types, TypeSet wanted) {
  return types != 0 && (types & ~wanted) == 0;
}

}  // namespace

Value integer_type(const TypeClass& of) {
  for (const auto& [bits, type] : widths)
    if (of.types == set_of(type)) return constant(bits);
  return constant(-1 - of.number);
}

ElementType element_type(const Value& integer_type) {
  for (const auto& [bits, type] : widths)
    if (integer_type->constant.rational == bits) return type;
  throw std::logic_error("the type of an integer is open");
}

bool is_conversion(Function f) {
  return f == Function::to_integer || f == Function::to_real;
}

bool converts(const Rule& rule, const Graph& graph, const Node& node) {
  if (node.operands.empty() || !node.operands[0]) return false;
  const auto types = [&](const TensorType& type) {
    return rule.type_classes.at(static_cast<std::size_t>(type.type_class));
  };
  const TypeSet from = types(rule.type_of(graph, *node.operands[0]));
  const TypeSet to = types(node.results.at(0));
  return (is_only(from, floating_types) && is_only(to, integer_types)) ||
         (is_only(from, integer_types) && is_only(to, floating_types));
}

bool converts(const Rule& rule) {
  for (const Graph* graph : {&rule.lhs, &rule.rhs})
    for (const Node& node : graph->nodes)
      if (converts(rule, *graph, node)) return true;
  return false;
}

}  // namespace rewright::ir
