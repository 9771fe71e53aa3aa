// SPDX-License-Identifier: Apache-2.0
#include "onnx/opaque_operator.h"

#include "evaluate/tensor.h"
#include "ir/opaque.h"
#include "ir/unsupported.h"

namespace rewright::onnx {

namespace {

[[noreturn]] void refuse(const ir::Call& call) {
  throw ir::Unsupported(call.text("op_type") + " has no meaning that is known");
}

/// What the attributes say; there is no condition that we know.
ir::Inferred infer(const ir::Call& call) {
  ir::Inferred inferred;
  for (int k = 0; call.has("shape" + std::to_string(k)); ++k)
    inferred.results.push_back(call.target_shape("shape" + std::to_string(k)));
  return inferred;
}

ir::Value meaning(const ir::Call& call, const std::vector<ir::Reader>&, int,
                  const ir::Indices&) {
  refuse(call);
}

std::vector<evaluate::Tensor> kernel(
    const ir::Call& call, const std::vector<const evaluate::Tensor*>&,
    const std::vector<ir::Shape>&) {
  refuse(call);
}

}  // namespace

const ir::Operator& opaque_operator() {
  static const ir::Operator op = {
      .name = ir::opaque_name,
      .signature = {.operands = {"*"},
                    .required = 0,
                    .variadic = true,
                    .results = {"*"},
                    .variadic_results = true,
                    .types = {}},
      .infer = infer,
      .meaning = meaning,
      .kernel = kernel,
      .rounding = ir::Rounding::elementary,
  };
  return op;
}

}  // namespace rewright::onnx
