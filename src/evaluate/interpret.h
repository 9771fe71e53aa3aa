// SPDX-License-Identifier: Apache-2.0
//
// The meaning of one element, followed literally: sums are summed, guards are
// tested, one element at a time. It shares nothing with the kernels but the
// arithmetic of elements, and is what the kernels are tested against.
#pragma once

#include <vector>

#include "evaluate/index_values.h"
#include "evaluate/tensor.h"
#include "ir/value.h"

namespace rewright::evaluate {

/// The inputs that a Value accesses. `shape` tells which entries of an access
/// are groups; it may be that of the rule, with the tensor at its instance.
struct AccessedInput {
  const Tensor* tensor;
  ir::Shape shape;
};

/// The element that `value` stands for, as a tensor of rank 0. `world`, an
/// index into Tensor::Storage, carries constants where no access tells.
/// Throws Undefined, NotInWorld and Uncertain; see arithmetic.h.
Tensor interpret(const ir::Value& value,
                 const std::vector<AccessedInput>& inputs,
                 const IndexValues& indices, int world);

}  // namespace rewright::evaluate
