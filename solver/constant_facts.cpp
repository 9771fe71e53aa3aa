// SPDX-License-Identifier: Apache-2.0
#include "solver/constant_facts.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <type_traits>
#include <vector>

namespace rewright::solver {

namespace {

using ir::Function;
using ir::Value;

/// The signs that occur. Nothing of truth values and worlds without an order.
struct Signs {
  bool negative = false, zero = false, positive = false, known = true;

  void add(double element) {
    if (!std::isfinite(element)) known = false;
    negative = negative || element < 0;
    zero = zero || element == 0;
    positive = positive || element > 0;
  }
};

template <class E>
constexpr bool is_real =
    std::is_convertible_v<E, float> && !std::is_same_v<E, evaluate::Boolean>;

Signs signs_of(const evaluate::Tensor& tensor) {
  return std::visit(
      []<class E>(const evaluate::Dense<E>& dense) {
        Signs signs;
        if constexpr (std::is_arithmetic_v<E> || is_real<E>)
          for (const E& element : dense.data)
            signs.add(static_cast<double>(element));
        else
          signs.known = false;
        return signs;
      },
      tensor.storage);
}

/// "> 0" and the like, or nothing.
std::string relation_of(const Signs& s) {
  if (!s.known || (!s.negative && !s.zero && !s.positive)) return "";
  if (!s.negative) return s.zero ? ">= 0" : "> 0";
  if (!s.positive) return s.zero ? "<= 0" : "< 0";
  return s.zero ? "" : "!= 0";
}

Value condition_on(const Value& element, const std::string& relation) {
  const Value zero = ir::constant(base::Rational(0));
  if (relation == ">= 0")
    return ir::apply(Function::less_or_equal, {zero, element});
  if (relation == "<= 0")
    return ir::apply(Function::less_or_equal, {element, zero});
  if (relation == "> 0") return ir::apply(Function::less, {zero, element});
  if (relation == "< 0") return ir::apply(Function::less, {element, zero});
  return ir::apply(Function::logical_not,
                   {ir::apply(Function::equal, {element, zero})});
}

ir::ElementCondition condition(const ir::Rule& rule, int input,
                               const std::string& relation) {
  ir::ElementCondition result;
  ir::Indices at;
  for (const ir::Dim& dim : rule.inputs.at(input).type.shape) {
    std::string name = std::to_string(at.size());
    name.insert(name.begin(), 'c');
    const auto v = index::make_symbol(name, index::SymbolKind::variable);
    result.bound.push_back({v, dim.extent});
    at.emplace_back(v);
  }
  result.value = condition_on(ir::access(input, std::move(at)), relation);
  result.text = "every element of " + rule.inputs[input].name + " " + relation;
  return result;
}

}  // namespace

std::vector<ir::ElementCondition> facts_of_constants(
    const ir::Rule& rule, const ConstantData& constants, bool with_unequal) {
  std::vector<ir::ElementCondition> facts;
  for (const auto& [input, tensor] : constants) {
    const std::string relation = relation_of(signs_of(*tensor));
    if (relation.empty() || (relation == "!= 0" && !with_unequal)) continue;
    facts.push_back(condition(rule, input, relation));
  }
  return facts;
}

}  // namespace rewright::solver
