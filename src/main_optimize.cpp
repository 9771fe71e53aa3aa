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
#include "optimize/command.h"
#include "optimize/measured.h"
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

optimize::Optimised run(const Arguments& a, const onnx::Model& model,
                        const std::vector<ir::Rule>& rules,
                        const optimize::Options& options) {
  if (a.measure.empty()) return optimize::optimize(model, rules, options);
  return optimize::optimize_measured(
      model, rules, options,
      optimize::command_estimator(a.measure, a.measure_field), a.budget);
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
  if (a.measure.empty() && !a.measure_field.empty())
    throw base::InputError("rewright", "--measure-field needs --measure");
  if (!a.output.empty()) require_folder_of(a.output);
  if (a.json != "-") require_folder_of(a.json);
}

std::optional<solver::Target> target_of(const Arguments& a) {
  if (a.targets.empty()) return std::nullopt;
  return solver::read_target(a.targets.front(),
                             {targets_folder(data_folder(a.data))});
}

ExitCode verify(const onnx::Model& model, optimize::Optimised& made) {
  const optimize::Verified verified = optimize::verify(model, made.model);
  made.report.status = verified.status;
  made.report.detail = verified.detail;
  return code_of(verified.status);
}

void show(const evidence::Optimisation& report, const Arguments& a) {
  if (a.json == "-")
    std::cout << reports::json(report);
  else
    std::cout << reports::text(report, standard_output_style());
  if (!a.json.empty() && a.json != "-")
    base::write_file(a.json, reports::json(report));
}

}  // namespace

ExitCode run_optimize(const Arguments& a) {
  require_output(a);
  const auto start = std::chrono::steady_clock::now();
  const std::optional<solver::Target> target = target_of(a);
  const optimize::Options options{
      .target = target ? &*target : nullptr,
      .least = *solver::parse_confidence(a.min_confidence),
      .cost = *optimize::parse_measure(a.cost),
      .most = a.most};
  const std::vector<ir::Rule> rules = rules_of(a);
  const onnx::Model model = onnx::read_model(a.paths.front());
  optimize::Optimised made = run(a, model, rules, options);
  evidence::Optimisation& report = made.report;
  report.file = a.paths.front();
  report.output = a.output;
  report.target = target ? target->name : "";
  const ExitCode code = verify(model, made);
  if (code == ExitCode::as_required && !a.dry_run) {
    onnx::write_model(made.model, a.output);
    report.is_written = true;
  }
  report.code = static_cast<int>(code);
  report.seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start)
          .count();
  show(report, a);
  return code;
}

}  // namespace rewright
