// SPDX-License-Identifier: Apache-2.0
#include "ir/onnx_form.h"

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

std::optional<std::vector<std::int64_t>> OnnxNode::attribute_or_operand(
    const std::string& name, std::size_t k) const {
  if (auto value = integers(name)) return value;
  if (!has_operand(k)) return std::nullopt;
  if (!operands[k].integers) {
    throw IllFormed("operand " + std::to_string(k + 1) + " ('" + name +
                    "') of " + op_type + " is not a constant");
  }
  return operands[k].integers;
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

}  // namespace rewright::ir
