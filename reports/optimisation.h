// SPDX-License-Identifier: Apache-2.0
//
// What was done to a model: for people, and as a JSON record.
#pragma once

#include <string>

#include "evidence/optimisation.h"
#include "reports/layout.h"

namespace rewright::reports {

/// Every application with its cost, what was refused for which reason, and
/// the verdict on the whole.
std::string text(const evidence::Optimisation& run, const Style& style);

/// Indented JSON, keys in a fixed order, ending in a newline.
std::string json(const evidence::Optimisation& run);

}  // namespace rewright::reports
