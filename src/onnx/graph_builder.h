// SPDX-License-Identifier: Apache-2.0
//
// One model's nodes, in order, as nodes of a graph of a rule. A value of the
// model is a tensor of the graph, or known, or both; what is known becomes a
// tensor only when a node reads it as one.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "ir/onnx_form.h"
#include "onnx/decompose.h"
#include "onnx/emitter.h"
#include "onnx/fold.h"
#include "onnx/model.h"
#include "onnx/model_constants.h"

namespace onnx {
class NodeProto;
}

namespace rewright::onnx {

class GraphBuilder {
 public:
  /// `graph` is a side of `into.rule`, whose inputs and sizes are declared.
  GraphBuilder(const Model& model, const ModelConstants& constants,
               Import& into, ConstantPool& pool, ir::Graph& graph)
      : model_(model), into_(into), emitter_(into, pool, graph) {
    for (const auto& [name, known] : constants)
      values_[name] = {.tensor = {}, .known = known};
  }

  /// The model's input `name` is input `slot` of the rule.
  void bind(const std::string& name, int slot);

  /// Adds the nodes, and the outputs in this order. Throws base::InputError.
  void build(const std::vector<std::string>& outputs);

  /// What the model calls the results of the graph's nodes, by node and slot;
  /// "" for those that are in no model. To be called after build().
  const ValueNames& names() const { return names_; }

 private:
  struct ModelValue {
    std::optional<ir::Ref> tensor = {};
    std::shared_ptr<const Known> known = {};
  };

  void add_output(const std::string& name);
  void name_values(const std::vector<int>& moved);
  const ModelValue& value(const std::string& name) const;
  void add_node(const ::onnx::NodeProto& node);
  bool pass_on(const ::onnx::NodeProto& node);
  bool fold_node(const ::onnx::NodeProto& node, const ir::OnnxNode& form);
  void add_operator(const ir::Operator& op, const ::onnx::NodeProto& node,
                    const ir::OnnxNode& form);

  void add_decomposed(const Decompose& decompose, const ::onnx::NodeProto& node,
                      const ir::OnnxNode& form);

  ir::OnnxNode form_of(const ::onnx::NodeProto& node) const;
  ir::OnnxOperand operand_form(const std::string& name) const;
  FoldOperand fold_operand(const std::string& name) const;
  ir::ElementType type(const ModelValue& value) const;
  const ir::Shape& shape(const ModelValue& value) const;
  /// The value as a tensor of the graph.
  ir::Ref tensor(const std::string& name);

  const Model& model_;
  Import& into_;
  Emitter emitter_;
  std::map<std::string, ModelValue> values_;
  ValueNames names_;
};

}  // namespace rewright::onnx
