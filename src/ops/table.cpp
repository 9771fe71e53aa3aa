// SPDX-License-Identifier: Apache-2.0
#include "ops/table.h"

#include <algorithm>
#include <map>

namespace rewright::ops {

#define REWRIGHT_OPERATOR(stem) const ir::Operator& stem();
#include "ops/operators.inc"
#undef REWRIGHT_OPERATOR

const std::vector<const ir::Operator*>& all() {
  static const std::vector<const ir::Operator*> sorted = [] {
    std::vector<const ir::Operator*> list = {
#define REWRIGHT_OPERATOR(stem) &stem(),
#include "ops/operators.inc"
#undef REWRIGHT_OPERATOR
    };
    std::sort(list.begin(), list.end(),
              [](auto* a, auto* b) { return a->name < b->name; });
    return list;
  }();
  return sorted;
}

const ir::Operator* find(const std::string& name) {
  for (const ir::Operator* op : all())
    if (op->name == name) return op;
  return nullptr;
}

const ir::Operator* find_onnx(const std::string& op_type) {
  for (const ir::Operator* op : all())
    for (const std::string& n : op->onnx_names)
      if (n == op_type) return op;
  return nullptr;
}

ir::OperatorTable table() { return {&find, &all}; }

}  // namespace rewright::ops
