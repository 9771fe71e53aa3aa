// SPDX-License-Identifier: Apache-2.0
#include "onnx/model_constants.h"

#include <algorithm>
#include <cstdint>
#include <set>

#include <onnx/onnx_pb.h>

#include "base/error.h"
#include "ir/operator.h"
#include "onnx/constant_node.h"
#include "onnx/element.h"
#include "onnx/external_data.h"
#include "onnx/graph_input.h"
#include "onnx/opset.h"
#include "onnx/structure.h"
#include "onnx/tensor_data.h"

namespace rewright::onnx {

namespace {

bool is_constant(const ::onnx::NodeProto& node) {
  return node.op_type() == "Constant" && is_default_domain(node.domain()) &&
         node.output_size() > 0;
}

std::shared_ptr<const Known> share(Known known) {
  return std::make_shared<const Known>(std::move(known));
}

/// Everything is held in memory.
constexpr std::uint64_t most_external = std::uint64_t{4} << 30;

void require_memory(const Model& model) {
  std::uint64_t bytes = 0;
  for (const auto& proto : model.proto->graph().initializer())
    if (is_external(proto)) bytes += external_size(proto, model.path);
  if (bytes > most_external)
    throw base::InputError(
        model.path,
        "keeps more than 4 GB of data in other files, which is "
        "not supported");
}

/// Of a type that we do not have, though not text.
bool is_foreign(const ::onnx::TensorProto& proto) {
  return !element_type(proto.data_type()) &&
         proto.data_type() != ::onnx::TensorProto::STRING &&
         proto.data_type() != ::onnx::TensorProto::UNDEFINED;
}

bool is_foreign(const ::onnx::NodeProto& node) {
  return std::any_of(node.attribute().begin(), node.attribute().end(),
                     [](const auto& attribute) {
                       return attribute.name() == "value" &&
                              is_foreign(attribute.t());
                     });
}

}  // namespace

std::vector<const ::onnx::TensorProto*> foreign_constants(const Model& model) {
  const std::set<std::string> overridable = overridable_inputs(model);
  std::vector<const ::onnx::TensorProto*> tensors;
  for (const auto& proto : model.proto->graph().initializer())
    if (overridable.count(proto.name()) == 0 && is_foreign(proto))
      tensors.push_back(&proto);
  return tensors;
}

ModelConstants constants_of(const Model& model) {
  require_memory(model);
  ModelConstants constants;
  const ::onnx::GraphProto& graph = model.proto->graph();
  const std::set<std::string> overridable = overridable_inputs(model);
  for (const auto& proto : graph.initializer())
    if (overridable.count(proto.name()) == 0 && !is_foreign(proto))
      constants.emplace_back(proto.name(),
                             share(known_tensor(decode(proto, model.path))));
  for (int n = 0; n < graph.node_size(); ++n) {
    const auto& node = graph.node(n);
    if (!is_constant(node) || is_foreign(node)) continue;
    try {
      constants.emplace_back(node.output(0),
                             share(constant_of(node, model.path)));
    } catch (const ir::IllFormed& wrong) {
      throw base::InputError(model.path,
                             describe(node, n) + ": " + wrong.what());
    }
  }
  return constants;
}

std::vector<NamedTensor> stored_tensors(const ModelConstants& constants) {
  std::vector<NamedTensor> tensors;
  for (const auto& [name, known] : constants)
    if (!known->uniform && !known->elements)
      tensors.push_back({name, known->data});
  return tensors;
}

}  // namespace rewright::onnx
