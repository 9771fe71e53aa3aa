// SPDX-License-Identifier: Apache-2.0
//
// The user's own estimator decides. Models are nodes of a graph whose edges
// are single changes, each proved and legal; the search goes best first: the
// successors of the best model so far are measured one after the other, the
// cheapest by count first, and as soon as one measures better the search goes
// on from there. A model that was measured before, under whatever path, is not
// measured again.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "optimize/optimize.h"

namespace rewright::optimize {

/// A number, less is better; or why there is none.
struct Estimate {
  std::optional<double> value;
  std::string failure;
};
using Estimator = std::function<Estimate(const onnx::Model&)>;

/// The best model found with at most `budget` runs of the estimator, that of
/// the model as it is included. Throws base::InputError when that one gives no
/// number. A candidate without a number is refused.
Optimised optimize_measured(const onnx::Model& model,
                            const std::vector<ir::Rule>& rules,
                            const Options& options, const Estimator& estimate,
                            int budget);

}  // namespace rewright::optimize
