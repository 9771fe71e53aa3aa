// SPDX-License-Identifier: Apache-2.0
#include "models/compare.h"
#include "onnx/pair.h"
#include "optimize/optimize.h"
#include "solver/session.h"
#include "solver/shape_proof.h"

namespace rewright::optimize {

Verified verify(const onnx::Model& before, const onnx::Model& after) {
  try {
    const onnx::Import pair = onnx::pair(before, after);
    solver::Session session;
    const evidence::ShapeProof shape = solver::prove_shape(pair.rule, session);
    if (shape.status != evidence::Status::proved)
      return {shape.status, shape.detail};
    const models::Comparison found = models::compare(
        pair.rule, {pair.lhs_names, pair.rhs_names}, pair.constants);
    return {found.proof.status, found.proof.detail};
  } catch (const index::Overflow& e) {
    return {evidence::Status::unknown, e.what()};
  }
}

}  // namespace rewright::optimize
