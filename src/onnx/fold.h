// SPDX-License-Identifier: Apache-2.0
//
// Nodes whose results are known when the model is imported. Exporters compute
// shapes by nodes (Shape, Gather, Mul, Concat, ...); Reshape and the like need
// the integers that come out, so these nodes are carried out here, on index
// expressions, and leave no trace in the graph.
//
// Integers and truth values are folded exactly or not at all; floats only in
// the operations that shapes are rounded with, and in float32 and float64.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "index/facts.h"
#include "ir/onnx_form.h"
#include "onnx/known.h"

namespace rewright::onnx {

/// An operand of a node that may be folded.
struct FoldOperand {
  bool given = true;
  ir::ElementType type = ir::ElementType::float32;
  ir::Shape shape;
  const Known* known = nullptr;  // null when the elements are not known
};

struct Folding {
  const ir::OnnxNode& node;
  std::vector<FoldOperand> operands;
  const index::Facts& facts;
  std::optional<Known> value = {};  // of the tensor attribute `value`

  bool has(std::size_t k) const {
    return k < operands.size() && operands[k].given;
  }
  /// Elements of operand k; null when not given or not known.
  const std::vector<index::Expr>* elements(std::size_t k) const;
};

using Folded = std::optional<std::vector<Known>>;

/// The results, when all of them are known.
Folded fold(const Folding& folding);

/// Whether nodes of this type are understood when they can be folded.
bool can_fold(const std::string& op_type);
/// All such types that no operator of ours imports.
const std::set<std::string>& foldable();

// The parts of `fold`; each returns nothing for what is not its own.
Folded fold_shape(const Folding& folding);       // Shape, Range, Cast, ...
Folded fold_movement(const Folding& folding);    // Concat, Slice, Gather, ...
Folded fold_arithmetic(const Folding& folding);  // Add, Equal, Where, ...
Folded fold_reals(const Folding& folding);       // the same on floats, Floor

}  // namespace rewright::onnx
