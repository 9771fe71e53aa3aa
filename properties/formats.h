// SPDX-License-Identifier: Apache-2.0
//
// A rule in one element format: its random cases with all tensors in that
// format, and what it makes of each kind of special value.
#pragma once

#include "evidence/format_result.h"
#include "properties/fuzz.h"
#include "solver/quantisation.h"

namespace rewright::properties {

/// The rule with all its numbers of the kind of `format` in that format, or
/// nothing when there are none or some of them cannot be. A pair of models is
/// taken in any format of the kind.
std::optional<ir::Rule> in_format(const ir::Rule& rule, ir::ElementType format);

/// Everything but the formulas. Seeds are those of `fuzz` on in_format(...).
/// Formats in which the device has codes are also tried as such, with what is
/// of floating type; without a device, as in solver::Quantisation{}.
evidence::FormatResult try_format(const ir::Rule& rule, ir::ElementType format,
                                  const FuzzOptions& options,
                                  solver::Session& session,
                                  const solver::Quantisation& device = {});

/// The effects of NaN, infinities, -0 and subnormal numbers: each with as many
/// cases as `options` say. `rule` is in one floating-point format.
evidence::SpecialEffects special_effects(const ir::Rule& rule,
                                         const FuzzOptions& options,
                                         solver::Session& session);

}  // namespace rewright::properties
