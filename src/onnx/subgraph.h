// SPDX-License-Identifier: Apache-2.0
//
// Canonical protobufs: without what says nothing about meaning (doc strings,
// names of nodes, metadata), attributes sorted, data kept outside read in, and
// the values of sub-graphs numbered in the order in which they are met.
#pragma once

#include <map>
#include <string>
#include <vector>

namespace onnx {
class AttributeProto;
class NodeProto;
class TensorProto;
}  // namespace onnx

namespace rewright::onnx {

/// Names of values inside sub-graphs, and what they are called instead.
using Scope = std::map<std::string, std::string>;

class Canonical {
 public:
  /// `path` is that of the model.
  explicit Canonical(const std::string& path) : path_(path) {}

  /// The node with its attributes; its own operands and results stay.
  void clean(::onnx::NodeProto& node) { clean(node, {}); }
  void clean(::onnx::TensorProto& tensor) const;

  /// Values that the sub-graphs met so far read but do not define.
  const std::vector<std::string>& outer() const { return outer_; }

 private:
  void clean(::onnx::NodeProto& node, const Scope& scope);
  void clean(::onnx::AttributeProto& attribute, const Scope& scope);
  template <class Graph>
  void clean_graph(Graph& graph, Scope scope);
  std::string renamed(const std::string& name, const Scope& scope);
  std::string defined(const std::string& name, Scope& scope);

  const std::string& path_;
  std::vector<std::string> outer_;
  int defined_ = 0;
};

}  // namespace rewright::onnx
