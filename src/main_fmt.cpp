// SPDX-License-Identifier: Apache-2.0
//
// fmt: rule files in canonical form, in place or as a question.
#include <iostream>

#include "main_commands.h"
#include "main_output.h"
#include "pipeline_files.h"
#include "syntax/parser.h"
#include "syntax/printer.h"

namespace rewright {
namespace {

using evidence::ExitCode;

/// Whether the file was in canonical form; writes it unless only asked.
bool format_file(const std::string& path, bool only_asked) {
  const auto source = pipeline::read_source(path);
  const std::string text = syntax::print(syntax::parse_rules(source));
  if (path == "-" && !only_asked) std::cout << text;
  if (text == source->text) return true;
  if (only_asked)
    std::cout << source->name << ": not in canonical form\n";
  else if (path != "-")
    write_file(path, text);
  return false;
}

}  // namespace

ExitCode run_fmt(const Arguments& a) {
  const pipeline::RuleFiles found = pipeline::find_rule_files(a.paths);
  ExitCode code = ExitCode::as_required;
  const auto refuse = [&](const base::InputError& e) {
    std::cerr << e.rendered() << '\n';
    code = evidence::stricter(code, ExitCode::bad_input);
  };
  for (const base::InputError& e : found.errors) refuse(e);
  for (const std::string& file : found.files) {
    try {
      if (!format_file(file, a.fmt_check) && a.fmt_check)
        code = evidence::stricter(code, ExitCode::refuted);
    } catch (const base::InputError& e) {
      refuse(e);
    }
  }
  return code;
}

}  // namespace rewright
