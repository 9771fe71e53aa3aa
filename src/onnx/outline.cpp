// SPDX-License-Identifier: Apache-2.0
#include "onnx/outline.h"

#include <onnx/onnx_pb.h>

#include "onnx/opset.h"

namespace rewright::onnx {

std::vector<OutlineNode> outline(const Model& model) {
  std::vector<OutlineNode> result;
  for (const ::onnx::NodeProto& node : model.proto->graph().node()) {
    const bool has_name = !node.name().empty() || node.output_size() == 0;
    const std::string prefix =
        is_default_domain(node.domain()) ? "" : node.domain() + ".";
    result.push_back(
        {has_name ? node.name() : node.output(0), prefix + node.op_type()});
  }
  return result;
}

}  // namespace rewright::onnx
