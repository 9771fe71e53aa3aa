// SPDX-License-Identifier: Apache-2.0
//
// Whether ONNX has an operator at an opset, and takes these element types: as
// its own schemas say.
#pragma once

#include <string>
#include <vector>

#include "ir/element_type.h"

namespace rewright::onnx {

/// Throws ir::IllFormed unless ONNX of `opset` has the operator `op_type` and
/// takes operands and results of all of these types; an empty set, where the
/// type is not known, is not asked for.
void require_known(const std::string& op_type, int opset,
                   const std::vector<ir::TypeSet>& operands,
                   const std::vector<ir::TypeSet>& results);

}  // namespace rewright::onnx
