// SPDX-License-Identifier: Apache-2.0
#include "onnx/node_function.h"

#include <algorithm>
#include <set>

#include <google/protobuf/io/coded_stream.h>
#include <google/protobuf/io/zero_copy_stream_impl_lite.h>
#include <onnx/defs/schema.h>
#include <onnx/onnx_pb.h>

#include "onnx/opset.h"
#include "onnx/subgraph.h"

namespace rewright::onnx {

namespace {

std::string bytes_of(const google::protobuf::Message& message) {
  std::string bytes;
  google::protobuf::io::StringOutputStream stream(&bytes);
  google::protobuf::io::CodedOutputStream coded(&stream);
  coded.SetSerializationDeterministic(true);
  message.SerializePartialToCodedStream(&coded);
  coded.Trim();
  return bytes;
}

std::string domain_of(const std::string& domain) {
  return is_default_domain(domain) ? "" : domain;
}

bool is_named(const ::onnx::FunctionProto& function,
              const ::onnx::NodeProto& node) {
  return function.name() == node.op_type() &&
         domain_of(function.domain()) == domain_of(node.domain());
}

/// Names that say so, also in domains we do not know.
bool draws(const std::string& op_type) {
  static const std::set<std::string> parts = {
      "Random", "Multinomial", "Bernoulli", "Dropout", "Sampling"};
  return std::any_of(parts.begin(), parts.end(), [&](const auto& part) {
    return op_type.find(part) != std::string::npos;
  });
}

/// Looks through a node and its sub-graphs.
class Survey {
 public:
  explicit Survey(const ::onnx::ModelProto& model) : model_(model) {}

  void look(const ::onnx::NodeProto& node) {
    if (draws(node.op_type())) draws_ = true;
    for (const auto& function : model_.functions())
      if (is_named(function, node)) calls_functions_ = true;
    for (const auto& attribute : node.attribute()) {
      if (attribute.has_g()) look(attribute.g());
      for (const auto& graph : attribute.graphs()) look(graph);
    }
  }

  /// Which functions call which is not followed: all of them count.
  void look_at_functions() {
    for (const auto& function : model_.functions())
      for (const auto& node : function.node()) look(node);
  }

  bool draws() const { return draws_; }
  bool calls_functions() const { return calls_functions_; }

 private:
  bool draws(const std::string& op_type) const { return onnx::draws(op_type); }

  void look(const ::onnx::GraphProto& graph) {
    for (const auto& node : graph.node()) look(node);
  }

  const ::onnx::ModelProto& model_;
  bool draws_ = false, calls_functions_ = false;
};

std::int64_t imported_version(const ::onnx::ModelProto& model,
                              const std::string& domain) {
  std::int64_t version = 0;
  for (const auto& import : model.opset_import())
    if (domain_of(import.domain()) == domain)
      version = std::max<std::int64_t>(version, import.version());
  return version;
}

/// Since which version of its domain an operator is what it is; the version
/// itself where that is not known.
std::int64_t since(const std::string& op_type, std::int64_t version,
                   const std::string& domain) {
  const auto& ranges =
      ::onnx::OpSchemaRegistry::DomainToVersionRange::Instance().Map();
  const auto range = ranges.find(domain);
  if (range == ranges.end() || version > range->second.second) return version;
  const auto* schema = ::onnx::OpSchemaRegistry::Schema(
      op_type, static_cast<int>(version), domain);
  return schema == nullptr ? version : schema->since_version();
}

/// All of them, and what they rest on: one that differs makes another model.
std::string functions_text(const ::onnx::ModelProto& model) {
  std::vector<std::string> texts;
  for (::onnx::FunctionProto function : model.functions()) {
    function.clear_doc_string();
    texts.push_back(bytes_of(function));
  }
  for (const auto& import : model.opset_import())
    texts.push_back(bytes_of(import));
  std::sort(texts.begin(), texts.end());
  std::string all;
  for (const std::string& text : texts)
    all += std::to_string(text.size()) + ":" + text;
  return all;
}

/// Operators of other domains inside sub-graphs mean what the model imports.
std::string imports_text(const ::onnx::ModelProto& model) {
  std::set<std::string> imports;
  for (const auto& import : model.opset_import())
    imports.insert(domain_of(import.domain()) + " " +
                   std::to_string(import.version()));
  std::string text;
  for (const std::string& import : imports) text += import + "\n";
  return text;
}

bool has_graphs(const ::onnx::NodeProto& node) {
  return std::any_of(node.attribute().begin(), node.attribute().end(),
                     [](const auto& attribute) {
                       return attribute.has_g() || attribute.graphs_size() > 0;
                     });
}

}  // namespace

bool is_defined_by_model(const Model& model, const ::onnx::NodeProto& node) {
  const auto& functions = model.proto->functions();
  return std::any_of(functions.begin(), functions.end(),
                     [&](const auto& f) { return is_named(f, node); });
}

std::string data_text(const Model& model, const ::onnx::TensorProto& tensor) {
  ::onnx::TensorProto copy = tensor;
  copy.clear_name();
  Canonical(model.path).clean(copy);
  return bytes_of(copy);
}

NodeFunction function_of(const Model& model, const ::onnx::NodeProto& node) {
  const ::onnx::ModelProto& proto = *model.proto;
  NodeFunction function{.domain = domain_of(node.domain()),
                        .op_type = node.op_type()};
  function.version =
      since(node.op_type(), imported_version(proto, function.domain),
            function.domain);
  Survey survey(proto);
  survey.look(node);
  ::onnx::NodeProto copy = node;
  Canonical canonical(model.path);
  canonical.clean(copy);
  copy.clear_input();
  copy.clear_output();
  copy.clear_domain();
  function.form = std::to_string(node.input_size()) + " " +
                  std::to_string(node.output_size()) + " " + bytes_of(copy);
  function.outer = canonical.outer();
  if (has_graphs(node)) function.form += imports_text(proto);
  if (survey.calls_functions()) {
    survey.look_at_functions();
    function.form += functions_text(proto);
  }
  function.is_deterministic = !survey.draws();
  return function;
}

}  // namespace rewright::onnx
