// SPDX-License-Identifier: Apache-2.0
//
// Rem: what truncating division of integers leaves, with the sign of the
// dividend as in XLA and in C, broadcast; undefined where the divisor is 0.
// ONNX writes it as Mod with fmod=1.
#include "ops/common_elementwise.h"

namespace rewright::ops {
namespace {

struct Remainder {
  template <class E>
  E operator()(auto, const E& a, const E& b) const {
    if constexpr (std::is_integral_v<E>) {
      if (b == 0) throw evaluate::Undefined("an integer is divided by zero");
      return b == -1 ? E{0} : static_cast<E>(a % b);
    } else {
      throw evaluate::NotInWorld("division of integers truncates");
    }
  }
};

ir::Value meaning(const ir::Call& call, const std::vector<ir::Reader>& operands,
                  int, const ir::Indices& at) {
  const std::vector<ir::Value> e = elements_at(call, operands, at);
  return e.at(0) - e.at(0) / e.at(1) * e.at(1);
}

ir::OnnxCall from_onnx(const ir::OnnxNode& node) {
  if (node.integer("fmod", 0) != 1)
    throw ir::IllFormed("Mod without fmod=1 has the sign of the divisor");
  return elementwise_from_onnx(node);
}

ir::OnnxMade to_onnx(const ir::Call& call, int) {
  return {.nodes = {{.op_type = "Mod",
                     .attributes = {{"fmod", std::int64_t{1}}},
                     .operands = operands_made(call)}}};
}

}  // namespace

const ir::Operator& rem() {
  static const ir::Operator op = {
      .name = "Rem",
      .signature = binary_signature(ir::integer_types),
      .infer = infer_elementwise,
      .meaning = meaning,
      .kernel = binary_kernel<Remainder>,
      .rounding = ir::Rounding::exact,
      .from_onnx = from_onnx,
      .onnx_names = {"Mod"},
      .to_onnx = to_onnx,
  };
  return op;
}

}  // namespace rewright::ops
