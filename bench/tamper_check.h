// SPDX-License-Identifier: Apache-2.0
//
// Whether a change at one node changes what that node computes and leaves its
// shape: the node before and after is evaluated by itself on the same random
// operands. Values that both read are one operand, others are independent.
#pragma once

#include <cmath>
#include <functional>
#include <optional>
#include <random>
#include <set>
#include <string>

#include "bench/tamper_changes.h"
#include "evaluate/arithmetic.h"
#include "evaluate/graph.h"
#include "onnx/element.h"

namespace rewright::tamper {

/// A node with what it reads as inputs, constants as they are.
inline std::optional<::onnx::ModelProto> alone(const ::onnx::ModelProto& model,
                                               const Values& values, int n) {
  const ::onnx::GraphProto& graph = model.graph();
  ::onnx::ModelProto result;
  result.set_ir_version(model.ir_version());
  *result.mutable_opset_import() = model.opset_import();
  ::onnx::GraphProto& local = *result.mutable_graph();
  local.set_name("alone");
  std::set<std::string> seen;
  const auto constants = [&](const std::string& name) {
    for (const auto& tensor : graph.initializer())
      if (tensor.name() == name) *local.add_initializer() = tensor;
    for (const auto& node : graph.node())
      if (node.op_type() == "Constant" && node.output(0) == name)
        *local.add_node() = node;
  };
  for (const std::string& name : graph.node(n).input()) {
    if (name.empty() || !seen.insert(name).second) continue;
    if (values.constant(name) != nullptr) {
      constants(name);
      continue;
    }
    const Value* value = values.find(name);
    if (value == nullptr) return {};
    ::onnx::ValueInfoProto& input = *local.add_input();
    input.set_name(name);
    auto& type = *input.mutable_type()->mutable_tensor_type();
    type.set_elem_type(onnx::data_type(value->type));
    type.mutable_shape();
    for (const std::int64_t size : value->shape)
      type.mutable_shape()->add_dim()->set_dim_value(size);
  }
  *local.add_node() = graph.node(n);
  ::onnx::ValueInfoProto& output = *local.add_output();
  output.set_name(graph.node(n).output(0));
  output.mutable_type()->mutable_tensor_type();
  return result;
}

/// The same for the same name and shape.
inline evaluate::Tensor drawn(const std::string& name, const Value& value,
                              bool is_positive) {
  std::mt19937 random(static_cast<unsigned>(std::hash<std::string>{}(name)));
  const auto count = static_cast<std::size_t>(evaluate::count(value.shape));
  const auto fill = [&](auto dense, auto draw) {
    dense.shape = value.shape;
    dense.data.resize(count);
    for (auto& x : dense.data) x = draw();
    return evaluate::Tensor(std::move(dense));
  };
  if (value.type == ir::ElementType::int64)
    return fill(evaluate::Dense<std::int64_t>{},
                [&] { return static_cast<std::int64_t>(random() % 2); });
  if (value.type != ir::ElementType::float32)
    throw ir::IllFormed("its operands are not drawn");
  std::uniform_real_distribution<float> uniform(is_positive ? 0.25F : -1.0F,
                                                1.25F);
  return fill(evaluate::Dense<float>{}, [&] { return uniform(random); });
}

inline evaluate::Tensor result_of(const ::onnx::ModelProto& local,
                                  const Values& values) {
  static const std::set<std::string> of_positives = {"Sqrt", "Pow", "Div",
                                                     "BatchNormalization"};
  const auto& nodes = local.graph().node();
  const bool is_positive =
      of_positives.contains(nodes[nodes.size() - 1].op_type());
  const auto import = onnx::import_model(onnx::make_model("alone.onnx", local));
  std::vector<evaluate::Tensor> inputs;
  for (std::size_t k = 0; k < import.rule.inputs.size(); ++k) {
    const auto constant = import.constants.find(static_cast<int>(k));
    const std::string& name = import.rule.inputs[k].name;
    inputs.push_back(constant != import.constants.end()
                         ? *constant->second
                         : drawn(name, *values.find(name), is_positive));
  }
  return evaluate::evaluate(import.rule, import.rule.lhs, inputs).at(0);
}

/// Whether some element differs by a thousandth of the largest; NaN decides
/// nothing.
inline bool differs(const evaluate::Tensor& a, const evaluate::Tensor& b) {
  if (a.shape() != b.shape() || !a.is<float>() || !b.is<float>()) return false;
  double size = 0, distance = 0;
  for (std::size_t k = 0; k < a.as<float>().data.size(); ++k) {
    const double x = a.as<float>().data[k], y = b.as<float>().data[k];
    if (!std::isfinite(x) || !std::isfinite(y)) return false;
    size = std::max({size, std::fabs(x), std::fabs(y)});
    distance = std::max(distance, std::fabs(x - y));
  }
  return distance > 1e-3 * size;
}

/// The tampered model, when the change is one; else nothing.
inline std::optional<::onnx::ModelProto> tampered(
    const ::onnx::ModelProto& model, const Values& values,
    const Change& change) {
  ::onnx::ModelProto changed = model;
  change.apply(*changed.mutable_graph(), change.node);
  const auto before = alone(model, values, change.node);
  const auto after = alone(changed, values, change.node);
  if (!before || !after) return {};
  try {
    if (!differs(result_of(*before, values), result_of(*after, values)))
      return {};
    onnx::import_model(onnx::make_model("tampered.onnx", changed));
  } catch (const std::exception&) {
    return {};  // no valid model
  }
  return changed;
}

}  // namespace rewright::tamper
