// SPDX-License-Identifier: Apache-2.0
//
// From models to rules. Dims without a number become sizes (at least 1); dims
// of one name are one size. A constant tensor whose elements are all one
// number becomes a Const node, any other an extra input of the rule: what is
// proved then holds whatever the constant is, while a counterexample must use
// its data, which are kept beside the rule. Constants that are the same up to
// a rearrangement of their elements are one input.
//
// What a model declares of the shapes of values inside it and of its outputs
// is not read: shapes are inferred from the inputs.
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
};

/// The model's graph as lhs; rhs is left empty. Throws base::InputError for
/// operators, element types and shapes that are not supported, naming the node.
Import import_model(const Model& model);

}  // namespace rewright::onnx
