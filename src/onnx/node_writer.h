// SPDX-License-Identifier: Apache-2.0
//
// Appends nodes and constants to what is written of a graph. A constant that
// is there already is used again.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include <onnx/onnx_pb.h>

#include "evaluate/tensor.h"
#include "ir/onnx_form.h"
#include "onnx/fresh_names.h"

namespace rewright::onnx {

/// What is written of a graph: nodes in topological order, and constants.
struct Exported {
  std::vector<::onnx::NodeProto> nodes;
  std::vector<::onnx::TensorProto> initializers;
};

class NodeWriter {
 public:
  NodeWriter(int opset, FreshNames& fresh) : opset_(opset), fresh_(fresh) {}

  int opset() const { return opset_; }
  std::string fresh(const std::string& like) { return fresh_(like); }

  /// The name of a constant with these elements.
  std::string constant(const evaluate::Tensor& tensor, const std::string& like);
  std::string list(const std::vector<std::int64_t>& integers);
  std::string scalar(std::int64_t integer);
  /// A scalar of a type. Throws ir::IllFormed when the type
  /// has no such number.
  std::string number(const ir::ConstantNumber& value, ir::ElementType type);

  /// Appends a node and names it after its first result.
  void node(const std::string& op_type, const std::vector<std::string>& inputs,
            const std::vector<std::string>& outputs,
            const std::map<std::string, ir::OnnxAttribute>& attributes = {});
  /// The same with one result, under a name that is returned.
  std::string value(
      const std::string& op_type, const std::vector<std::string>& inputs,
      const std::map<std::string, ir::OnnxAttribute>& attributes = {});

  Exported take() { return std::move(exported_); }

 private:
  int opset_;
  FreshNames& fresh_;
  Exported exported_;
  std::map<std::string, std::string> constants_;  // bytes -> name
};

}  // namespace rewright::onnx
