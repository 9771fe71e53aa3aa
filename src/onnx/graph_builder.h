// SPDX-License-Identifier: Apache-2.0
//
// One model's nodes, in order, as nodes of a graph of a rule. A value of the
// model is a tensor of the graph, or known, or both; what is known becomes a
// tensor only when a node reads it as one.
//
// A node that we cannot read, though it may mean something, becomes opaque. A
// value of which the element type or the rank is not known is vague: it has a
// place in the graph, but whoever reads it is opaque too.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "ir/onnx_form.h"
#include "onnx/decompose.h"
#include "onnx/emitter.h"
#include "onnx/fold.h"
#include "onnx/model.h"
#include "onnx/model_constants.h"
#include "onnx/opaque_terms.h"

namespace onnx {
class NodeProto;
class TensorProto;
class TypeProto;
}  // namespace onnx

namespace rewright::onnx {

class GraphBuilder {
 public:
  /// `graph` is a side of `into.rule`, whose inputs and sizes are declared.
  GraphBuilder(const Model& model, const ModelConstants& constants,
               Import& into, ConstantPool& pool, OpaqueTerms& opaque,
               ir::Graph& graph);

  /// The model's input `name` is input `slot` of the rule.
  void bind(const std::string& name, int slot);

  /// Adds the nodes, and the outputs in this order. Throws base::InputError.
  void build(const std::vector<std::string>& outputs);

 private:
  struct ModelValue {
    std::optional<ir::Ref> tensor = {};
    std::shared_ptr<const Known> known = {};
    bool is_vague = false;
  };

  void add_output(const std::string& name);
  const ModelValue& value(const std::string& name) const;
  void add_node(const ::onnx::NodeProto& node);
  void require_readable(const ::onnx::NodeProto& node) const;
  void read_node(const ::onnx::NodeProto& node);
  bool pass_on(const ::onnx::NodeProto& node);
  bool fold_node(const ::onnx::NodeProto& node, const ir::OnnxNode& form);
  void add_operator(const ir::Operator& op, const ::onnx::NodeProto& node,
                    const ir::OnnxNode& form);
  void add_decomposed(const Decompose& decompose, const ::onnx::NodeProto& node,
                      const ir::OnnxNode& form);

  void add_opaque(const ::onnx::NodeProto& node, const std::string& why);
  void add_foreign(const ::onnx::TensorProto& tensor);
  void require_results(const ::onnx::NodeProto& node);
  void bind_results(const ::onnx::NodeProto& node, const ir::Ref& first);
  std::vector<ResultType> results_of(const ::onnx::NodeProto& node,
                                     const std::vector<std::string>& outer);
  InferenceOperand inference_operand(const std::string& name) const;
  ResultType declared(const std::string& name) const;
  void check_declared(const std::string& name) const;

  ir::OnnxNode form_of(const ::onnx::NodeProto& node) const;
  ir::OnnxOperand operand_form(const std::string& name) const;
  FoldOperand fold_operand(const std::string& name) const;
  ir::ElementType type(const ModelValue& value) const;
  const ir::Shape& shape(const ModelValue& value) const;
  /// The value as a tensor of the graph.
  ir::Ref tensor(const std::string& name);

  const Model& model_;
  Import& into_;
  OpaqueTerms& opaque_;
  Emitter emitter_;
  std::map<std::string, ModelValue> values_;
  DimNames dim_names_;
  std::map<std::string, const ::onnx::TypeProto*> inputs_, declared_;
  std::set<std::string> read_;  // by nodes and as outputs
};

}  // namespace rewright::onnx
