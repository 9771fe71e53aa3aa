// SPDX-License-Identifier: Apache-2.0
#include "onnx/constant_pool.h"

#include <algorithm>
#include <cstring>
#include <string_view>

#include "ir/unify.h"
#include "onnx/known.h"

namespace rewright::onnx {

namespace {

/// The elements as bytes; padding does not occur in element types.
std::string_view bytes_of(const evaluate::Tensor& tensor) {
  return std::visit(
      []<class E>(const evaluate::Dense<E>& dense) -> std::string_view {
        if constexpr (std::is_trivially_copyable_v<E>)
          return {reinterpret_cast<const char*>(dense.data.data()),
                  dense.data.size() * sizeof(E)};
        else
          return {};
      },
      tensor.storage);
}

std::uint64_t hash_of(const evaluate::Tensor& tensor) {
  return std::hash<std::string_view>()(bytes_of(tensor)) +
         tensor.storage.index();
}

bool has_same_bits(const evaluate::Tensor& a, const evaluate::Tensor& b) {
  return a.storage.index() == b.storage.index() && bytes_of(a) == bytes_of(b);
}

}  // namespace

int ConstantPool::input_of(
    const std::shared_ptr<const evaluate::Tensor>& tensor,
    const std::string& name) {
  const std::uint64_t hash = hash_of(*tensor);
  const auto [begin, end] = by_hash_.equal_range(hash);
  for (auto found = begin; found != end; ++found)
    if (has_same_bits(*into_.constants.at(found->second), *tensor))
      return found->second;
  ir::Rule& rule = into_.rule;
  const int type_class =
      ir::class_with(rule, ir::set_of(element_type_of(*tensor)));
  const auto input = static_cast<int>(rule.inputs.size());
  rule.inputs.push_back({.name = fresh_name(name),
                         .type = {type_class, ir::shape_of(tensor->shape())},
                         .position = {}});
  into_.constants[input] = tensor;
  by_hash_.emplace(hash, input);
  return input;
}

std::string ConstantPool::fresh_name(const std::string& name) const {
  const auto is_taken = [&](const std::string& candidate) {
    const auto& inputs = into_.rule.inputs;
    return std::any_of(inputs.begin(), inputs.end(), [&](const auto& input) {
      return input.name == candidate;
    });
  };
  std::string candidate = name;
  for (int k = 2; is_taken(candidate); ++k)
    candidate = name + "_" + std::to_string(k);
  return candidate;
}

}  // namespace rewright::onnx
