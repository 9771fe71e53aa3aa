// SPDX-License-Identifier: Apache-2.0
//
// Replacing parts of a model. Only the nodes that are named go, with whatever
// nothing but they read; all the rest of the model stays as it is: inputs and
// outputs, nodes in their order with names, doc strings and attributes,
// metadata, opsets, and what is said of values that are still there.
//
// That a replacement computes the same is for the caller to have proved.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "evaluate/tensor.h"
#include "ir/graph.h"
#include "onnx/model.h"

namespace rewright::onnx {

struct Replacement {
  std::vector<int> removed;  // numbers of the model's nodes
  const ir::Rule* rule = nullptr;
  const ir::Graph* graph = nullptr;  // a side of `rule`
  /// The model's values that the rule's inputs are; "" for an input that the
  /// graph does not read, or that is in `constants`.
  std::vector<std::string> inputs;
  /// The model's values that the graph's outputs are: results of removed
  /// nodes, each once.
  std::vector<std::string> outputs;
  /// The data of inputs that are no values of the model.
  std::map<int, std::shared_ptr<const evaluate::Tensor>> constants = {};
};

/// The model with all of them carried out. New nodes stand after what they
/// read and before who reads them; others are moved only where there is no
/// such place. Throws ir::IllFormed when the model's opset cannot say a graph,
/// and std::logic_error when a replacement is none: something else reads a
/// result of a removed node that is not among the outputs, a node is removed
/// twice, or the new nodes would be part of a cycle.
Model replace(const Model& model, const std::vector<Replacement>& replacements);

}  // namespace rewright::onnx
