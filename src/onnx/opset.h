// SPDX-License-Identifier: Apache-2.0
//
// Which versions of ONNX's operators we know. Opsets 9 to 17 are known whole.
// From 18 on most changes only add element types; the few operators of which
// a later version means something new are listed with the last opset at
// which our reading of them is right.
//
// Not listed, hence read up to opset 24: the reductions (axes became an
// operand at 18 for all of them, as it was for ReduceSum at 13), Split
// (num_outputs at 18), Pad (axes at 18; mode wrap of 19 is refused), Reshape,
// Squeeze, Unsqueeze, Transpose, Flatten, Identity, Shape, Size, Cast and
// Constant (new types only), and everything untouched since 17. Attributes that
// came with a later opset make a node opaque unless we know them (schema.h).
#pragma once

#include <string>

namespace rewright::onnx {

constexpr int oldest_opset = 9;
constexpr int newest_opset = 24;

bool is_default_domain(const std::string& domain);

/// The last opset at which we know what `op_type` of the default domain means.
int last_known_opset(const std::string& op_type);

}  // namespace rewright::onnx
