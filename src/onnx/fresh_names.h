// SPDX-License-Identifier: Apache-2.0
//
// Names that nothing has yet. ONNX refers to values by name, also from inside
// the bodies of If and Loop, so a new value must not take any name in use.
#pragma once

#include <map>
#include <string>
#include <unordered_set>

namespace rewright::onnx {

class FreshNames {
 public:
  /// `name` is in use.
  void take(const std::string& name) { taken_.insert(name); }

  /// `like` itself when it is free, else with a number behind it; it is in
  /// use from now on.
  std::string operator()(const std::string& like);

 private:
  std::unordered_set<std::string> taken_;
  std::map<std::string, int> latest_;  // number behind it
};

}  // namespace rewright::onnx
