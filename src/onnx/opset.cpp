// SPDX-License-Identifier: Apache-2.0
#include "onnx/opset.h"

#include <map>

namespace rewright::onnx {

bool is_default_domain(const std::string& domain) {
  return domain.empty() || domain == "ai.onnx";
}

int last_known_opset(const std::string& op_type) {
  // AveragePool has dilations from 19 on.
  static const std::map<std::string, int> last = {
      {"AveragePool", 18},
  };
  const auto found = last.find(op_type);
  return found == last.end() ? newest_opset : found->second;
}

}  // namespace rewright::onnx
