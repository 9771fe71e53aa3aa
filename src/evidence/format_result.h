// SPDX-License-Identifier: Apache-2.0
//
// What is known of a rule in one element format.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "evidence/evidence.h"
#include "evidence/quantised.h"

namespace rewright::evidence {

/// The worst that was seen of the two sides when some inputs are special and
/// all others are small integers.
struct SpecialEffects {
  FloatEffect nan = FloatEffect::bit_exact;
  FloatEffect infinity = FloatEffect::bit_exact;
  FloatEffect negative_zero = FloatEffect::bit_exact;
  FloatEffect subnormal = FloatEffect::bit_exact;
  std::int64_t cases = 0;
};

struct FormatResult {
  ir::ElementType format = ir::ElementType::float32;
  /// Why the rule is not tried in this format itself; "" if it is.
  std::string inapplicable;
  FuzzResult fuzz;
  std::optional<SpecialEffects> special;  // of floating-point formats
  /// In formats of codes: what a device makes of tensors of floating type.
  std::optional<QuantisedResult> quantised;
  /// |fl(side) - exact| is at most this, as a formula in the rule's sizes; or
  /// why there is no formula.
  std::string lhs_bound, rhs_bound;
};

}  // namespace rewright::evidence
