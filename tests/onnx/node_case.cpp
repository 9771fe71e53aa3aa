// SPDX-License-Identifier: Apache-2.0
#include "onnx/node_case.h"

#include <algorithm>
#include <filesystem>
#include <fstream>

#include <onnx/onnx_pb.h>

#include "base/error.h"
#include "onnx/model.h"
#include "onnx/tensor_data.h"

namespace rewright::tests {

namespace {

namespace fs = std::filesystem;
using Proto = ::onnx::TensorProto;

Proto read_tensor(const fs::path& path) {
  Proto tensor;
  std::ifstream file(path, std::ios::binary);
  if (!tensor.ParseFromIstream(&file))
    throw base::InputError(path.string(), "is no tensor");
  return tensor;
}

std::vector<Proto> read_tensors(const fs::path& folder,
                                const std::string& kind) {
  std::vector<Proto> tensors;
  for (int k = 0;; ++k) {
    const fs::path path = folder / (kind + "_" + std::to_string(k) + ".pb");
    if (!fs::exists(path)) return tensors;
    tensors.push_back(read_tensor(path));
  }
}

bool is_integer(const Proto& tensor) {
  return tensor.data_type() == Proto::INT64 ||
         tensor.data_type() == Proto::INT32;
}

/// The model with integer inputs after the first as initializers.
onnx::Model with_constants(const onnx::Model& model,
                           const std::vector<Proto>& inputs) {
  ::onnx::ModelProto proto = *model.proto;
  ::onnx::GraphProto& graph = *proto.mutable_graph();
  const auto declared = graph.input();
  graph.clear_input();
  for (int k = 0; k < declared.size(); ++k) {
    const Proto& value = inputs.at(static_cast<std::size_t>(k));
    if (k == 0 || !is_integer(value)) {
      *graph.add_input() = declared[k];
      continue;
    }
    *graph.add_initializer() = value;
    graph.mutable_initializer()->rbegin()->set_name(declared[k].name());
  }
  return onnx::make_model(model.path, std::move(proto));
}

/// Throws base::InputError where a node has no meaning of ours.
onnx::Import imported(const onnx::Model& model) {
  onnx::Import result = onnx::import_model(model);
  const std::string place = model.path + ": ";
  if (!result.opaque.empty())
    throw base::InputError(model.path,
                           result.opaque.front().substr(place.size()));
  return result;
}

/// The data of each input of the rule: a constant's, or a file's.
std::vector<evaluate::Tensor> rule_inputs(const NodeCase& node_case,
                                          const onnx::Model& model,
                                          const std::vector<Proto>& inputs) {
  std::vector<evaluate::Tensor> tensors;
  const auto& constants = node_case.imported.constants;
  const auto& declared = model.proto->graph().input();
  for (std::size_t k = 0; k < node_case.imported.rule.inputs.size(); ++k) {
    const auto constant = constants.find(static_cast<int>(k));
    if (constant != constants.end()) {
      tensors.push_back(*constant->second);
      continue;
    }
    const std::string& name = node_case.imported.rule.inputs[k].name;
    for (int j = 0; j < declared.size(); ++j)
      if (declared[j].name() == name)
        tensors.push_back(
            onnx::decode(inputs.at(static_cast<std::size_t>(j)), model.path));
  }
  return tensors;
}

}  // namespace

std::vector<std::string> case_names(const std::string& folder) {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(folder))
    if (fs::exists(entry.path() / "model.onnx"))
      names.push_back(entry.path().filename().string());
  std::sort(names.begin(), names.end());
  return names;
}

NodeCase read_case(const std::string& folder, const std::string& name) {
  const fs::path path = fs::path(folder) / name;
  const fs::path data = path / "test_data_set_0";
  const onnx::Model model = onnx::read_model((path / "model.onnx").string());
  const std::vector<Proto> inputs = read_tensors(data, "input");
  NodeCase result;
  result.name = name;
  const auto& nodes = model.proto->graph().node();
  if (nodes.size() == 1) result.op_type = nodes[0].op_type();
  try {
    result.imported = imported(model);
  } catch (const base::InputError&) {
    result.imported = imported(with_constants(model, inputs));
  }
  result.inputs = rule_inputs(result, model, inputs);
  for (const Proto& output : read_tensors(data, "output"))
    result.expected.push_back(onnx::decode(output, model.path));
  return result;
}

}  // namespace rewright::tests
