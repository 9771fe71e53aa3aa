// SPDX-License-Identifier: Apache-2.0
//
// Padding as ONNX nodes, for Pad and for a Conv that crops its input or
// spreads it out.
#pragma once

#include <vector>

#include "ir/onnx_form.h"
#include "ir/operator.h"

namespace rewright::ops {

/// Elements before, behind and between those of one axis.
struct PaddedAxis {
  index::Expr low = 0, high = 0, interior = 0;
};

/// What the padding holds: an operand of the call, a number, or nothing given,
/// which is zero.
struct PaddingMade {
  std::optional<int> operand = {};
  std::optional<ir::ConstantNumber> number = {};
};

/// Appends the nodes that pad operand 0 of the call, which `axes` has an entry
/// for each axis of. ONNX pads only around an axis, so an interior is made by
/// a new axis behind it that is padded and then becomes one with it; that the
/// last gap is cropped again is right only where the axis is not empty.
void pad_to_onnx(const ir::Call& call, int opset,
                 const std::vector<PaddedAxis>& axes,
                 const PaddingMade& padding, ir::OnnxMade& made);

}  // namespace rewright::ops
