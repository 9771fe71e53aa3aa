// SPDX-License-Identifier: Apache-2.0
//
// From models to rules. Dims without a number become sizes (at least 1); dims
// of one name are one size. A constant tensor whose elements are all one
// number becomes a Const node, any other an extra input of the rule: what is
// proved then holds whatever the constant is, while a counterexample must use
// its data, which are kept beside the rule. Constants that are the same up to
// a rearrangement of their elements are one input.
//
// A node that cannot be read becomes an opaque node (ir/opaque.h). Shapes are
// inferred from the inputs; what a model declares of the shapes of values
// inside it and of its outputs must not contradict them, and serves as the
// shapes of what opaque nodes give.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "evaluate/tensor.h"
#include "ir/graph.h"
#include "onnx/model.h"

namespace rewright::onnx {

/// What a model calls the results of a graph's nodes, by node and slot; "" for
/// those that it does not have.
using ValueNames = std::vector<std::vector<std::string>>;

struct Import {
  ir::Rule rule;
  ValueNames lhs_names, rhs_names;
  /// The only value of those inputs of the rule that are constants.
  std::map<int, std::shared_ptr<const evaluate::Tensor>> constants;
  /// The op_type of those nodes of the models that became several nodes of
  /// ours, by the name that these have.
  std::map<std::string, std::string> decomposed;
  /// Why nodes are opaque: "m.onnx: node 'f' (Fused): operator ... is not
  /// supported", in the models' order.
  std::vector<std::string> opaque;
};

/// The model's graph as lhs; rhs is left empty. Throws base::InputError for
/// inputs and constants that are not supported and for nodes that are wrong,
/// naming them.
Import import_model(const Model& model);

}  // namespace rewright::onnx
