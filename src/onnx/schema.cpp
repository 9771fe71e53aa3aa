// SPDX-License-Identifier: Apache-2.0
#include "onnx/schema.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>

#include <onnx/defs/schema.h>
#include <onnx/onnx_pb.h>

#include "ir/unsupported.h"

namespace rewright::onnx {

namespace {

using ::onnx::OpSchema;
using Parameter = OpSchema::FormalParameter;

/// Attributes of later opsets that the operators of ours read, or refuse by
/// themselves.
bool is_known_later(const std::string& op_type, const std::string& attribute) {
  static const std::map<std::string, std::set<std::string>> known = {
      {"AveragePool", {"dilations"}},
      {"Cast", {"saturate"}},
      {"DequantizeLinear", {"block_size", "output_dtype"}},
      {"QuantizeLinear", {"block_size", "output_dtype", "saturate"}},
      {"Resize", {"antialias", "axes", "keep_aspect_ratio_policy"}},
      {"Split", {"num_outputs"}},
  };
  const auto found = known.find(op_type);
  return found != known.end() && found->second.count(attribute) != 0;
}

void check_attributes(const ::onnx::NodeProto& node, const OpSchema& schema) {
  for (const auto& attribute : node.attribute()) {
    if (!attribute.ref_attr_name().empty())
      throw ir::Unsupported("attribute '" + attribute.name() +
                            "' is that of a function");
    if (schema.attributes().count(attribute.name()) == 0 &&
        !is_known_later(node.op_type(), attribute.name()))
      throw ir::Unsupported("attribute '" + attribute.name() +
                            "' is not supported");
  }
}

/// "tensor(float)"
std::string type_name(ir::ElementType type) {
  switch (type) {
    case ir::ElementType::float64:
      return "tensor(double)";
    case ir::ElementType::float32:
      return "tensor(float)";
    default:
      return "tensor(" + std::string(ir::name(type)) + ")";
  }
}

bool takes(const Parameter& parameter, ir::ElementType type) {
  const auto& types = parameter.GetTypes();
  return types.empty() ||
         std::any_of(types.begin(), types.end(), [&](const std::string* name) {
           return *name == type_name(type);
         });
}

void check_types(const OpSchema& schema,
                 const std::vector<std::optional<ir::ElementType>>& types) {
  const auto& parameters = schema.inputs();
  for (std::size_t k = 0; k < types.size() && !parameters.empty(); ++k) {
    const Parameter& parameter = parameters[std::min(k, parameters.size() - 1)];
    if (types[k] && !takes(parameter, *types[k]))
      throw ir::IllFormed("its input " + std::to_string(k + 1) +
                          " cannot be of type " +
                          std::string(ir::name(*types[k])));
  }
}

}  // namespace

int library_opset() {
  const auto& ranges =
      ::onnx::OpSchemaRegistry::DomainToVersionRange::Instance().Map();
  const auto range = ranges.find("");
  return range == ranges.end() ? 0 : range->second.second;
}

void check_schema(const ::onnx::NodeProto& node, int opset,
                  const std::vector<std::optional<ir::ElementType>>& types) {
  const int newest = library_opset();
  const OpSchema* schema = ::onnx::OpSchemaRegistry::Schema(
      node.op_type(), std::min(opset, newest), "");
  if (schema == nullptr) return;
  check_attributes(node, *schema);
  if (opset > newest) return;
  if (node.output_size() > schema->max_output())
    throw ir::IllFormed("it has more than " +
                        std::to_string(schema->max_output()) + " results");
  check_types(*schema, types);
}

}  // namespace rewright::onnx
