// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "ir/graph.h"

namespace rewright::pipeline {

/// Two model files as one rule `a => b` over shared inputs, named after both
/// files. Throws base::InputError.
ir::Rule read_pair(const std::string& a, const std::string& b);

}  // namespace rewright::pipeline
