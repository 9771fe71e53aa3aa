// SPDX-License-Identifier: Apache-2.0
//
// Inputs of models as inputs of a rule. The dims of the first model's inputs
// name the sizes of the rule; a second model binds to them, input by input,
// and its own names of dims become those of the first. The two must then be
// one to one: a model that wants two dims equal takes fewer inputs than one
// that does not.
#pragma once

#include <vector>

#include "ir/graph.h"
#include "onnx/graph_input.h"

namespace rewright::onnx {

/// Declares a size for every name of a dim, and for every dim without one,
/// and an input of the rule for every input.
void declare_inputs(const std::vector<GraphInput>& inputs, ir::Rule& rule);

/// For every input of `b` the position of the input of `a` that it is: the
/// one of its name when both have the same names, else the one at its place.
/// Throws base::InputError when the models do not take the same inputs.
std::vector<int> bind_inputs(const Model& a, const Model& b);

/// The names of the graph's outputs.
std::vector<std::string> output_names(const Model& model);

/// The outputs of `b` in the order of those of `a`: by name when both have
/// the same names, else by place. Throws base::InputError when one has more.
std::vector<std::string> bind_outputs(const Model& a, const Model& b);

}  // namespace rewright::onnx
