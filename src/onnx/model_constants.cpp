// SPDX-License-Identifier: Apache-2.0
#include "onnx/model_constants.h"

#include <set>

#include <onnx/onnx_pb.h>

#include "base/error.h"
#include "ir/operator.h"
#include "onnx/constant_node.h"
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

}  // namespace

ModelConstants constants_of(const Model& model) {
  ModelConstants constants;
  const ::onnx::GraphProto& graph = model.proto->graph();
  const std::set<std::string> overridable = overridable_inputs(model);
  for (const auto& proto : graph.initializer())
    if (overridable.count(proto.name()) == 0)
      constants.emplace_back(proto.name(),
                             share(known_tensor(decode(proto, model.path))));
  for (int n = 0; n < graph.node_size(); ++n) {
    const auto& node = graph.node(n);
    if (!is_constant(node)) continue;
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
