// SPDX-License-Identifier: Apache-2.0
#include "onnx/node_writer.h"

#include <cctype>
#include <type_traits>

#include "evaluate/arithmetic.h"
#include "evaluate/graph.h"
#include "onnx/element.h"
#include "onnx/tensor_data.h"

namespace rewright::onnx {

namespace {

using Proto = ::onnx::AttributeProto;

evaluate::Tensor element(const ir::ConstantNumber& value, ir::ElementType type,
                         const std::vector<std::int64_t>& sizes) {
  try {
    return evaluate::with_world(
        evaluate::native_world(type),
        [&]<class E>(evaluate::Element<E>) -> evaluate::Tensor {
          return evaluate::Dense<E>{
              sizes, {evaluate::Arithmetic<E>::from_constant(value)}};
        });
  } catch (const std::exception&) {
    throw ir::IllFormed("a constant is no " + std::string(ir::name(type)));
  }
}

/// Sets one attribute to a value of any of the kinds.
struct Setter {
  Proto& proto;

  void operator()(std::int64_t value) const {
    proto.set_type(Proto::INT);
    proto.set_i(value);
  }
  void operator()(float value) const {
    proto.set_type(Proto::FLOAT);
    proto.set_f(value);
  }
  void operator()(const std::string& value) const {
    proto.set_type(Proto::STRING);
    proto.set_s(value);
  }
  void operator()(const std::vector<std::int64_t>& values) const {
    proto.set_type(Proto::INTS);
    proto.mutable_ints()->Add(values.begin(), values.end());
  }
  void operator()(const std::vector<float>& values) const {
    proto.set_type(Proto::FLOATS);
    proto.mutable_floats()->Add(values.begin(), values.end());
  }
  void operator()(ir::ElementType type) const {
    (*this)(std::int64_t{data_type(type)});
  }
  void operator()(const ir::OnnxScalar& scalar) const {
    proto.set_type(Proto::TENSOR);
    *proto.mutable_t() =
        encode(element(scalar.value, scalar.type.value(), {1}), "");
  }
};

/// "reduce_sum" of "ReduceSum".
std::string snake_case(const std::string& op_type) {
  std::string text;
  for (const char c : op_type) {
    const auto letter = static_cast<unsigned char>(c);
    if (std::isupper(letter) && !text.empty() &&
        std::islower(static_cast<unsigned char>(text.back())))
      text += '_';
    text += static_cast<char>(std::tolower(letter));
  }
  return text;
}

}  // namespace

std::string NodeWriter::constant(const evaluate::Tensor& tensor,
                                 const std::string& like) {
  ::onnx::TensorProto proto = encode(tensor, "");
  std::string& name = constants_[proto.SerializeAsString()];
  if (!name.empty()) return name;
  name = fresh_(like);
  proto.set_name(name);
  exported_.initializers.push_back(std::move(proto));
  return name;
}

std::string NodeWriter::list(const std::vector<std::int64_t>& integers) {
  return constant(
      evaluate::Dense<std::int64_t>{
          {static_cast<std::int64_t>(integers.size())}, integers},
      "integers");
}

std::string NodeWriter::scalar(std::int64_t integer) {
  return constant(evaluate::Dense<std::int64_t>{{}, {integer}}, "integer");
}

std::string NodeWriter::number(const ir::ConstantNumber& value,
                               ir::ElementType type) {
  return constant(element(value, type, {}), "number");
}

void NodeWriter::node(
    const std::string& op_type, const std::vector<std::string>& inputs,
    const std::vector<std::string>& outputs,
    const std::map<std::string, ir::OnnxAttribute>& attributes) {
  ::onnx::NodeProto& proto = exported_.nodes.emplace_back();
  proto.set_op_type(op_type);
  proto.set_name(fresh_(outputs.at(0) + "_node"));
  for (const std::string& input : inputs) proto.add_input(input);
  for (const std::string& output : outputs) proto.add_output(output);
  for (const auto& [name, value] : attributes) {
    Proto& attribute = *proto.add_attribute();
    attribute.set_name(name);
    std::visit(Setter{attribute}, value);
  }
}

std::string NodeWriter::value(
    const std::string& op_type, const std::vector<std::string>& inputs,
    const std::map<std::string, ir::OnnxAttribute>& attributes) {
  const std::string name = fresh_(snake_case(op_type));
  node(op_type, inputs, {name}, attributes);
  return name;
}

}  // namespace rewright::onnx
