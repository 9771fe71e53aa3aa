// SPDX-License-Identifier: Apache-2.0
#include "unit/onnx_model_maker.h"

#include <fstream>

#include "onnx/import.h"

namespace rewright::tests {

using Attribute = ::onnx::AttributeProto;
using Tensor = ::onnx::TensorProto;

MadeNode& MadeNode::named(const std::string& name) {
  proto_.set_name(name);
  return *this;
}

MadeNode& MadeNode::domain(const std::string& domain) {
  proto_.set_domain(domain);
  return *this;
}

Attribute& MadeNode::add(const std::string& name) {
  Attribute& attribute = *proto_.add_attribute();
  attribute.set_name(name);
  return attribute;
}

MadeNode& MadeNode::with(const std::string& name, std::int64_t value) {
  Attribute& attribute = add(name);
  attribute.set_type(Attribute::INT);
  attribute.set_i(value);
  return *this;
}

MadeNode& MadeNode::with(const std::string& name, float value) {
  Attribute& attribute = add(name);
  attribute.set_type(Attribute::FLOAT);
  attribute.set_f(value);
  return *this;
}

MadeNode& MadeNode::with(const std::string& name, const char* value) {
  Attribute& attribute = add(name);
  attribute.set_type(Attribute::STRING);
  attribute.set_s(value);
  return *this;
}

MadeNode& MadeNode::with(const std::string& name, const Integers& values) {
  Attribute& attribute = add(name);
  attribute.set_type(Attribute::INTS);
  attribute.mutable_ints()->Add(values.begin(), values.end());
  return *this;
}

MadeNode& MadeNode::with(const std::string& name, const Tensor& value) {
  Attribute& attribute = add(name);
  attribute.set_type(Attribute::TENSOR);
  *attribute.mutable_t() = value;
  return *this;
}

ModelMaker::ModelMaker(int opset, int ir_version) {
  proto.set_ir_version(ir_version);
  proto.mutable_graph()->set_name("made");
  proto.add_opset_import()->set_version(opset);
}

void ModelMaker::input(const std::string& name,
                       const std::vector<MadeDim>& dims, int data_type) {
  auto& input = *proto.mutable_graph()->add_input();
  input.set_name(name);
  auto& tensor = *input.mutable_type()->mutable_tensor_type();
  tensor.set_elem_type(data_type);
  tensor.mutable_shape();
  for (const MadeDim& dim : dims) {
    auto& made = *tensor.mutable_shape()->add_dim();
    if (dim.size >= 0)
      made.set_dim_value(dim.size);
    else if (!dim.name.empty())
      made.set_dim_param(dim.name);
  }
}

void ModelMaker::output(const std::string& name, int data_type) {
  auto& output = *proto.mutable_graph()->add_output();
  output.set_name(name);
  output.mutable_type()->mutable_tensor_type()->set_elem_type(data_type);
}

void ModelMaker::initializer(const std::string& name, Tensor tensor) {
  tensor.set_name(name);
  *proto.mutable_graph()->add_initializer() = std::move(tensor);
}

MadeNode ModelMaker::node(const std::string& op_type, const Names& inputs,
                          const Names& outputs) {
  auto& node = *proto.mutable_graph()->add_node();
  node.set_op_type(op_type);
  for (const std::string& name : inputs) node.add_input(name);
  for (const std::string& name : outputs) node.add_output(name);
  return MadeNode(node);
}

onnx::Model ModelMaker::model(const std::string& path) const {
  return onnx::make_model(path, proto);
}

void ModelMaker::save(const std::string& path) const {
  std::ofstream file(path, std::ios::binary);
  proto.SerializeToOstream(&file);
}

std::string opaque_of(const ModelMaker& maker) {
  const onnx::Import made = onnx::import_model(maker.model("m.onnx"));
  if (made.opaque.empty()) return "none";
  return made.opaque.front().substr(std::string("m.onnx: ").size());
}

Tensor floats(const Integers& dims, const Floats& values) {
  Tensor tensor;
  tensor.set_data_type(Tensor::FLOAT);
  tensor.mutable_dims()->Add(dims.begin(), dims.end());
  tensor.mutable_float_data()->Add(values.begin(), values.end());
  return tensor;
}

Tensor ints(const Integers& dims, const Integers& values) {
  Tensor tensor;
  tensor.set_data_type(Tensor::INT64);
  tensor.mutable_dims()->Add(dims.begin(), dims.end());
  tensor.mutable_int64_data()->Add(values.begin(), values.end());
  return tensor;
}

Tensor ints(const Integers& values) {
  return ints({static_cast<std::int64_t>(values.size())}, values);
}

Tensor truths(const Integers& dims, const Integers& values) {
  Tensor tensor;
  tensor.set_data_type(Tensor::BOOL);
  tensor.mutable_dims()->Add(dims.begin(), dims.end());
  for (const std::int64_t value : values)
    tensor.add_int32_data(static_cast<int>(value));
  return tensor;
}

}  // namespace rewright::tests
