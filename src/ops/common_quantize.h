// SPDX-License-Identifier: Apache-2.0
//
// What QuantizeLinear and DequantizeLinear share. A tensor of codes stands for
// the numbers (code - zero_point) * scale. Scale and zero point are scalars,
// or have one element for each index of `axis` (position 1 where no axis is
// given), or a single one.
#pragma once

#include <vector>

#include "evaluate/traverse.h"
#include "ops/common_elementwise.h"

namespace rewright::ops {

constexpr ir::TypeSet code_types =
    ir::set_of(ir::ElementType::int16) | ir::set_of(ir::ElementType::int8);

ir::AttributeSpec quantize_axis_attribute();

/// The shape of operand 0, for both operators.
ir::Inferred infer_quantize(const ir::Call& call);

/// Where scale and zero point are read for the element at `at`.
ir::Indices parameter_indices(const ir::Call& call, const ir::Indices& at);

/// The node's operands and axis. Throws ir::IllFormed for what is blocked.
ir::OnnxCall quantize_from_onnx(const ir::OnnxNode& node);

/// The node with its operands and axis.
ir::OnnxMade quantize_to_onnx(const ir::Call& call, int opset);

/// The axis that a scale of one axis runs along; nothing when it is the same
/// for all elements.
std::optional<std::size_t> quantized_axis(const ir::Call& call);

/// f(offset in operand 0, offset in scale and zero point), in memory order.
template <class F>
void traverse_codes(const ir::Call& call, const evaluate::Tensor& x,
                    const evaluate::Tensor& scale, F f) {
  std::vector<std::int64_t> steps(x.shape().size(), 0);
  if (const auto axis = quantized_axis(call); axis && scale.size() > 1)
    steps[*axis] = 1;
  evaluate::traverse<2>(x.shape(), {evaluate::strides(x.shape()), steps}, {},
                        [&](const evaluate::Offsets<2>& at) {
                          f(static_cast<std::size_t>(at[0]),
                            static_cast<std::size_t>(at[1]));
                        });
}

}  // namespace rewright::ops
