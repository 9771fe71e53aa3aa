// SPDX-License-Identifier: Apache-2.0
#include "onnx/fold.h"

#include <set>

namespace rewright::onnx {

const std::vector<index::Expr>* Folding::elements(std::size_t k) const {
  if (!has(k) || operands[k].known == nullptr) return nullptr;
  const auto& elements = operands[k].known->elements;
  return elements ? &*elements : nullptr;
}

Folded fold(const Folding& folding) {
  try {
    for (const auto part :
         {&fold_shape, &fold_movement, &fold_arithmetic, &fold_reals})
      if (Folded results = part(folding)) return results;
  } catch (const index::Overflow&) {
    // Beyond 64 bits nothing is folded.
  }
  return std::nullopt;
}

const std::set<std::string>& foldable() {
  // Those that no operator imports; of the others the table is asked.
  static const std::set<std::string> types = {
      "Cast", "Ceil",  "ConstantOfShape", "Floor", "Gather",
      "Mod",  "Range", "ReduceProd",      "Shape", "Size"};
  return types;
}

bool can_fold(const std::string& op_type) {
  return foldable().count(op_type) != 0;
}

}  // namespace rewright::onnx
