// SPDX-License-Identifier: Apache-2.0
//
// What targets say of a model, for people: the totals first, then what is
// illegal and what is unknown, put together by reason, then what would run on
// the host.
#pragma once

#include <string>

#include "evidence/lint.h"
#include "reports/layout.h"

namespace rewright::reports {

std::string lint_text(const evidence::Lint& lint, const Style& style);

}  // namespace rewright::reports
