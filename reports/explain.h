// SPDX-License-Identifier: Apache-2.0
//
// One result as a story: both sides, what was to be proved and by which laws
// it was, over what it holds, what floats lose, what targets say.
#pragma once

#include <string>

#include "evidence/record.h"
#include "reports/layout.h"

namespace rewright::reports {

std::string explain(const evidence::Result& result, const Style& style);

}  // namespace rewright::reports
