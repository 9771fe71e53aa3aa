// SPDX-License-Identifier: Apache-2.0
//
// What targets say of a model as a Markdown document: a section per target
// with the totals by operator and what is against the nodes. Times are left
// out, so that the document can be kept and compared.
#pragma once

#include <string>

#include "evidence/lint.h"

namespace rewright::reports {

std::string lint_markdown(const evidence::Lint& lint);

}  // namespace rewright::reports
