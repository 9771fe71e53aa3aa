// SPDX-License-Identifier: Apache-2.0
//
// Small ONNX models made in a test, so that no test needs a binary file.
//
//   ModelMaker m(13);
//   m.input("x", {"N", 3});
//   m.node("Relu", {"x"}, {"y"});
//   m.output("y");
//   onnx::Model model = m.model();
#pragma once

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include <onnx/onnx_pb.h>

#include "onnx/model.h"

namespace rewright::tests {

using Names = std::vector<std::string>;
using Integers = std::vector<std::int64_t>;
using Floats = std::vector<float>;

/// A number, a name, or "" for a dim of which nothing is said.
struct MadeDim {
  MadeDim(int number) : size(number) {}        // NOLINT
  MadeDim(const char* given) : name(given) {}  // NOLINT
  std::int64_t size = -1;
  std::string name = {};
};

/// Sets attributes of a node that is in a model already.
class MadeNode {
 public:
  explicit MadeNode(::onnx::NodeProto& proto) : proto_(proto) {}
  MadeNode& named(const std::string& name);
  MadeNode& domain(const std::string& domain);
  MadeNode& with(const std::string& name, std::int64_t value);
  MadeNode& with(const std::string& name, int value) {
    return with(name, std::int64_t{value});
  }
  MadeNode& with(const std::string& name, float value);
  MadeNode& with(const std::string& name, const char* value);
  MadeNode& with(const std::string& name, const Integers& values);
  MadeNode& with(const std::string& name, const ::onnx::TensorProto& value);

 private:
  ::onnx::AttributeProto& add(const std::string& name);
  ::onnx::NodeProto& proto_;
};

class ModelMaker {
 public:
  explicit ModelMaker(int opset = 13, int ir_version = 8);

  void input(const std::string& name, const std::vector<MadeDim>& dims,
             int data_type = ::onnx::TensorProto::FLOAT);
  void output(const std::string& name,
              int data_type = ::onnx::TensorProto::FLOAT);
  void initializer(const std::string& name, ::onnx::TensorProto tensor);
  MadeNode node(const std::string& op_type, const Names& inputs,
                const Names& outputs);

  onnx::Model model(const std::string& path = "made.onnx") const;
  void save(const std::string& path) const;

  ::onnx::ModelProto proto;
};

/// What is said of the first node that is imported as an opaque one; "none"
/// when there is none.
std::string opaque_of(const ModelMaker& maker);

::onnx::TensorProto floats(const Integers& dims, const Floats& values);
::onnx::TensorProto ints(const Integers& dims, const Integers& values);
/// A list.
::onnx::TensorProto ints(const Integers& values);
::onnx::TensorProto truths(const Integers& dims, const Integers& values);

}  // namespace rewright::tests
