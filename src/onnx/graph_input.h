// SPDX-License-Identifier: Apache-2.0
//
// The inputs of a model as it declares them. Those that only give a name to
// an initializer, as every initializer had to before IR version 4, are left
// out; from version 4 on such an input may be overridden, and is an input.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "ir/element_type.h"
#include "onnx/model.h"

namespace rewright::onnx {

/// A number, or a name, or neither.
struct InputDim {
  std::int64_t size = -1;
  std::string name = {};

  bool is_fixed() const { return size >= 0; }
};

struct GraphInput {
  std::string name;
  ir::ElementType type;
  std::vector<InputDim> dims;
};

/// Throws base::InputError for what is no tensor of a known rank and type.
std::vector<GraphInput> graph_inputs(const Model& model);

/// The inputs that may override an initializer of their name.
std::set<std::string> overridable_inputs(const Model& model);

/// "float32[N, 3, ?]"
std::string print(const GraphInput& input);

}  // namespace rewright::onnx
