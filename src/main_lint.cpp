// SPDX-License-Identifier: Apache-2.0
//
// lint: what targets say of a model, node by node.
#include <iostream>

#include "main_commands.h"
#include "main_data.h"
#include "main_output.h"
#include "pipeline_lint.h"
#include "reports/lint_json.h"
#include "reports/lint_markdown.h"
#include "reports/lint_text.h"

namespace rewright {

evidence::ExitCode run_lint(const Arguments& a) {
  require_distinct_outputs(a);
  if (a.json != "-") require_folder_of(a.json);
  require_folder_of(a.markdown);
  std::vector<solver::Target> targets;
  for (const std::string& target : a.targets)
    targets.push_back(
        solver::read_target(target, {targets_folder(data_folder(a.data))}));
  const evidence::Lint lint = pipeline::lint(
      a.paths.front(), targets, *solver::parse_confidence(a.min_confidence));
  if (a.json == "-")
    std::cout << reports::lint_json(lint);
  else
    std::cout << reports::lint_text(lint, standard_output_style());
  if (!a.json.empty() && a.json != "-")
    write_file(a.json, reports::lint_json(lint));
  if (!a.markdown.empty()) write_file(a.markdown, reports::lint_markdown(lint));
  return lint.code;
}

}  // namespace rewright
