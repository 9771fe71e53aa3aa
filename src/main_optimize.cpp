// SPDX-License-Identifier: Apache-2.0
//
// optimize: rules applied to a model, the whole proved, and only then written.
#include <algorithm>
#include <chrono>
#include <iostream>

#include "base/file.h"
#include "main_commands.h"
#include "main_data.h"
#include "main_output.h"
#include "onnx/model.h"
#include "onnx/write_model.h"
#include "optimize/optimize.h"
#include "pipeline_load.h"
#include "reports/optimisation.h"

namespace rewright {
namespace {

using evidence::ExitCode;
using evidence::Status;

/// Alternatives of one rule are called NAME#2, NAME#3, ...
bool is_named(const ir::Rule& rule, const std::string& name) {
  return rule.name == name || rule.name.substr(0, rule.name.find('#')) == name;
}

bool is_among(const ir::Rule& rule, const std::vector<std::string>& names) {
  return std::ranges::any_of(
      names, [&](const std::string& name) { return is_named(rule, name); });
}

void require_known(const std::string& option, const std::string& name,
                   const std::vector<ir::Rule>& rules) {
  if (std::ranges::any_of(
          rules, [&](const ir::Rule& rule) { return is_named(rule, name); }))
    return;
  std::vector<std::string> known;
  for (const ir::Rule& rule : rules) known.push_back(rule.name);
  throw base::InputError(option, "there is no rule '" + name + "'" +
                                     base::suggestion(name, known));
}

std::vector<ir::Rule> rules_of(const Arguments& a) {
  std::vector<std::string> folders = a.rule_files;
  if (folders.empty()) folders = {rules_folder(data_folder(a.data))};
  pipeline::Options options;
  options.target_folders = {targets_folder(data_folder(a.data))};
  pipeline::Loaded loaded = pipeline::load_rules(folders, options);
  if (!loaded.errors.empty()) {
    const evidence::BadInput& first = loaded.errors.front();
    throw base::InputError(first.file, first.message);
  }
  std::vector<ir::Rule> rules;
  for (pipeline::Job& job : loaded.jobs) rules.push_back(std::move(job.rule));
  for (const std::string& name : a.only) require_known("--only", name, rules);
  for (const std::string& name : a.disabled)
    require_known("--disable", name, rules);
  std::erase_if(rules, [&](const ir::Rule& rule) {
    return is_among(rule, a.disabled) ||
           (!a.only.empty() && !is_among(rule, a.only));
  });
  return rules;
}

ExitCode code_of(Status status) {
  switch (status) {
    case Status::proved:
      return ExitCode::as_required;
    case Status::refuted:
      return ExitCode::internal;
    default:
      return ExitCode::unproved;
  }
}

void require_output(const Arguments& a) {
  if (a.output.empty() && !a.dry_run)
    throw base::InputError("rewright",
                           "optimize needs -o OUT.onnx, or --dry-run");
  if (!a.output.empty() && a.dry_run)
    throw base::InputError("rewright", "--dry-run contradicts -o");
  if (!a.output.empty()) require_folder_of(a.output);
  if (a.json != "-") require_folder_of(a.json);
}

}  // namespace

ExitCode run_optimize(const Arguments& a) {
  require_output(a);
  const auto start = std::chrono::steady_clock::now();
  optimize::Options options;
  std::optional<solver::Target> target;
  if (!a.targets.empty())
    target = solver::read_target(a.targets.front(),
                                 {targets_folder(data_folder(a.data))});
  options.target = target ? &*target : nullptr;
  options.least = *solver::parse_confidence(a.min_confidence);
  options.cost = *optimize::parse_measure(a.cost);
  options.most = a.most;
  const std::vector<ir::Rule> rules = rules_of(a);
  const onnx::Model model = onnx::read_model(a.paths.front());
  optimize::Optimised made = optimize::optimize(model, rules, options);
  evidence::Optimisation& report = made.report;
  report.file = a.paths.front();
  report.output = a.output;
  report.target = target ? target->name : "";
  const optimize::Verified verified = optimize::verify(model, made.model);
  report.status = verified.status;
  report.detail = verified.detail;
  const ExitCode code = code_of(verified.status);
  if (code == ExitCode::as_required && !a.dry_run) {
    onnx::write_model(made.model, a.output);
    report.is_written = true;
  }
  report.code = static_cast<int>(code);
  report.seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start)
          .count();
  if (a.json == "-")
    std::cout << reports::json(report);
  else
    std::cout << reports::text(report, standard_output_style());
  if (!a.json.empty() && a.json != "-")
    base::write_file(a.json, reports::json(report));
  return code;
}

}  // namespace rewright
