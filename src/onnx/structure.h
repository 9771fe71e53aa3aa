// SPDX-License-Identifier: Apache-2.0
//
// What every ONNX graph must be, whatever its operators mean: names defined
// once, nodes in the order of their use, outside data present.
#pragma once

#include <string>

#include "onnx/model.h"

namespace onnx {
class NodeProto;
}

namespace rewright::onnx {

/// "node '/Add_3' (Add)", or "node 4 (Add)" when it has no name; the fourth
/// node has `position` 3.
std::string describe(const ::onnx::NodeProto& node, int position);

/// Throws base::InputError for the first defect.
void check_structure(const Model& model);

}  // namespace rewright::onnx
