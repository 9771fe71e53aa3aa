// SPDX-License-Identifier: Apache-2.0
#include "onnx/fresh_names.h"

namespace rewright::onnx {

std::string FreshNames::operator()(const std::string& like) {
  const std::string stem = like.empty() ? "value" : like;
  if (taken_.insert(stem).second) return stem;
  int& number = latest_.try_emplace(stem, 1).first->second;
  for (;;) {
    std::string name = stem + "_" + std::to_string(++number);
    if (taken_.insert(name).second) return name;
  }
}

}  // namespace rewright::onnx
