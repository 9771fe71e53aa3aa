// SPDX-License-Identifier: Apache-2.0
//
// Element-wise folding of few elements: which element of each operand meets
// which under ONNX's broadcasting.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

namespace rewright::onnx {

/// The common shape, or nothing when the shapes do not broadcast, or
/// to more elements than are folded.
std::optional<std::vector<std::int64_t>> broadcast_sizes(
    const std::vector<std::vector<std::int64_t>>& shapes);

/// For every element of `result`, row-major, the offset of the element of an
/// operand of shape `operand` that it is made of.
std::vector<std::size_t> broadcast_offsets(
    const std::vector<std::int64_t>& operand,
    const std::vector<std::int64_t>& result);

}  // namespace rewright::onnx
