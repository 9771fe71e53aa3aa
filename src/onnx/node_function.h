// SPDX-License-Identifier: Apache-2.0
//
// The function that a node computes, written down so that equal texts mean
// equal functions whatever the operator does: its attributes in the order of
// their names with their tensors and sub-graphs, and the bodies of functions
// of the model. Names of nodes, doc strings and names of values inside
// sub-graphs are left out.
#pragma once

#include <string>
#include <vector>

#include "onnx/model.h"

namespace onnx {
class NodeProto;
class TensorProto;
}  // namespace onnx

namespace rewright::onnx {

struct NodeFunction {
  std::string domain;  // "" for the default one
  std::string op_type;
  std::int64_t version = 0;  // since when the operator is what it is
  std::string form = {};     // everything else, as bytes
  /// Values of the graph around that its sub-graphs read, in this order.
  std::vector<std::string> outer = {};
  /// Whether it gives the same results whenever it is called.
  bool is_deterministic = true;
};

/// Throws base::InputError for data that cannot be read.
NodeFunction function_of(const Model& model, const ::onnx::NodeProto& node);

/// The type, shape and data of a tensor as text, without its name.
std::string data_text(const Model& model, const ::onnx::TensorProto& tensor);

/// Whether the model itself defines what the node's operator does.
bool is_defined_by_model(const Model& model, const ::onnx::NodeProto& node);

}  // namespace rewright::onnx
