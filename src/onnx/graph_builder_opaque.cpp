// SPDX-License-Identifier: Apache-2.0
//
// Opaque nodes: those that are not read, and results of others that our
// operators do not give.
#include <algorithm>
#include <utility>

#include <onnx/onnx_pb.h>

#include "onnx/graph_builder.h"
#include "onnx/node_function.h"
#include "onnx/opaque_operator.h"
#include "onnx/structure.h"

namespace rewright::onnx {

namespace {

const std::string& name_of(const ::onnx::NodeProto& node) {
  if (!node.name().empty()) return node.name();
  const auto named = std::find_if(node.output().begin(), node.output().end(),
                                  [](const auto& n) { return !n.empty(); });
  return named == node.output().end() ? node.op_type() : *named;
}

/// Exporters write 0 for a size they do not know.
ResultType without_zeros(ResultType declared) {
  if (!declared.dims) return declared;
  for (auto& dim : *declared.dims)
    if (dim && dim->is_zero()) dim.reset();
  return declared;
}

std::string text(const ResultType& type) {
  std::string list;
  for (const auto& dim : *type.dims)
    list += (list.empty() ? "" : ", ") + (dim ? print(*dim) : "?");
  return "[" + list + "]";
}

/// Of two shapes, whether no numbers for the sizes make them one.
bool clash(const ResultType& a, const ir::Shape& b) {
  if (!a.dims) return false;
  if (a.dims->size() != b.size()) return true;
  for (std::size_t k = 0; k < b.size(); ++k) {
    const auto& dim = (*a.dims)[k];
    if (dim && dim->is_constant() && b[k].extent.is_constant() &&
        *dim != b[k].extent)
      return true;
  }
  return false;
}

}  // namespace

ResultType GraphBuilder::declared(const std::string& name) const {
  const auto found = declared_.find(name);
  if (name.empty() || found == declared_.end()) return {};
  return without_zeros(result_type(*found->second, dim_names_));
}

void GraphBuilder::check_declared(const std::string& name) const {
  const auto found = values_.find(name);
  if (name.empty() || found == values_.end() || found->second.is_vague) return;
  const ResultType type = declared(name);
  if (clash(type, shape(found->second)))
    throw ir::IllFormed("its result '" + name + "' is declared as " +
                        text(type) + ", but is " +
                        ir::print(shape(found->second)));
}

InferenceOperand GraphBuilder::inference_operand(
    const std::string& name) const {
  const ModelValue& read = value(name);
  if (read.is_vague) return {.name = name};
  return {.name = name,
          .type = type(read),
          .shape = shape(read),
          .known = read.known.get()};
}

std::vector<ResultType> GraphBuilder::results_of(
    const ::onnx::NodeProto& node, const std::vector<std::string>& outer) {
  std::set<std::string> names(node.input().begin(), node.input().end());
  names.insert(outer.begin(), outer.end());
  std::vector<InferenceOperand> operands;
  for (const std::string& name : names)
    if (!name.empty()) operands.push_back(inference_operand(name));
  std::vector<ResultType> results = infer_results(model_, node, operands);
  for (std::size_t k = 0; k < results.size(); ++k)
    results[k] =
        combined(declared(node.output(static_cast<int>(k))), results[k]);
  return results;
}

void GraphBuilder::bind_results(const ::onnx::NodeProto& node,
                                const ir::Ref& first) {
  const ir::Attributes attributes = emitter_.graph().nodes.back().attributes;
  for (int k = 0; k < node.output_size(); ++k) {
    const std::string& name = node.output(k);
    if (name.empty() || values_.count(name) != 0) continue;
    values_[name] = {
        .tensor = ir::Ref{first.node, k},
        .is_vague = attributes.count("vague" + std::to_string(k)) != 0};
  }
}

void GraphBuilder::add_opaque(const ::onnx::NodeProto& node,
                              const std::string& why) {
  const NodeFunction function = function_of(model_, node);
  ir::Node made;
  made.op = &opaque_operator();
  made.name = name_of(node);
  made.attributes = {{"domain", function.domain},
                     {"op_type", function.op_type},
                     {"version", index::Expr(function.version)},
                     {"form", function.form}};
  if (!function.is_deterministic) opaque_.make_unique(made);
  for (const std::string& name : node.input()) {
    made.operands.emplace_back();
    if (!name.empty()) made.operands.back() = tensor(name);
  }
  for (const std::string& name : function.outer) {
    if (values_.count(name) == 0)
      throw ir::IllFormed("its sub-graph reads '" + name +
                          "', which nothing before it defines");
    made.operands.emplace_back(tensor(name));
  }
  opaque_.complete(made, emitter_.graph(), results_of(node, function.outer));
  emitter_.refresh();
  bind_results(node, emitter_.add(std::move(made)));
  into_.opaque.push_back(model_.path + ": " +
                         describe(node, emitter_.origin()) + ": " + why);
}

/// A constant of a type that we do not have, by its data.
void GraphBuilder::add_foreign(const ::onnx::TensorProto& tensor) {
  ir::Node made;
  made.op = &opaque_operator();
  made.name = tensor.name();
  made.attributes = {{"domain", std::string()},
                     {"op_type", std::string("Constant")},
                     {"version", index::Expr(1)},
                     {"form", data_text(model_, tensor)}};
  opaque_.complete(made, emitter_.graph(), {ResultType()});
  emitter_.refresh();
  values_[tensor.name()] = {.tensor = emitter_.add(std::move(made)),
                            .is_vague = true};
}

/// Of results that our operators do not give, those that somebody reads.
void GraphBuilder::require_results(const ::onnx::NodeProto& node) {
  for (const std::string& name : node.output())
    if (!name.empty() && read_.count(name) != 0 && values_.count(name) == 0)
      return add_opaque(node, "its result '" + name + "' is not supported");
}

}  // namespace rewright::onnx
