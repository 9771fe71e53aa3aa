// SPDX-License-Identifier: Apache-2.0
//
// Two models to be compared, as one rule: lhs is the first, rhs the second,
// over the same inputs and sizes. Inputs and outputs are bound by name when
// both models have the same names, else by place. Output shapes may differ:
// that they agree is for the shape proof to show.
#pragma once

#include "onnx/import.h"

namespace rewright::onnx {

/// The rule "<stem of a> == <stem of b>" and the data of the constants of
/// both. Throws base::InputError when the models do not take the same inputs
/// or give the same number of outputs, and where import_model does.
Import pair(const Model& a, const Model& b);

}  // namespace rewright::onnx
