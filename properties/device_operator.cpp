// SPDX-License-Identifier: Apache-2.0
#include "properties/device_operator.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace rewright::properties {
namespace {

constexpr std::array<std::string_view, 3> weighted = {"Conv", "Gemm", "MatMul"};
constexpr std::array<std::string_view, 8> accumulating = {
    "Add", "Conv", "Einsum", "Gemm", "MatMul", "Mul", "ReduceSum", "Sub"};

template <std::size_t N>
bool is_one_of(std::string_view name,
               const std::array<std::string_view, N>& names) {
  return std::ranges::find(names, name) != names.end();
}

/// Numbers that are codes of every scale: 0, and what saturates anyway.
bool is_neutral(const ir::ConstantNumber& c) {
  return c.kind != ir::ConstantNumber::Kind::rational || c.rational == 0;
}

}  // namespace

bool takes_weights(const ir::Node& node, std::size_t k) {
  return k > 0 && is_one_of(node.op->name, weighted);
}

bool is_sum_of_two(const ir::Node& node) {
  return node.op->name == "Add" || node.op->name == "Sub";
}

bool accumulates(const ir::Node& node) {
  return is_one_of(node.op->name, accumulating) &&
         (node.op->name != "Einsum" || node.operands.size() <= 2);
}

bool keeps_codes(const ir::Node& node) {
  return node.op->rounding == ir::Rounding::exact && node.op->name != "Round";
}

bool has_neutral_attributes(const ir::Node& node) {
  return std::ranges::all_of(node.attributes, [](const auto& attribute) {
    const auto* number = std::get_if<ir::ConstantNumber>(&attribute.second);
    return number == nullptr || is_neutral(*number);
  });
}

double attribute_of(const ir::Node& node, const std::string& attribute) {
  const auto found = node.attributes.find(attribute);
  if (found == node.attributes.end()) return 1;
  if (const auto* size = std::get_if<index::Expr>(&found->second))
    return static_cast<double>(size->constant());
  return std::get<ir::ConstantNumber>(found->second)
      .rational.convert_to<double>();
}

std::optional<Channels> channels_of(const ir::Node& node, std::size_t rank) {
  const std::size_t result = node.results.at(0).shape.size();
  if (node.op->name == "Conv") return Channels{0, 1};
  if (rank < 2) return {};
  if (node.op->name == "MatMul") return Channels{rank - 1, result - 1};
  const bool is_transposed =
      std::get<index::Expr>(node.attributes.at("transB")).is(1);
  return Channels{is_transposed ? 0U : 1U, 1};
}

}  // namespace rewright::properties
