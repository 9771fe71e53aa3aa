// SPDX-License-Identifier: Apache-2.0
//
// Sliding windows, shared by Conv and the pools. A Window is one spatial
// entry, an axis or a whole axis group: output position o and kernel position
// k meet at position o*stride + k*dilation - low of the input, or with an
// input dilation of the input spread out by it. Padding is explicit, or by
// auto_pad as index expressions of the sizes:
//
//   SAME_*: output = ceildiv(n, stride), total padding
//           max((output-1)*stride + (k-1)*dilation + 1 - n, 0),
//           the odd one at the end (UPPER) or at the beginning (LOWER)
//   else:   output = (n + low + high - ((k-1)*dilation+1)) div stride + 1
//
// ceil_mode rounds the division up, but the last window must start inside the
// input or the padding before it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "ir/onnx_form.h"
#include "ir/operator.h"

namespace rewright::ops {

struct Window {
  std::string group;  // of the spatial entry; "" for a single axis
  index::Expr input, kernel, stride, dilation, low, high, output;
  bool padded_to_fit = false;  // by SAME_UPPER or SAME_LOWER
  bool may_crop = false;       // negative padding is allowed
  index::Expr input_dilation = 1;
  index::Expr spread = {};  // extent of the input with its dilation

  /// (kernel - 1) * dilation: what the window covers beyond one element.
  index::Expr reach() const { return (kernel - 1) * dilation; }
  index::Expr position(const index::Expr& o, const index::Expr& k) const {
    return o * stride + k * dilation - low;
  }
  /// Whether there is an element of the input at that position, and which.
  index::Formula has_input(const index::Expr& position) const;
  index::Expr input_at(const index::Expr& position) const {
    return index::div(position, input_dilation);
  }
  ir::Dim dim(const index::Expr& extent) const { return {extent, group}; }
};

/// A per-axis attribute over the spatial entries: kernel, strides, ...
ir::AttributeSpec spatial_attribute(const std::string& name,
                                    bool required = false);
ir::AttributeSpec flag_attribute(const std::string& name);
ir::AttributeSpec auto_pad_attribute();  // "NOTSET" unless given

/// Windows over the entries of operand 0 from entry 2 on; `kernel` has one
/// extent for each. Throws IllFormed on contradicting attributes.
std::vector<Window> windows(const ir::Call& call,
                            const std::vector<index::Expr>& kernel);
/// The same with the extents of the attribute `kernel`.
std::vector<Window> pool_windows(const ir::Call& call);

/// Strides, dilations and kernels of at least 1, no negative padding unless it
/// may crop, and kernels that fit into the padded input.
void require_windows(const std::vector<Window>& windows,
                     std::vector<ir::Condition>& conditions);
/// Every window must contain an element of the input: padding shorter than
/// the window's reach, and no dilation that jumps over the input.
void require_inputs_in_windows(const std::vector<Window>& windows,
                               std::vector<ir::Condition>& conditions);

/// Throws IllFormed unless operand 0 has single axes N and C first.
void require_batch_and_channels(const ir::Call& call);

/// Result shape of a pool: N and C, then the outputs.
ir::Shape pooled_shape(const ir::Call& call,
                       const std::vector<Window>& windows);

/// The kernel position in each window, bound; and the input positions there,
/// for output positions at[2..]; `inside` says that all are in the input.
struct WindowElement {
  std::vector<ir::BoundVariable> bound;
  ir::Indices positions;
  ir::Indices kernel;
  index::Formula inside;
};
WindowElement window_element(const std::vector<Window>& windows,
                             const ir::Indices& at);

/// kernel, stride, pad (both ends), dilation: one value per spatial entry;
/// H, W, KH, KW: the last two extents of input and kernel.
std::vector<ir::NamedDim> window_named_dims(const std::vector<Window>& windows);
/// The same and N, C.
std::vector<ir::NamedDim> pool_named_dims(const ir::Call& call);

/// `from_end` = 0 for W, 1 for H: that spatial dim, 1 where there are fewer;
/// every dim it could be when the rank of a group decides.
std::vector<ir::Dim> spatial_dim(const ir::Shape& spatial, int from_end);

/// strides, dilations, pads and auto_pad of an ONNX node; lists that only say
/// the default are left out.
void windows_from_onnx(const ir::OnnxNode& node, ir::Attributes& attributes);
/// The same with kernel_shape and ceil_mode; rejects storage_order.
ir::OnnxCall pool_from_onnx(const ir::OnnxNode& node);

/// The other way; lists that only say the default are left out.
void windows_to_onnx(const ir::Call& call, ir::OnnxNodeMade& node);
ir::OnnxMade pool_to_onnx(const ir::Call& call, int opset);

}  // namespace rewright::ops
