// SPDX-License-Identifier: Apache-2.0
//
// The JSON record of what targets say of a model: `#/$defs/lint` of
// schema.json in this folder.
#pragma once

#include <string>

#include "evidence/lint.h"

namespace rewright::reports {

/// Indented JSON, keys in a fixed order, ending in a newline.
std::string lint_json(const evidence::Lint& lint);

}  // namespace rewright::reports
