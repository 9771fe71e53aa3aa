// SPDX-License-Identifier: Apache-2.0
//
// How a device with integer codes treats each operator; see device.h.
#pragma once

#include <optional>
#include <string>

#include "ir/graph.h"

namespace rewright::properties {

/// Whether operand `k` of the node is where weights and biases go.
bool takes_weights(const ir::Node& node, std::size_t k);

/// Whether it adds up codes or products of codes; Add and Sub, two scales.
bool accumulates(const ir::Node& node);
bool is_sum_of_two(const ir::Node& node);

/// Whether it moves, selects or compares elements, and with no other numbers
/// than such as are codes of every scale.
bool keeps_codes(const ir::Node& node);
bool has_neutral_attributes(const ir::Node& node);

/// The number that an attribute is, 1 when the node has none.
double attribute_of(const ir::Node& node, const std::string& attribute);

/// The axis of the weights, operand 1 of rank `rank`, with a scale for each
/// index, and the axis of the result that it becomes.
struct Channels {
  std::size_t of_weights, of_result;
};
std::optional<Channels> channels_of(const ir::Node& node, std::size_t rank);

}  // namespace rewright::properties
