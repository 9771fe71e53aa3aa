// SPDX-License-Identifier: Apache-2.0
//
// What is seen when both sides of a rule over floating types are computed as
// a device with integer codes does (properties/quantised.h).
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "evidence/evidence.h"

namespace rewright::evidence {

struct QuantisedResult {
  int bits = 8;
  std::int64_t cases = 0;        // that were computed; 0: see reason
  Reason reason = Reason::none;  // why there are none
  /// The largest difference between the sides, in codes of the output: a step
  /// of the coarser of their two scales, which mostly are one.
  double worst_code_difference = 0;
  /// No difference was, or could have been, larger in any of these cases,
  /// however each requantisation had rounded; nothing when for some case
  /// nothing is known.
  std::optional<double> code_bound;
  /// How often a side rounds to codes on its way to the outputs.
  int lhs_requantisations = 0;
  int rhs_requantisations = 0;
  /// Sums that left the accumulator, over all cases and both sides.
  std::int64_t accumulator_overflows = 0;
  /// "removes 1 requantisation", and what is not known and why.
  std::string detail;
};

}  // namespace rewright::evidence
