// SPDX-License-Identifier: Apache-2.0
//
// What operators share that only move elements: signature, the index of a
// reshaped tensor, and bulk copies along strides.
//
// Reshaping. Extents of one carry no index. Equal entries at both ends pass
// through, the rest is cut into the smallest segments whose element counts
// are equal, and only within a segment is the row-major offset formed and
// taken apart again by div and mod (flat and unflat for an axis group).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "evaluate/tensor.h"
#include "ir/onnx_form.h"
#include "ir/operator.h"

namespace rewright::ops {

/// T -> T on every element type.
ir::Signature movement_signature(std::vector<ir::AttributeSpec> attributes);

/// Adds a condition unless `facts` simplify it to true; `text` completes
/// "... must ...".
void require(std::vector<ir::Condition>& conditions, const index::Facts& facts,
             const index::Formula& formula, const std::string& text);

/// `component`, said of every axis of `dim`.
index::Formula every_axis(const ir::Dim& dim, const index::Formula& component);

/// The index in shape `from` of the element that stands at `at` after a
/// reshape to `to`.
ir::Indices reshape_indices(const ir::Shape& from, const ir::Shape& to,
                            const ir::Indices& at, const index::Facts& facts);

/// The operator's node with its attribute `axes`, where given: an attribute,
/// and from opset 13 on an operand.
ir::OnnxMade with_axes_to_onnx(const ir::Call& call, int opset);

/// For each of `rank` entries whether it is among `entries`.
std::vector<bool> marked(const std::vector<int>& entries, std::size_t rank);

/// A per-axis attribute under its name, for target files.
ir::NamedDim named_per_axis(const ir::Call& call, const std::string& name,
                            const index::Expr& fallback);

using Sizes = std::vector<std::int64_t>;
using Operands = std::vector<const evaluate::Tensor*>;

/// The elements of `x` in their order under other sizes.
evaluate::Tensor reshaped(const evaluate::Tensor& x, const Sizes& sizes);

/// A walk over a tensor: where it starts and how each axis moves it.
struct Walk {
  std::int64_t start = 0;
  Sizes strides;
};

/// The elements of `x` that the walk meets.
evaluate::Tensor gathered(const evaluate::Tensor& x, const Sizes& sizes,
                          const Walk& walk);

/// Copies what `from` meets in `x` to what `to` meets in `into`.
void copy(const evaluate::Tensor& x, const Walk& from, const Sizes& sizes,
          evaluate::Tensor& into, const Walk& to);

/// A tensor of the world of `x` to be written to.
evaluate::Tensor blank(const evaluate::Tensor& x, const Sizes& sizes);

/// A tensor of the world of `x`, all elements equal to the one of `x`.
evaluate::Tensor filled(const evaluate::Tensor& x, const Sizes& sizes);

}  // namespace rewright::ops
