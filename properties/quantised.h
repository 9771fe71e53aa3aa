// SPDX-License-Identifier: Apache-2.0
//
// A rule over floating types on a device that computes with integer codes:
// how far apart the two sides come out, and how often each of them rounds.
// Both sides are run on the same random tensors, see device.h. An input that
// reaches the results only as the weight or the bias of a convolution or
// matrix product, on both sides, is a constant of the compiler; so is what
// `options.constants` names.
#pragma once

#include "evidence/quantised.h"
#include "properties/fuzz.h"
#include "solver/quantisation.h"

namespace rewright::properties {

/// `bits` is the width of the codes, 8 or 16. Of `options` count the number
/// of cases, the seed, the sizes and the constants; same seed, same result.
/// Rules without floating types, and rules that convert between codes and
/// numbers themselves, are not run (Reason::unsupported).
evidence::QuantisedResult quantised(const ir::Rule& rule, int bits,
                                    const FuzzOptions& options,
                                    solver::Session& session,
                                    const solver::Quantisation& device = {});

}  // namespace rewright::properties
