// SPDX-License-Identifier: Apache-2.0
//
// The table of all operators in this folder.
#pragma once

#include "ir/operator.h"

namespace rewright::ops {

/// Every operator, sorted by name.
const std::vector<const ir::Operator*>& all();
/// By the name of the rule language, or null.
const ir::Operator* find(const std::string& name);
/// By ONNX op_type, or null.
const ir::Operator* find_onnx(const std::string& op_type);
ir::OperatorTable table();

}  // namespace rewright::ops
