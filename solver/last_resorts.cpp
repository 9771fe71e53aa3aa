// SPDX-License-Identifier: Apache-2.0
#include "solver/last_resorts.h"

#include <cmath>
#include <type_traits>

#include "solver/rewrite_value.h"

namespace rewright::solver {

using ir::Function;
using ir::Value;
using ir::ValueKind;

namespace {

/// Constants of more elements stay symbols.
constexpr std::int64_t most_elements = 256;

bool is_small_constant(const ir::ValueNode& v, const ConstantData& constants) {
  if (v.kind != ValueKind::access) return false;
  const auto found = constants.find(v.input);
  return found != constants.end() && found->second->size() <= most_elements;
}

/// Where the indices are numbers within the tensor's shape.
std::optional<std::size_t> offset_of(const ir::Indices& at,
                                     const std::vector<std::int64_t>& shape) {
  if (at.size() != shape.size()) return {};
  std::int64_t offset = 0;
  for (std::size_t k = 0; k < at.size(); ++k) {
    if (!at[k].is_constant()) return {};
    const std::int64_t i = at[k].constant();
    if (i < 0 || i >= shape[k]) return {};
    offset = offset * shape[k] + i;
  }
  return static_cast<std::size_t>(offset);
}

std::optional<base::Rational> element(const evaluate::Tensor& tensor,
                                      std::size_t offset) {
  return std::visit(
      [&]<class E>(
          const evaluate::Dense<E>& dense) -> std::optional<base::Rational> {
        if constexpr (std::is_integral_v<E>) {
          return base::Rational(dense.data.at(offset));
        } else if constexpr (std::is_floating_point_v<E>) {
          const auto x = static_cast<double>(dense.data.at(offset));
          if (std::isfinite(x)) return base::Rational(x);
        }
        return std::nullopt;
      },
      tensor.storage);
}

Value exponentials_of(const ir::ValueNode& v) {
  const Value one = ir::constant(base::Rational(1));
  if (v.function == Function::sigmoid) {
    const Value e = ir::apply(Function::exp, {v.args[0]});
    return e / (e + one);
  }
  const Value two = ir::constant(base::Rational(2));
  const Value e = ir::apply(Function::exp, {two * v.args[0]});
  return (e - one) / (e + one);
}

void collect(const Value& v, const ConstantData& constants,
             std::set<const ir::ValueNode*>& seen,
             std::map<std::uint64_t, index::Symbol>& into) {
  if (!seen.insert(v.get()).second) return;
  if (is_small_constant(*v, constants))
    for (const index::Expr& e : v->indices) index::collect_symbols(e, into);
  for (const Value& arg : v->args) collect(arg, constants, seen, into);
}

}  // namespace

std::optional<ValuePair> by_exponentials(const ValuePair& sides) {
  ValueRewriter rewrite([](const Value& v) -> Value {
    const bool is_one =
        v->kind == ValueKind::apply &&
        (v->function == Function::sigmoid || v->function == Function::tanh);
    return is_one ? exponentials_of(*v) : nullptr;
  });
  ValuePair result{rewrite(sides.first), rewrite(sides.second)};
  if (!rewrite.has_changed()) return {};
  return result;
}

std::set<std::uint64_t> variables_of_constants(const ValuePair& sides,
                                               const ConstantData& constants) {
  std::set<const ir::ValueNode*> seen;
  std::map<std::uint64_t, index::Symbol> symbols;
  collect(sides.first, constants, seen, symbols);
  collect(sides.second, constants, seen, symbols);
  std::set<std::uint64_t> ids;
  for (const auto& [id, symbol] : symbols) ids.insert(id);
  return ids;
}

Value with_elements(const Value& value, const ConstantData& constants) {
  ValueRewriter rewrite([&](const Value& v) -> Value {
    if (!is_small_constant(*v, constants)) return nullptr;
    const evaluate::Tensor& tensor = *constants.at(v->input);
    const auto offset = offset_of(v->indices, tensor.shape());
    if (!offset) return nullptr;
    const auto number = element(tensor, *offset);
    return number ? ir::constant(*number) : nullptr;
  });
  return rewrite(value);
}

}  // namespace rewright::solver
