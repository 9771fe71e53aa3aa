// SPDX-License-Identifier: Apache-2.0
#include "onnx/call.h"

#include <onnx/onnx_pb.h>

namespace rewright::onnx {

namespace {

using Proto = ::onnx::AttributeProto;

std::optional<ir::OnnxAttribute> attribute(const Proto& proto) {
  switch (proto.type()) {
    case Proto::INT:
      return proto.i();
    case Proto::FLOAT:
      return proto.f();
    case Proto::STRING:
      return proto.s();
    case Proto::INTS:
      return std::vector<std::int64_t>(proto.ints().begin(),
                                       proto.ints().end());
    case Proto::FLOATS:
      return std::vector<float>(proto.floats().begin(), proto.floats().end());
    default:
      return std::nullopt;
  }
}

/// Outputs up to the last that has a name: later ones are not wanted.
int wanted_results(const ::onnx::NodeProto& node) {
  int count = node.output_size();
  while (count > 0 && node.output(count - 1).empty()) --count;
  return count;
}

}  // namespace

ir::OnnxNode node_form(const ::onnx::NodeProto& node, int opset) {
  ir::OnnxNode form{.op_type = node.op_type(),
                    .opset = opset,
                    .attributes = {},
                    .operands = {},
                    .results = wanted_results(node)};
  for (const Proto& proto : node.attribute())
    if (auto value = attribute(proto))
      form.attributes[proto.name()] = *std::move(value);
  return form;
}

void fill_defaults(const ir::Operator& op, ir::Attributes& attributes) {
  for (const ir::AttributeSpec& spec : op.signature.attributes)
    if (spec.fallback) attributes.emplace(spec.name, *spec.fallback);
}

ir::OnnxCall call_form(const ir::Operator& op, const ir::OnnxNode& node) {
  if (op.from_onnx == nullptr)
    throw ir::IllFormed(op.name + " has no ONNX form");
  ir::OnnxCall call = op.from_onnx(node);
  fill_defaults(op, call.attributes);
  return call;
}

}  // namespace rewright::onnx
