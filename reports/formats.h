// SPDX-License-Identifier: Apache-2.0
//
// What was found of rules in single element formats: a row per rule and
// format.
#pragma once

#include <string>

#include "evidence/record.h"
#include "reports/layout.h"

namespace rewright::reports {

/// A table and a line that sums up the error bounds; "" where no formats were
/// asked for.
std::string formats_table(const evidence::Run& run, const Style& style);

/// The same about one result, a few lines for each format.
std::string formats_story(const evidence::Result& result, const Style& style);

/// A document: per folder and format a table of what each rule does to special
/// values. Like markdown.h it leaves out what differs from run to run.
std::string formats_markdown(const evidence::Run& run);

}  // namespace rewright::reports
