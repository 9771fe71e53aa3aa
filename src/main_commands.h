// SPDX-License-Identifier: Apache-2.0
//
// The commands. Each returns its exit code, prints to standard output what
// was asked for and to standard error what is wrong, and throws
// base::InputError for what makes the whole command impossible.
#pragma once

#include "evidence/verdict.h"
#include "main_options.h"

namespace rewright {

evidence::ExitCode run_check(const Arguments& arguments);
evidence::ExitCode run_equiv(const Arguments& arguments);
evidence::ExitCode run_explain(const Arguments& arguments);
evidence::ExitCode run_export(const Arguments& arguments);
evidence::ExitCode run_fmt(const Arguments& arguments);
evidence::ExitCode run_import(const Arguments& arguments);
evidence::ExitCode run_lint(const Arguments& arguments);
evidence::ExitCode run_list(const Arguments& arguments);
evidence::ExitCode run_optimize(const Arguments& arguments);

}  // namespace rewright
