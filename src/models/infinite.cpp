// SPDX-License-Identifier: Apache-2.0
#include "models/infinite.h"

#include <algorithm>
#include <cmath>
#include <type_traits>

namespace rewright::models {

namespace {

template <class E>
constexpr bool is_machine_float =
    std::is_floating_point_v<E> || std::is_same_v<E, evaluate::Half> ||
    std::is_same_v<E, evaluate::BFloat16>;

bool is_finite(const evaluate::Tensor& tensor) {
  return std::visit(
      []<class E>(const evaluate::Dense<E>& dense) {
        if constexpr (is_machine_float<E>)
          return std::all_of(
              dense.data.begin(), dense.data.end(),
              [](const E& e) { return std::isfinite(static_cast<double>(e)); });
        return true;
      },
      tensor.storage);
}

bool is_infinite(const ir::Attribute& attribute) {
  using Kind = ir::ConstantNumber::Kind;
  const auto* const number = std::get_if<ir::ConstantNumber>(&attribute);
  return number != nullptr && (number->kind == Kind::plus_infinity ||
                               number->kind == Kind::minus_infinity);
}

}  // namespace

std::set<int> infinite_inputs(
    const std::map<int, std::shared_ptr<const evaluate::Tensor>>& constants) {
  std::set<int> inputs;
  for (const auto& [input, tensor] : constants)
    if (!is_finite(*tensor)) inputs.insert(input);
  return inputs;
}

std::vector<bool> infinite_results(
    const ir::Rule& rule,
    const std::map<int, std::shared_ptr<const evaluate::Tensor>>& constants) {
  const std::set<int> inputs = infinite_inputs(constants);
  std::vector<bool> result;
  for (const ir::Node& node : rule.lhs.nodes) {
    const auto is_read = [&](const std::optional<ir::Ref>& operand) {
      if (!operand) return false;
      if (operand->node < 0) return inputs.count(operand->slot) != 0;
      return static_cast<bool>(
          result.at(static_cast<std::size_t>(operand->node)));
    };
    result.push_back(
        std::any_of(node.operands.begin(), node.operands.end(), is_read) ||
        std::any_of(
            node.attributes.begin(), node.attributes.end(),
            [](const auto& named) { return is_infinite(named.second); }));
  }
  return result;
}

}  // namespace rewright::models
