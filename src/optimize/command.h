// SPDX-License-Identifier: Apache-2.0
//
// An estimator that is a command of the user's: run by `sh -c` with every
// {model} in it replaced by the path of a temporary file, quoted for the
// shell. What it prints to standard output is a number, or
// text that ends in a line with one, or JSON of which a field is the number.
#pragma once

#include <string>

#include "optimize/measured.h"

namespace rewright::optimize {

/// Throws base::InputError when `command` does not name {model}. `field` is ""
/// for a number, else a field of the JSON, `a.b` for one inside of another.
/// The temporary files are removed when the estimator is.
Estimator command_estimator(const std::string& command,
                            const std::string& field);

/// The number in what a command printed; exposed for tests.
Estimate parse_estimate(const std::string& output, const std::string& field);

}  // namespace rewright::optimize
