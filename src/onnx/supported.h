// SPDX-License-Identifier: Apache-2.0
//
// The operators of ONNX that are read, and as what.
#pragma once

#include <string>
#include <vector>

namespace rewright::onnx {

enum class ImportedAs {
  operation,   // an operator of ours
  formula,     // several of ours
  known_value  // only where the result follows from shapes and constants
};

struct SupportedOperator {
  std::string op_type;
  ImportedAs as;
};

/// Sorted by name, each once, with the first of the ways that applies.
std::vector<SupportedOperator> supported_operators();

}  // namespace rewright::onnx
