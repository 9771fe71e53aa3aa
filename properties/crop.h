// SPDX-License-Identifier: Apache-2.0
//
// Elements of a tensor for a smaller shape, so that shrinking sizes can keep
// the values that made the sides differ.
#pragma once

#include "properties/tensors.h"

namespace rewright::properties {

/// The first or last elements along every axis; of shapes of other ranks, the
/// first or last in row-major order. An element is repeated where `shape` is
/// the larger one.
evaluate::Tensor cropped(const evaluate::Tensor& tensor,
                         const std::vector<std::int64_t>& shape, bool last);

/// The inputs of `instance` cropped from tensors of other sizes.
Tensors cropped(const ir::Rule& instance, const Tensors& inputs, bool last);

}  // namespace rewright::properties
