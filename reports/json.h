// SPDX-License-Identifier: Apache-2.0
//
// The JSON record of a run, described by schema.json in this folder. Every
// other machine format is derived from it.
#pragma once

#include <string>

#include "evidence/record.h"

namespace rewright::reports {

/// Indented JSON, keys in a fixed order, ending in a newline. Bytes that are
/// not UTF-8 (in file names) become U+FFFD. Numbers that JSON lacks are null.
std::string json(const evidence::Run& run);

}  // namespace rewright::reports
