// SPDX-License-Identifier: Apache-2.0
//
// check, equiv and explain: run the pipeline, write its record.
#include <algorithm>
#include <filesystem>
#include <iostream>
#include <optional>

#include "main_commands.h"
#include "main_data.h"
#include "main_output.h"
#include "main_rule.h"
#include "pipeline.h"
#include "pipeline_files.h"
#include "reports/explain.h"
#include "reports/formats.h"
#include "reports/json.h"
#include "reports/markdown.h"
#include "reports/text.h"
#include "syntax/parser.h"

namespace rewright {
namespace {

evidence::Verdict verdict_named(const std::string& name) {
  using evidence::Verdict;
  for (const Verdict v : {Verdict::proved, Verdict::bounded})
    if (evidence::name(v) == name) return v;
  return Verdict::fuzzed;
}

pipeline::Options options_of(const Arguments& a) {
  pipeline::Options options;
  options.target_folders = {targets_folder(data_folder(a.data))};
  for (const std::string& target : a.targets)
    options.targets.push_back(
        solver::read_target(target, options.target_folders));
  options.least = *solver::parse_confidence(a.min_confidence);
  options.fuzz.cases = a.fuzz;
  options.fuzz.seed = a.seed;
  options.replay = a.replay;
  for (const std::string& name : a.formats) {
    const auto format = ir::members(*ir::parse_type_set(name)).front();
    auto& known = options.formats;  // each once
    if (std::find(known.begin(), known.end(), format) == known.end())
      known.push_back(format);
  }
  options.rules = a.rules;
  options.jobs = a.jobs;
  options.required.least = verdict_named(a.require);
  options.required.legal = a.require_legal;
  options.expectations = a.expect;
  options.suggest = a.suggest;
  return options;
}

/// Standard output gets the report, or nothing but the record.
evidence::ExitCode report(const evidence::Run& run, const Arguments& a) {
  std::cerr << reports::errors(run);
  if (a.json == "-")
    std::cout << reports::json(run);
  else
    std::cout << reports::text(run, standard_output_style());
  if (!a.json.empty() && a.json != "-") write_file(a.json, reports::json(run));
  if (!a.markdown.empty())
    write_file(a.markdown, a.formats.empty() ? reports::markdown(run)
                                             : reports::formats_markdown(run));
  return run.code;
}

template <class Pipeline>
evidence::ExitCode run_and_report(const Arguments& a, Pipeline pipeline) {
  if (a.markdown == "-")
    throw base::InputError("--markdown", "needs a file; see --json - instead");
  if (!a.json.empty() && a.json == a.markdown)
    throw base::InputError(a.json, "--json and --markdown write to one file");
  if (a.json != "-") require_folder_of(a.json);
  require_folder_of(a.markdown);
  pipeline::Options options = options_of(a);
  evidence::Run run;
  {
    Progress progress;
    options.progress = std::ref(progress);
    run = pipeline(options);
  }
  return report(run, a);
}

}  // namespace

evidence::ExitCode run_check(const Arguments& a) {
  return run_and_report(a, [&](const pipeline::Options& options) {
    return pipeline::check(a.paths, options);
  });
}

evidence::ExitCode run_equiv(const Arguments& a) {
  return run_and_report(a, [&](const pipeline::Options& options) {
    return pipeline::equiv(a.paths.at(0), a.paths.at(1), options);
  });
}

evidence::ExitCode run_explain(const Arguments& a) {
  pipeline::Options options = options_of(a);
  const NamedRule rule = find_rule(a.paths.front(), data_folder(a.data));
  if (!rule.names.empty()) options.rules = rule.names;
  const evidence::Run run = pipeline::check({rule.file}, options);
  std::cerr << reports::errors(run);
  const reports::Style style = standard_output_style();
  bool is_first = true;
  for (const evidence::Result& result : run.results) {
    if (!is_first) std::cout << '\n';
    std::cout << reports::explain(result, style);
    is_first = false;
  }
  return run.code;
}

}  // namespace rewright
