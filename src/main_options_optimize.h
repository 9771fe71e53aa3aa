// SPDX-License-Identifier: Apache-2.0
//
// The options of `optimize`. They have a file of their own because they are
// many and no other command has them.
#pragma once

#include <string>

#include "main_options.h"

namespace CLI {
class App;
}

namespace rewright {

/// Adds the command to `app`; what is parsed goes to `a`, which must outlive
/// it. `codes` is the table of exit codes for its help.
void add_optimize(CLI::App& app, Arguments& a, const std::string& codes);

}  // namespace rewright
