// SPDX-License-Identifier: Apache-2.0
//
// A walk through equal models: changes drawn at random, each proved, whatever
// they cost. It makes models that a comparison has to find equal.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "ir/graph.h"
#include "onnx/model.h"

namespace rewright::optimize {

struct Walk {
  onnx::Model model;
  std::vector<std::string> rules;  // applied, in order
};

/// Applies rules until `steps` are made or none can be: fewer when the graph
/// would grow beyond four times its nodes. The same seed, model and rules make
/// the same walk.
Walk random_walk(const onnx::Model& model, const std::vector<ir::Rule>& rules,
                 int steps, std::uint64_t seed);

}  // namespace rewright::optimize
