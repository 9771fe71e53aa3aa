// SPDX-License-Identifier: Apache-2.0
//
// The constants of one or two models as inputs of their rule. Constants of
// one element type whose bits agree are one input, whatever their shapes:
// the data are the same, so a constant that a rewrite reshaped stays known to
// be itself.
#pragma once

#include <map>
#include <memory>
#include <string>

#include "onnx/import.h"

namespace rewright::onnx {

class ConstantPool {
 public:
  explicit ConstantPool(Import& into) : into_(into) {}

  /// The rule input with these data; a new one is called `name`, or something
  /// like it when that is taken. Its shape may differ from the tensor's.
  int input_of(const std::shared_ptr<const evaluate::Tensor>& tensor,
               const std::string& name);

 private:
  std::string fresh_name(const std::string& name) const;

  Import& into_;
  std::multimap<std::uint64_t, int> by_hash_;
};

}  // namespace rewright::onnx
