// SPDX-License-Identifier: Apache-2.0
//
// Inputs that have one value only, a model's constants: the same number in
// every world that has it.
#pragma once

#include <map>
#include <memory>

#include "properties/tensors.h"

namespace rewright::properties {

/// Values by input number.
using FixedInputs = std::map<int, std::shared_ptr<const evaluate::Tensor>>;

/// `value`, of type `type`, as it is held in draws of a palette. Throws
/// NotInWorld where its numbers cannot be represented exactly.
evaluate::Tensor as_drawn(const evaluate::Tensor& value, ir::ElementType type,
                          Storage storage);

/// Random tensors, but for the inputs that are fixed.
Tensors draw_tensors(const ir::Rule& instance, const Draw& draw,
                     const Palette& palette, const FixedInputs& fixed,
                     Stream& stream);

}  // namespace rewright::properties
