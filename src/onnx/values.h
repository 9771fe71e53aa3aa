// SPDX-License-Identifier: Apache-2.0
//
// The values of a model by name: which node defines a value, who reads it,
// bodies of If, Loop and Scan included. What replaces nodes of a model asks
// here, since an imported graph has no longer every name and every reader.
#pragma once

#include <memory>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "evaluate/tensor.h"
#include "onnx/model.h"

namespace rewright::onnx {

struct Values {
  std::unordered_map<std::string, int> producer;  // node by its number
  std::unordered_map<std::string, std::vector<int>> readers;
  std::unordered_set<std::string> outputs;     // of the graph
  std::vector<std::vector<std::string>> made;  // results by node; "" if absent
  std::vector<std::string> node_names;         // else its first result
  /// Initializers and Constant nodes that are no uniform tensors.
  std::unordered_map<std::string, std::shared_ptr<const evaluate::Tensor>>
      stored;

  bool is_output(const std::string& name) const {
    return outputs.count(name) != 0;
  }
};

Values values_of(const Model& model);

/// Whether two tensors are of one type and shape and have the same bits.
bool is_identical(const evaluate::Tensor& a, const evaluate::Tensor& b);

/// A digest of what a model computes and in which order, whatever its values
/// and nodes are called: equal for models that differ in inner names alone.
std::string digest(const Model& model);

/// The model without those Identity nodes whose results have these names:
/// their readers read the operand. A result that is an output of the graph,
/// or that a body reads, keeps its node.
Model without_identities(const Model& model,
                         const std::vector<std::string>& results);

}  // namespace rewright::onnx
