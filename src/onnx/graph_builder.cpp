// SPDX-License-Identifier: Apache-2.0
#include "onnx/graph_builder.h"

#include <algorithm>
#include <utility>

#include <onnx/onnx_pb.h>

#include "base/error.h"
#include "ir/unsupported.h"
#include "onnx/call.h"
#include "onnx/constant_node.h"
#include "onnx/element.h"
#include "onnx/node_function.h"
#include "onnx/opset.h"
#include "onnx/prune.h"
#include "onnx/schema.h"
#include "onnx/structure.h"
#include "ops/table.h"

namespace rewright::onnx {

namespace {

std::shared_ptr<const Known> share(Known known) {
  return std::make_shared<const Known>(std::move(known));
}

[[noreturn]] void unknown_operator(const ::onnx::NodeProto& node) {
  const std::string domain =
      is_default_domain(node.domain()) ? "ai.onnx" : node.domain();
  throw ir::Unsupported("operator '" + node.op_type() + "' of domain '" +
                        domain + "' is not supported");
}

void require_known_version(const ::onnx::NodeProto& node, int opset) {
  const int last = last_known_opset(node.op_type());
  if (opset > last)
    throw ir::Unsupported(
        node.op_type() + " of opset " + std::to_string(opset) +
        " is not supported: it changed after opset " + std::to_string(last));
}

void require_operands(const ir::Operator& op,
                      const std::vector<std::optional<ir::Ref>>& operands) {
  const auto all = op.signature.operands.size();
  const auto required = op.signature.required < 0
                            ? all
                            : static_cast<std::size_t>(op.signature.required);
  for (std::size_t k = 0; k < required; ++k)
    if (k >= operands.size() || !operands[k])
      throw ir::IllFormed("its input " + std::to_string(k + 1) + " is missing");
  if (operands.size() > all && !op.signature.variadic)
    throw ir::IllFormed("it has more than " + std::to_string(all) + " inputs");
}

const std::string& name_of(const ::onnx::NodeProto& node) {
  return node.name().empty() ? node.output(0) : node.name();
}

/// What nodes and the nodes of their sub-graphs read.
void collect_reads(const ::onnx::GraphProto& graph,
                   std::set<std::string>& read) {
  for (const auto& node : graph.node()) {
    read.insert(node.input().begin(), node.input().end());
    for (const auto& attribute : node.attribute()) {
      if (attribute.has_g()) collect_reads(attribute.g(), read);
      for (const auto& inner : attribute.graphs()) collect_reads(inner, read);
    }
  }
  for (const auto& output : graph.output()) read.insert(output.name());
}

bool is_counted(const Known& known) {
  return class_of(known.type) != ir::ElementClass::floating;
}

}  // namespace

GraphBuilder::GraphBuilder(const Model& model, const ModelConstants& constants,
                           Import& into, ConstantPool& pool,
                           OpaqueTerms& opaque, ir::Graph& graph)
    : model_(model), into_(into), opaque_(opaque), emitter_(into, pool, graph) {
  for (const auto& [name, known] : constants) values_[name] = {.known = known};
  const ::onnx::GraphProto& proto = model.proto->graph();
  for (const auto* list : {&proto.value_info(), &proto.output()})
    for (const auto& value : *list) declared_[value.name()] = &value.type();
  for (const auto& input : proto.input()) inputs_[input.name()] = &input.type();
  collect_reads(proto, read_);
  for (const auto* tensor : foreign_constants(model))
    if (read_.count(tensor->name()) != 0) add_foreign(*tensor);
}

void GraphBuilder::bind(const std::string& name, int slot) {
  values_[name] = {.tensor = ir::Ref{-1, slot}};
  const ir::Shape& shape = emitter_.shape({-1, slot});
  const auto& dims = inputs_.at(name)->tensor_type().shape().dim();
  for (int k = 0; k < dims.size(); ++k)
    if (!dims[k].dim_param().empty())
      dim_names_.emplace(dims[k].dim_param(),
                         shape[static_cast<std::size_t>(k)].extent);
}

void GraphBuilder::build(const std::vector<std::string>& outputs) {
  const auto& nodes = model_.proto->graph().node();
  for (int n = 0; n < nodes.size(); ++n) {
    const auto fail = [&](const std::exception& wrong) {
      throw base::InputError(model_.path,
                             describe(nodes[n], n) + ": " + wrong.what());
    };
    emitter_.set_origin(n);
    try {
      add_node(nodes[n]);
      for (const std::string& name : nodes[n].output()) check_declared(name);
    } catch (const ir::IllFormed& wrong) {
      fail(wrong);
    } catch (const index::Overflow& wrong) {
      fail(wrong);
    }
  }
  for (const std::string& name : outputs) add_output(name);
  prune(emitter_.graph());
}

void GraphBuilder::add_output(const std::string& name) {
  try {
    emitter_.graph().outputs.push_back(tensor(name));
  } catch (const ir::IllFormed& wrong) {
    throw base::InputError(model_.path,
                           "output '" + name + "': " + wrong.what());
  }
}

/// A node that means something we do not know becomes opaque; what is a
/// mistake of the model is thrown on.
void GraphBuilder::add_node(const ::onnx::NodeProto& node) {
  if (node.output_size() == 0) throw ir::IllFormed("it has no outputs");
  try {
    require_readable(node);
    read_node(node);
  } catch (const ir::Unsupported& why) {
    add_opaque(node, why.what());
  }
  require_results(node);
}

void GraphBuilder::require_readable(const ::onnx::NodeProto& node) const {
  if (is_defined_by_model(model_, node))
    throw ir::Unsupported("functions of the model are not supported");
  if (!is_default_domain(node.domain())) unknown_operator(node);
  require_known_version(node, model_.opset);
  for (const std::string& name : node.input())
    if (!name.empty() && value(name).is_vague)
      throw ir::Unsupported("the type or rank of its input '" + name +
                            "' is not known");
  std::vector<std::optional<ir::ElementType>> types;
  for (const std::string& name : node.input()) {
    types.emplace_back();
    if (!name.empty()) types.back() = type(value(name));
  }
  check_schema(node, model_.opset, types);
}

void GraphBuilder::read_node(const ::onnx::NodeProto& node) {
  if (node.op_type() == "Constant") return;  // a value already
  if (pass_on(node)) return;
  const ir::OnnxNode form = form_of(node);
  const ir::Operator* op = ops::find_onnx(node.op_type());
  if (fold_node(node, form)) return;
  if (op != nullptr)
    add_operator(*op, node, form);
  else if (const Decompose* decompose = find_decomposition(node.op_type()))
    add_decomposed(*decompose, node, form);
  else if (can_fold(node.op_type()))
    throw ir::Unsupported(
        "it is supported only where its operands follow from shapes and "
        "constants");
  else
    unknown_operator(node);
}

/// A constant that is only given another name, or cast to its own type.
bool GraphBuilder::pass_on(const ::onnx::NodeProto& node) {
  const std::string& op_type = node.op_type();
  if (node.input_size() != 1 || node.input(0).empty()) return false;
  const ModelValue& read = value(node.input(0));
  if (op_type == "Cast") {
    const ir::OnnxNode form = node_form(node, model_.opset);
    const auto to = element_type(static_cast<int>(form.integer("to", 0)));
    if (to != type(read)) return false;
  } else if (op_type != "Identity" || read.tensor) {
    return false;
  }
  values_[node.output(0)] = ModelValue(read);
  return true;
}

/// Defines results that are known. Floats are also computed in the graph,
/// where they are exact; their rounded values serve only to fold further.
bool GraphBuilder::fold_node(const ::onnx::NodeProto& node,
                             const ir::OnnxNode& form) {
  Folding folding{.node = form, .operands = {}, .facts = emitter_.facts()};
  for (const std::string& name : node.input())
    folding.operands.push_back(fold_operand(name));
  if (node.op_type() == "ConstantOfShape")
    folding.value = value_attribute(node, model_.path);
  const Folded results = fold(folding);
  if (!results) return false;
  for (std::size_t k = 0; k < results->size(); ++k)
    if (static_cast<int>(k) < node.output_size())
      values_[node.output(static_cast<int>(k))].known = share((*results)[k]);
  return ops::find_onnx(node.op_type()) == nullptr ||
         std::all_of(results->begin(), results->end(), is_counted);
}

void GraphBuilder::add_operator(const ir::Operator& op,
                                const ::onnx::NodeProto& node,
                                const ir::OnnxNode& form) {
  if (!op.signature.operands.empty() && !form.has_operand(0))
    throw ir::IllFormed("its first input is missing");
  ir::OnnxCall call = call_form(op, form);
  ir::Node made;
  made.op = &op;
  made.attributes = std::move(call.attributes);
  made.name = name_of(node);
  for (const int k : call.operands) {
    const bool is_given =
        k >= 0 && form.has_operand(static_cast<std::size_t>(k));
    made.operands.emplace_back();
    if (is_given) made.operands.back() = tensor(node.input(k));
  }
  require_operands(op, made.operands);
  const ir::Ref first = emitter_.add(std::move(made));
  const auto count =
      static_cast<int>(emitter_.graph().nodes.back().results.size());
  for (int k = 0; k < std::min(form.results, count); ++k)
    values_[node.output(k)].tensor = ir::Ref{first.node, k};
}

void GraphBuilder::add_decomposed(const Decompose& decompose,
                                  const ::onnx::NodeProto& node,
                                  const ir::OnnxNode& form) {
  const auto input = [&](std::size_t k) {
    return node.input(static_cast<int>(k));
  };
  const Decomposition decomposition(
      form, emitter_, name_of(node),
      [&](std::size_t k) { return tensor(input(k)); },
      [&](std::size_t k) { return value(input(k)).known.get(); });
  const std::vector<ir::Ref> results = decompose(decomposition);
  const auto count = static_cast<int>(results.size());
  for (int k = 0; k < std::min(form.results, count); ++k)
    values_[node.output(k)].tensor = results[static_cast<std::size_t>(k)];
  into_.decomposed[name_of(node)] = node.op_type();
}

/// Results that we do not have are missed only by those who read them.
const GraphBuilder::ModelValue& GraphBuilder::value(
    const std::string& name) const {
  const auto found = values_.find(name);
  if (found == values_.end())
    throw ir::IllFormed("'" + name +
                        "' is an additional result of an operator that is "
                        "not supported");
  return found->second;
}

ir::OnnxNode GraphBuilder::form_of(const ::onnx::NodeProto& node) const {
  ir::OnnxNode form = node_form(node, model_.opset);
  for (const std::string& name : node.input())
    form.operands.push_back(operand_form(name));
  return form;
}

ir::OnnxOperand GraphBuilder::operand_form(const std::string& name) const {
  ir::OnnxOperand operand;
  operand.given = !name.empty();
  if (name.empty()) return operand;
  const ModelValue& read = value(name);
  operand.shape = shape(read);
  if (!read.known) return operand;
  if (class_of(read.known->type) == ir::ElementClass::integer) {
    operand.integers = integers(*read.known);
    operand.sizes = read.known->elements;
  }
  if (ir::elements(operand.shape).is(1)) operand.scalar = read.known->uniform;
  return operand;
}

FoldOperand GraphBuilder::fold_operand(const std::string& name) const {
  FoldOperand operand;
  operand.given = !name.empty();
  if (name.empty()) return operand;
  const ModelValue& read = value(name);
  operand.type = type(read);
  operand.shape = shape(read);
  operand.known = read.known.get();
  return operand;
}

ir::ElementType GraphBuilder::type(const ModelValue& value) const {
  return value.tensor ? emitter_.type(*value.tensor) : value.known->type;
}

const ir::Shape& GraphBuilder::shape(const ModelValue& value) const {
  return value.tensor ? emitter_.shape(*value.tensor) : value.known->shape;
}

ir::Ref GraphBuilder::tensor(const std::string& name) {
  if (const auto tensor = value(name).tensor) return *tensor;
  ModelValue& known = values_[name];
  known.tensor = emitter_.tensor(*known.known, name);
  return *known.tensor;
}

}  // namespace rewright::onnx
