// SPDX-License-Identifier: Apache-2.0
#include "onnx/broadcast.h"

#include <algorithm>

#include "evaluate/tensor.h"
#include "onnx/known.h"

namespace rewright::onnx {

std::optional<std::vector<std::int64_t>> broadcast_sizes(
    const std::vector<std::vector<std::int64_t>>& shapes) {
  std::size_t rank = 0;
  for (const auto& shape : shapes) rank = std::max(rank, shape.size());
  std::vector<std::int64_t> result(rank, 1);
  for (const auto& shape : shapes) {
    for (std::size_t k = 0; k < shape.size(); ++k) {
      std::int64_t& size = result[rank - shape.size() + k];
      if (size == 1)
        size = shape[k];
      else if (shape[k] != 1 && shape[k] != size)
        return std::nullopt;
    }
  }
  std::int64_t count = 1;
  for (const std::int64_t size : result)
    if ((count *= size) > most_elements) return std::nullopt;
  return result;
}

std::vector<std::size_t> broadcast_offsets(
    const std::vector<std::int64_t>& operand,
    const std::vector<std::int64_t>& result) {
  const std::vector<std::int64_t> from = evaluate::strides(operand);
  const std::vector<std::int64_t> to = evaluate::strides(result);
  const std::size_t missing = result.size() - operand.size();
  std::vector<std::size_t> offsets;
  for (std::int64_t at = 0; at < evaluate::count(result); ++at) {
    std::int64_t offset = 0;
    for (std::size_t k = 0; k < operand.size(); ++k) {
      const std::size_t axis = missing + k;
      const std::int64_t index = at / to[axis] % result[axis];
      if (operand[k] != 1) offset += index * from[k];
    }
    offsets.push_back(static_cast<std::size_t>(offset));
  }
  return offsets;
}

}  // namespace rewright::onnx
