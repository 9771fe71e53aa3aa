// SPDX-License-Identifier: Apache-2.0
//
// The constants that a model states: its initializers (unless inputs may
// override them) and its Constant nodes, decoded.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "onnx/constant_pool.h"
#include "onnx/known.h"
#include "onnx/model.h"

namespace onnx {
class TensorProto;
}

namespace rewright::onnx {

/// With the name of the value, in the model's order.
using ModelConstants =
    std::vector<std::pair<std::string, std::shared_ptr<const Known>>>;

/// Throws base::InputError, naming the node or the initializer that cannot be
/// read.
ModelConstants constants_of(const Model& model);

/// Initializers whose element type we do not have.
std::vector<const ::onnx::TensorProto*> foreign_constants(const Model& model);

/// Those that may have to become inputs of a rule.
std::vector<NamedTensor> stored_tensors(const ModelConstants& constants);

}  // namespace rewright::onnx
