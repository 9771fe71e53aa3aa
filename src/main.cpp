// SPDX-License-Identifier: Apache-2.0
//
// rewright: parses the command line, runs one command, returns its exit code.
#include <exception>
#include <iostream>

#include "base/error.h"
#include "main_commands.h"

namespace {

using rewright::Arguments;
using rewright::Command;
using rewright::evidence::ExitCode;

ExitCode run(const Arguments& arguments) {
  switch (arguments.command) {
    case Command::check:
      return rewright::run_check(arguments);
    case Command::equiv:
      return rewright::run_equiv(arguments);
    case Command::explain:
      return rewright::run_explain(arguments);
    case Command::export_rule:
      return rewright::run_export(arguments);
    case Command::fmt:
      return rewright::run_fmt(arguments);
    case Command::import:
      return rewright::run_import(arguments);
    case Command::lint:
      return rewright::run_lint(arguments);
    case Command::list:
      return rewright::run_list(arguments);
    case Command::optimize:
      return rewright::run_optimize(arguments);
  }
  return ExitCode::internal;
}

int run_guarded(int argc, char** argv) {
  try {
    const auto parsed = rewright::parse_arguments(argc, argv);
    if (const int* done = std::get_if<int>(&parsed)) return *done;
    return static_cast<int>(run(std::get<Arguments>(parsed)));
  } catch (const rewright::base::InputError& e) {
    std::cerr << e.rendered() << '\n';
    return static_cast<int>(ExitCode::bad_input);
  } catch (const std::exception& e) {
    std::cerr << "rewright: internal error: " << e.what() << '\n';
    return static_cast<int>(ExitCode::internal);
  }
}

}  // namespace

int main(int argc, char** argv) {
  const int code = run_guarded(argc, argv);
  std::cout.flush();
  if (std::cout) return code;
  std::cerr << "rewright: cannot write to standard output\n";
  return static_cast<int>(
      rewright::evidence::stricter(ExitCode{code}, ExitCode::bad_input));
}
