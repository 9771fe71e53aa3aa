// SPDX-License-Identifier: Apache-2.0
//
// What the reductions over axes share: attributes, result shape, meaning,
// names for target files, the ONNX form, and one bulk loop.
//
// A reduced entry is one axis or a whole axis group; with keepdims it stays
// with extent 1. Absent or empty axes mean every entry, or none of them under
// noop_with_empty_axes (ONNX ReduceSum since opset 13).
#pragma once

#include <string>
#include <vector>

#include "ir/onnx_form.h"
#include "ir/operator.h"

namespace rewright::ops {

/// Signature Reduce(x; axes, keepdims, noop_with_empty_axes) on `types`.
ir::Signature reduce_signature(ir::TypeSet types);

/// For each entry of operand 0 whether the call reduces it.
std::vector<bool> reduced_entries(const ir::Call& call);

/// The dims of operand 0 that the call reduces, in order.
ir::Shape reduced_dims(const ir::Call& call);

/// Result shape; no conditions (sums and products of nothing have a value).
ir::Inferred infer_reduce(const ir::Call& call);

/// The same, and every reduced axis must have an element: a mean, maximum or
/// minimum of nothing is undefined before opset 18.
ir::Inferred infer_nonempty_reduce(const ir::Call& call);

/// `monoid` over the reduced entries of operand 0.
ir::Value reduce_entries(const ir::Call& call, const ir::Reader& operand,
                         ir::Monoid monoid, const ir::Indices& at);

/// `component`, said of every axis of `dim`.
index::Formula on_every_axis(const ir::Dim& dim,
                             const index::Formula& component);

/// One variable over `dim`, a group variable when the dim is a group.
ir::BoundVariable bind_over(const std::string& name, const ir::Dim& dim);

/// reduced: each reduced dim; reduced_elements: their product.
std::vector<ir::NamedDim> reduce_named_dims(const ir::Call& call,
                                            const ir::Inferred& inferred);

/// Axes as attribute or constant operand 1, counted from either end.
ir::OnnxCall reduce_from_onnx(const ir::OnnxNode& node);
/// The operator's node; axes are an operand from opset `operand_since` on.
ir::OnnxMade reduce_to_onnx(const ir::Call& call, int opset, int operand_since);
/// The same for all but ReduceSum.
ir::OnnxMade reduce_to_onnx(const ir::Call& call, int opset);

}  // namespace rewright::ops
