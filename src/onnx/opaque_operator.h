// SPDX-License-Identifier: Apache-2.0
//
// The operator of opaque nodes (ir/opaque.h). It is none of the rule language,
// hence not in the table: only the importer makes calls of it.
#pragma once

#include "ir/operator.h"

namespace rewright::onnx {

const ir::Operator& opaque_operator();

}  // namespace rewright::onnx
