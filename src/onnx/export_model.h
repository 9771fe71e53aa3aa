// SPDX-License-Identifier: Apache-2.0
//
// A side of a rule as a model of its own, for a runtime or a compiler to try.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "evaluate/tensor.h"
#include "ir/graph.h"
#include "onnx/model.h"

namespace rewright::onnx {

using Constants = std::map<int, std::shared_ptr<const evaluate::Tensor>>;

/// `graph`, a side of `rule`, as a model whose inputs have the names of the
/// rule's and whose outputs are called so. Those inputs that have data in
/// `constants` become initializers. Sizes that are no numbers become dims
/// with names. Element types must be single. Throws ir::IllFormed for what
/// ONNX cannot say at that opset, and base::InputError for an opset that is
/// not supported. `path` names the model in messages.
Model export_model(const ir::Rule& rule, const ir::Graph& graph,
                   const Constants& constants,
                   const std::vector<std::string>& outputs, int opset,
                   const std::string& path);

/// "y", or "y0", "y1", ... where there are several, none of them the name of
/// an input of the rule.
std::vector<std::string> output_names(const ir::Rule& rule,
                                      const ir::Graph& graph);

}  // namespace rewright::onnx
