// SPDX-License-Identifier: Apache-2.0
//
// Outputs computed element by element from the meaning of the graph, so that
// one knows which elements are undefined. Slow; used where kernels stopped or
// a difference needs a second opinion.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "properties/tensors.h"

namespace rewright::properties {

struct PartialTensor {
  evaluate::Tensor values;                 // 0 or false where undefined
  std::vector<std::string> why_undefined;  // "" where defined
};

/// Output `output` of a graph of `instance`. Throws NotInWorld, Uncertain.
PartialTensor by_meaning(const ir::Rule& instance, const ir::Graph& graph,
                         std::size_t output, const Tensors& inputs);

/// One element of it as a scalar tensor, in 256-bit reals; nothing when it is
/// undefined.
std::optional<evaluate::Tensor> exact_element(
    const ir::Rule& instance, const ir::Graph& graph, std::size_t output,
    const std::vector<std::int64_t>& index, const Tensors& inputs);

/// The element type of an output.
ir::ElementType output_type(const ir::Rule& instance, const ir::Graph& graph,
                            std::size_t output);

/// Its concrete shape.
std::vector<std::int64_t> output_shape(const ir::Rule& instance,
                                       const ir::Graph& graph,
                                       std::size_t output);

}  // namespace rewright::properties
