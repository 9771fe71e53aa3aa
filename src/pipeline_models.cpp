// SPDX-License-Identifier: Apache-2.0
#include "pipeline_models.h"

#include <utility>

#include "onnx/model.h"
#include "onnx/pair.h"

namespace rewright::pipeline {

ModelPair read_pair(const std::string& a, const std::string& b) {
  const onnx::Model first = onnx::read_model(a), second = onnx::read_model(b);
  onnx::Import pair = onnx::pair(first, second);
  return {std::move(pair.rule),
          std::move(pair.constants),
          {std::move(pair.lhs_names), std::move(pair.rhs_names)}};
}

}  // namespace rewright::pipeline
