// SPDX-License-Identifier: Apache-2.0
//
// Reading an ONNX node: attributes by name and kind, defaults, and what moved
// from attributes to operands with an opset. And what operators that are
// written say of their operands.
#include "ir/onnx_form.h"

#include <cmath>
#include <limits>
#include <utility>

namespace rewright::ir {

namespace {

template <class Kind>
const Kind* find(const OnnxNode& node, const std::string& name) {
  const auto found = node.attributes.find(name);
  if (found == node.attributes.end()) return nullptr;
  const Kind* value = std::get_if<Kind>(&found->second);
  if (value == nullptr) {
    throw IllFormed("attribute '" + name + "' of " + node.op_type +
                    " has an unexpected type");
  }
  return value;
}

}  // namespace

std::int64_t OnnxNode::integer(const std::string& name,
                               std::int64_t fallback) const {
  const auto* value = find<std::int64_t>(*this, name);
  return value != nullptr ? *value : fallback;
}

float OnnxNode::real(const std::string& name, float fallback) const {
  const auto* value = find<float>(*this, name);
  return value != nullptr ? *value : fallback;
}

std::optional<ConstantNumber> OnnxNode::number(const std::string& name) const {
  const auto* value = find<float>(*this, name);
  if (value == nullptr) return std::nullopt;
  if (std::isnan(*value))
    throw IllFormed("attribute '" + name + "' of " + op_type + " is NaN");
  if (!std::isinf(*value))
    return ConstantNumber{.rational = base::Rational(*value)};
  return ConstantNumber{.kind = *value > 0
                                    ? ConstantNumber::Kind::plus_infinity
                                    : ConstantNumber::Kind::minus_infinity};
}

std::string OnnxNode::text(const std::string& name,
                           const std::string& fallback) const {
  const auto* value = find<std::string>(*this, name);
  return value != nullptr ? *value : fallback;
}

std::optional<std::vector<std::int64_t>> OnnxNode::integers(
    const std::string& name) const {
  const auto* value = find<std::vector<std::int64_t>>(*this, name);
  if (value == nullptr) return std::nullopt;
  return *value;
}

namespace {

[[noreturn]] void not_constant(const OnnxNode& node, const std::string& name,
                               std::size_t k) {
  throw IllFormed("operand " + std::to_string(k + 1) + " ('" + name + "') of " +
                  node.op_type + " is not a constant");
}

}  // namespace

std::optional<std::vector<std::int64_t>> OnnxNode::attribute_or_operand(
    const std::string& name, std::size_t k) const {
  if (auto value = integers(name)) return value;
  if (!has_operand(k)) return std::nullopt;
  if (!operands[k].integers) not_constant(*this, name, k);
  return operands[k].integers;
}

std::optional<std::vector<index::Expr>> OnnxNode::sizes(const std::string& name,
                                                        std::size_t k) const {
  if (!integers(name) && has_operand(k) && operands[k].sizes)
    return operands[k].sizes;
  const auto value = attribute_or_operand(name, k);
  if (!value) return std::nullopt;
  return std::vector<index::Expr>(value->begin(), value->end());
}

std::vector<int> OnnxNode::normalised(const std::vector<std::int64_t>& axes,
                                      std::size_t rank) {
  const auto count = static_cast<std::int64_t>(rank);
  std::vector<int> entries;
  entries.reserve(axes.size());
  for (const std::int64_t axis : axes) {
    if (axis < -count || axis >= count) {
      throw IllFormed("axis " + std::to_string(axis) +
                      " is out of range for rank " + std::to_string(count));
    }
    entries.push_back(static_cast<int>(axis < 0 ? axis + count : axis));
  }
  return entries;
}

OnnxOperandMade of_operand(int operand) { return {.operand = operand}; }

OnnxOperandMade of_node(int node) { return {.node = node}; }

OnnxOperandMade of_integers(std::vector<index::Expr> list) {
  return {.integers = std::move(list)};
}

OnnxOperandMade of_integers(const std::vector<int>& list) {
  return of_integers(std::vector<index::Expr>(list.begin(), list.end()));
}

std::int64_t number_of(const index::Expr& e, const std::string& what) {
  if (!e.is_constant())
    throw IllFormed(what + " of an ONNX node must be a number, not " +
                    print(e));
  return e.constant();
}

ElementType only_type(const TypeClass& types) {
  const std::vector<ElementType> list = members(types.types);
  if (list.size() != 1)
    throw IllFormed("a node of ONNX needs one element type, not any of " +
                    print(types.types));
  return list[0];
}

std::vector<std::int64_t> integers_of(const std::vector<int>& positions) {
  return {positions.begin(), positions.end()};
}

float float_of(const ConstantNumber& number, const TypeClass& type,
               const std::string& what) {
  const float infinity = std::numeric_limits<float>::infinity();
  using Kind = ConstantNumber::Kind;
  if (number.kind == Kind::plus_infinity) return infinity;
  if (number.kind == Kind::minus_infinity) return -infinity;
  if (number.kind == Kind::rational) {
    const auto nearest = static_cast<float>(number.rational);
    const bool may_round = type.types == set_of(ElementType::float32);
    if (std::isfinite(nearest) &&
        (may_round || base::Rational(nearest) == number.rational))
      return nearest;
  }
  throw IllFormed(what + " of an ONNX node must be a 32-bit float");
}

void require_opset(int opset, int first, const std::string& what) {
  if (opset < first)
    throw IllFormed(what + " cannot be said before opset " +
                    std::to_string(first) + " of ONNX");
}

}  // namespace rewright::ir
