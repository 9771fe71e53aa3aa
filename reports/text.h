// SPDX-License-Identifier: Apache-2.0
//
// The report for people: one table line per rule, details of everything that
// is not as required, what targets say short of "legal", a summary line.
#pragma once

#include <string>

#include "evidence/record.h"
#include "reports/layout.h"

namespace rewright::reports {

/// The whole report, bad input excepted: see `errors`.
std::string text(const evidence::Run& run, const Style& style);

/// Mistakes in input files as compilers show them; for standard error.
std::string errors(const evidence::Run& run);

/// "3 rules: 2 proved, 1 refuted; legal 2, illegal 1; 0.42 s; exit code 1".
std::string summary_line(const evidence::Run& run);

}  // namespace rewright::reports
