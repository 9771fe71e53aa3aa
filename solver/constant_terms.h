// SPDX-License-Identifier: Apache-2.0
//
// What is known of a model's constants by their data. Two sides that are sums
// of the same terms, but for factors that are constants, differ by what these
// factors come to: it is computed for every index. Weights with a scale folded
// into them, x / sqrt(2) as x * 0.70710677, are such sides. When all factors
// agree exactly the sides are equal; when they agree but for the rounding of
// the folded constants, so much is said and no more.
#pragma once

#include <optional>
#include <vector>

#include "index/facts.h"
#include "solver/constant_facts.h"
#include "solver/normalise.h"

namespace rewright::solver {

class ConstantTerms {
 public:
  /// `variables` are those that occur free in the forms; their extents must be
  /// numbers for anything to be found.
  ConstantTerms(const ConstantData& constants,
                const std::vector<index::Symbol>& variables,
                const index::Facts& facts)
      : constants_(constants), variables_(variables), facts_(facts) {}

  /// The largest difference of a pair of factors, relative to the larger of
  /// them: 0 only when all are equal in exact arithmetic. Nothing when the two
  /// are not sums of the same terms, or are further apart than the rounding of
  /// constants explains.
  std::optional<double> difference(const Sum& left, const Sum& right) const;

  /// Whether the condition is one on constants only, and true.
  bool holds(const Definedness& d) const;

 private:
  const ConstantData& constants_;
  const std::vector<index::Symbol>& variables_;
  const index::Facts& facts_;
};

}  // namespace rewright::solver
