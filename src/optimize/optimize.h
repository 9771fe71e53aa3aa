// SPDX-License-Identifier: Apache-2.0
//
// Applies rules to a model until none makes it cheaper. In each pass every
// rule is looked for everywhere; what is cheaper, legal and proved is carried
// out, the best first, as far as the changes do not touch each other; the
// model is then imported anew. Every change makes the cost strictly less, and
// the cost is a count, so there is an end.
//
// At the end the whole result is compared with the original. That comparison
// does not know which rules were applied.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "evidence/optimisation.h"
#include "ir/graph.h"
#include "onnx/model.h"
#include "optimize/cost.h"
#include "solver/target.h"

namespace rewright::optimize {

struct Options {
  const solver::Target* target = nullptr;  // none: everything is legal
  solver::Confidence least = solver::Confidence::inferred;
  Measure cost = Measure::operators;
  int most = -1;  // applications; -1 = no limit
};

struct Optimised {
  onnx::Model model;
  evidence::Optimisation report;  // status, files and code are left open
};

/// Applies `rules`, left to right as they are written.
Optimised optimize(const onnx::Model& model, const std::vector<ir::Rule>& rules,
                   const Options& options);

/// Whether the second model computes what the first does: proved, or why not.
struct Verified {
  evidence::Status status = evidence::Status::unknown;
  std::string detail;
};
Verified verify(const onnx::Model& before, const onnx::Model& after);

}  // namespace rewright::optimize
