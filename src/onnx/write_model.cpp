// SPDX-License-Identifier: Apache-2.0
#include "onnx/write_model.h"

#include <algorithm>
#include <filesystem>
#include <functional>

#include <onnx/checker.h>
#include <onnx/defs/schema.h>
#include <onnx/onnx_pb.h>

#include "base/error.h"
#include "base/file.h"
#include "onnx/external_data.h"
#include "onnx/opset.h"
#include "onnx/proto_file.h"

namespace rewright::onnx {

namespace {

namespace fs = std::filesystem;
using Proto = ::onnx::TensorProto;
using Visit = std::function<void(Proto&)>;

/// Every tensor with data outside, those of attributes and bodies included.
void for_each_external(::onnx::GraphProto& graph, const Visit& visit) {
  const auto see = [&](Proto& tensor) {
    if (is_external(tensor)) visit(tensor);
  };
  for (Proto& tensor : *graph.mutable_initializer()) see(tensor);
  for (auto& node : *graph.mutable_node())
    for (auto& attribute : *node.mutable_attribute()) {
      if (attribute.has_t()) see(*attribute.mutable_t());
      for (Proto& tensor : *attribute.mutable_tensors()) see(tensor);
      if (attribute.has_g()) for_each_external(*attribute.mutable_g(), visit);
      for (auto& body : *attribute.mutable_graphs())
        for_each_external(body, visit);
    }
}

fs::path folder_of(const std::string& path) {
  std::error_code failure;
  const fs::path folder = fs::absolute(path, failure).parent_path();
  const fs::path real = fs::weakly_canonical(folder, failure);
  return failure ? folder : real;
}

std::string location(const Proto& tensor) {
  for (const auto& pair : tensor.external_data())
    if (pair.key() == "location") return pair.value();
  return {};
}

void refuse_own_data(const std::string& model_path, const Proto& tensor,
                     const std::string& path) {
  std::error_code failure;
  const fs::path data = folder_of(model_path) / location(tensor);
  if (fs::equivalent(data, path, failure) && !failure)
    throw base::InputError(path, "cannot write: it holds data of " +
                                     describe(tensor) + " of the model");
}

/// The data of all tensors must fit together.
void embed(const std::string& model_path, const std::string& path,
           ::onnx::GraphProto& graph) {
  std::size_t total = graph.ByteSizeLong();
  for_each_external(graph, [&](Proto& tensor) {
    std::string bytes = read_external_data(tensor, model_path);
    total += bytes.size();
    if (total > largest_message)
      throw base::InputError(
          path,
          "cannot write: with its data the model is larger than 2 GB; written "
          "into its own folder it needs only to refer to them");
    tensor.clear_external_data();
    tensor.clear_data_location();
    tensor.set_raw_data(std::move(bytes));
  });
}

bool is_checkable(const ::onnx::ModelProto& proto) {
  if (proto.ir_version() > ::onnx::Version::IR_VERSION) return false;
  const auto& known =
      ::onnx::OpSchemaRegistry::DomainToVersionRange::Instance().Map();
  return std::all_of(
      proto.opset_import().begin(), proto.opset_import().end(),
      [&](const auto& import) {
        const bool is_default = is_default_domain(import.domain());
        const auto range = known.find(is_default ? "" : import.domain());
        return range == known.end() || import.version() <= range->second.second;
      });
}

/// The checker looks for data from the folder it runs in, so it gets none.
void empty_external(::onnx::GraphProto& graph) {
  for_each_external(graph, [](Proto& tensor) {
    tensor.clear_external_data();
    tensor.clear_data_location();
    tensor.clear_dims();
    tensor.add_dims(0);
  });
}

/// The checker wants a shape of every tensor type; ONNX lets it be left out.
void complete_types(::onnx::GraphProto& graph) {
  for (auto* values : {graph.mutable_input(), graph.mutable_output(),
                       graph.mutable_value_info()})
    for (auto& value : *values)
      if (value.type().has_tensor_type())
        value.mutable_type()->mutable_tensor_type()->mutable_shape();
}

std::string first_line(const std::string& text) {
  return text.substr(0, text.find('\n'));
}

void check(const ::onnx::ModelProto& proto, const std::string& path) {
  if (proto.ByteSizeLong() > largest_message) return;
  try {
    ::onnx::checker::check_model(proto);
  } catch (const std::exception& wrong) {
    throw base::InputError(
        path, "ONNX's checker refuses the model: " + first_line(wrong.what()));
  }
}

}  // namespace

void check_model(const Model& model, const std::string& path) {
  if (!is_checkable(*model.proto)) return;
  ::onnx::ModelProto proto = *model.proto;
  empty_external(*proto.mutable_graph());
  complete_types(*proto.mutable_graph());
  check(proto, path);
}

void write_model(const Model& model, const std::string& path) {
  check_model(model, path);
  ::onnx::ModelProto proto = *model.proto;
  ::onnx::GraphProto& graph = *proto.mutable_graph();
  for_each_external(
      graph, [&](Proto& tensor) { refuse_own_data(model.path, tensor, path); });
  if (folder_of(path) != folder_of(model.path)) embed(model.path, path, graph);
  base::write_file(path, serialised(proto, path));
}

}  // namespace rewright::onnx
