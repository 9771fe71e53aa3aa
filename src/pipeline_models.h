// SPDX-License-Identifier: Apache-2.0
//
// The one place where the pipeline meets ONNX.
#pragma once

#include <map>
#include <memory>
#include <string>

#include "evaluate/tensor.h"
#include "ir/graph.h"
#include "models/hints.h"

namespace rewright::pipeline {

/// The value of inputs that are constants of a model, by input number.
using Constants = std::map<int, std::shared_ptr<const evaluate::Tensor>>;

/// Two models as one rule `a => b` over shared inputs.
struct ModelPair {
  ir::Rule rule;
  Constants constants;
  models::Names names;  // of values
};

/// Reads two model files. Throws base::InputError.
ModelPair read_pair(const std::string& a, const std::string& b);

}  // namespace rewright::pipeline
