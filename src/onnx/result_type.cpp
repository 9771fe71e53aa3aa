// SPDX-License-Identifier: Apache-2.0
#include "onnx/result_type.h"

#include <exception>

#include <onnx/defs/schema.h>
#include <onnx/onnx_pb.h>
#include <onnx/shape_inference/implementation.h>

#include "ir/operator.h"
#include "onnx/element.h"
#include "onnx/schema.h"

namespace rewright::onnx {

ResultType result_type(const ::onnx::TypeProto& proto, const DimNames& names) {
  ResultType result;
  if (!proto.has_tensor_type()) return result;
  const auto& tensor = proto.tensor_type();
  result.type = element_type(tensor.elem_type());
  if (!tensor.has_shape()) return result;
  result.dims.emplace();
  for (const auto& dim : tensor.shape().dim()) {
    result.dims->emplace_back();
    const auto name = names.find(dim.dim_param());
    if (dim.has_dim_value() && dim.dim_value() >= 0)
      result.dims->back() = index::Expr(dim.dim_value());
    else if (dim.has_dim_param() && name != names.end())
      result.dims->back() = name->second;
  }
  return result;
}

namespace {

/// Builds a model of the one node, and reads what is inferred.
class Inference {
 public:
  explicit Inference(const Model& model) : model_(model) {
    proto_.set_ir_version(8);
    *proto_.mutable_opset_import() = model.proto->opset_import();
    *proto_.mutable_functions() = model.proto->functions();
  }

  std::vector<ResultType> run(const ::onnx::NodeProto& node,
                              const std::vector<InferenceOperand>& operands) {
    auto& graph = *proto_.mutable_graph();
    graph.set_name("one node");
    *graph.add_node() = node;
    for (const InferenceOperand& operand : operands) add(operand);
    for (const std::string& name : node.output())
      if (!name.empty()) graph.add_output()->set_name(name);
    ::onnx::shape_inference::InferShapes(
        proto_, ::onnx::OpSchemaRegistry::Instance(), {false, 0, true});
    std::vector<ResultType> results;
    for (const std::string& name : node.output()) results.push_back(of(name));
    return results;
  }

 private:
  void add(const InferenceOperand& operand) {
    auto& input = *proto_.mutable_graph()->add_input();
    input.set_name(operand.name);
    if (!operand.type) return;
    auto& tensor = *input.mutable_type()->mutable_tensor_type();
    tensor.set_elem_type(data_type(*operand.type));
    if (operand.shape)
      for (const ir::Dim& dim : *operand.shape)
        set(*tensor.mutable_shape()->add_dim(), dim.extent);
    if (operand.shape) tensor.mutable_shape();  // also of rank 0
    add_data(operand);
  }

  void add_data(const InferenceOperand& operand) {
    if (operand.known == nullptr) return;
    const auto values = integers(*operand.known);
    if (!values || operand.type != ir::ElementType::int64) return;
    auto& tensor = *proto_.mutable_graph()->add_initializer();
    tensor.set_name(operand.name);
    tensor.set_data_type(::onnx::TensorProto::INT64);
    for (const ir::Dim& dim : *operand.shape)
      tensor.add_dims(dim.extent.constant());
    for (const std::int64_t value : *values) tensor.add_int64_data(value);
  }

  void set(::onnx::TensorShapeProto::Dimension& dim,
           const index::Expr& extent) {
    if (extent.is_constant()) return dim.set_dim_value(extent.constant());
    const std::string name = "d" + std::to_string(names_.size());
    for (const auto& [known, expression] : names_)
      if (expression == extent) return dim.set_dim_param(known);
    names_.emplace(name, extent);
    dim.set_dim_param(name);
  }

  ResultType of(const std::string& name) const {
    const auto& graph = proto_.graph();
    for (const auto* list : {&graph.output(), &graph.value_info()})
      for (const auto& value : *list)
        if (!name.empty() && value.name() == name)
          return result_type(value.type(), names_);
    return {};
  }

  const Model& model_;
  ::onnx::ModelProto proto_;
  DimNames names_;
};

}  // namespace

ResultType combined(const ResultType& a, const ResultType& b) {
  ResultType result{a.type ? a.type : b.type, a.dims ? a.dims : b.dims};
  if (!a.dims || !b.dims || a.dims->size() != b.dims->size()) return result;
  for (std::size_t k = 0; k < a.dims->size(); ++k)
    if (!(*result.dims)[k]) (*result.dims)[k] = (*b.dims)[k];
  return result;
}

std::vector<ResultType> infer_results(
    const Model& model, const ::onnx::NodeProto& node,
    const std::vector<InferenceOperand>& operands) {
  const std::vector<ResultType> nothing(
      static_cast<std::size_t>(node.output_size()));
  // Beyond what the library knows it would infer what an operator was before.
  if (model.opset > library_opset()) return nothing;
  try {
    return Inference(model).run(node, operands);
  } catch (const std::exception&) {
    return nothing;
  }
}

}  // namespace rewright::onnx
