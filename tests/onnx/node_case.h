// SPDX-License-Identifier: Apache-2.0
//
// One of ONNX's own node cases: a folder with a model, and beside it the
// inputs and outputs of one run of it, each in a file of its own.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "evaluate/tensor.h"
#include "onnx/import.h"

namespace rewright::tests {

struct NodeCase {
  std::string name;
  std::string op_type;  // of the only node; "" when there are several
  onnx::Import imported;
  std::vector<evaluate::Tensor> inputs;    // of the rule, constants included
  std::vector<evaluate::Tensor> expected;  // outputs
};

/// Names of the cases in a folder, sorted.
std::vector<std::string> case_names(const std::string& folder);

/// Reads and imports one case. The node cases give as inputs what models give
/// as constants (shapes, axes, pads); where the import needs to know them,
/// integer inputs after the first become initializers with the given values.
/// Throws base::InputError where a case cannot be imported.
NodeCase read_case(const std::string& folder, const std::string& name);

}  // namespace rewright::tests
