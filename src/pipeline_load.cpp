// SPDX-License-Identifier: Apache-2.0
#include "pipeline_load.h"

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <string_view>

#include "index/expr.h"
#include "ir/resolve.h"
#include "ops/table.h"
#include "pipeline_assume.h"
#include "pipeline_files.h"
#include "syntax/parser.h"

namespace rewright::pipeline {
namespace {

/// Targets that were asked for, and those that rules name, each read once.
class Targets {
 public:
  explicit Targets(const Options& options) : options_(options) {
    for (const solver::Target& t : options.targets) {
      asked_.push_back(std::make_shared<const solver::Target>(t));
      known_[t.name] = asked_.back();
    }
  }

  std::vector<TargetPointer> of(const ir::Rule& rule) {
    std::vector<TargetPointer> targets = asked_;
    for (const ir::LegalClaim& claim : rule.legal_claims)
      add(claim.target, claim.position, rule, targets);
    if (options_.expectations && rule.expect && !rule.expect->target.empty())
      add(rule.expect->target, rule.expect->position, rule, targets);
    return targets;
  }

 private:
  void add(const std::string& name, base::Position position,
           const ir::Rule& rule, std::vector<TargetPointer>& targets) {
    TargetPointer& known = known_[name];
    if (!known) {
      const auto names = target_names(options_.target_folders);
      if (std::find(names.begin(), names.end(), name) == names.end())
        throw base::InputError(*rule.source, position,
                               "there is no target '" + name + "'" +
                                   base::suggestion(name, names));
      known = std::make_shared<const solver::Target>(
          solver::read_target(name, options_.target_folders));
    }
    if (std::find(targets.begin(), targets.end(), known) == targets.end())
      targets.push_back(known);
  }

  const Options& options_;
  std::vector<TargetPointer> asked_;
  std::map<std::string, TargetPointer> known_;
};

std::optional<evidence::Expected> expected(const ir::Rule& rule) {
  if (!rule.expect) return std::nullopt;
  return evidence::Expected{rule.expect->verdict, rule.expect->target,
                            rule.expect->because};
}

std::vector<Job> read_jobs(const std::shared_ptr<const base::Source>& source,
                           const std::string& path, Targets& targets) {
  std::vector<Job> jobs;
  try {
    for (ir::Rule& rule :
         ir::resolve(syntax::parse_rules(source), ops::table())) {
      Job job;
      job.expected = expected(rule);
      job.targets = targets.of(rule);
      job.rule = std::move(rule);
      job.file = path;
      jobs.push_back(std::move(job));
    }
  } catch (const index::Overflow& e) {
    throw base::InputError(source->name, e.what());
  }
  return jobs;
}

/// What a first line `# expect malformed: ...` says.
std::optional<std::string> expected_mistake(const base::Source& source) {
  constexpr std::string_view prefix = "# expect malformed: ";
  std::string_view line(source.text);
  line = line.substr(0, line.find('\n'));
  if (!line.starts_with(prefix)) return std::nullopt;
  line.remove_prefix(prefix.size());
  if (line.ends_with('\r')) line.remove_suffix(1);
  return std::string(line);
}

/// Compares what was found wrong with what was expected to be.
void judge_mistake(evidence::BadInput& found, const std::string& expected) {
  found.expected = expected;
  found.unmet = evidence::mismatch(expected, found.position, found.message);
  found.code = found.unmet.empty() ? evidence::ExitCode::as_required
                                   : evidence::ExitCode::refuted;
}

evidence::Result broken(const std::string& path, const char* what) {
  evidence::Result result;
  result.name = std::filesystem::path(path).stem().string();
  result.file = path;
  result.internal_error = what;
  result.code = evidence::ExitCode::internal;
  return result;
}

void load_file(const std::string& path, const Options& options,
               Targets& targets, Loaded& loaded) {
  std::optional<std::string> mistake;
  try {
    const auto source = read_source(path);
    if (options.expectations) mistake = expected_mistake(*source);
    std::vector<Job> jobs = read_jobs(source, path, targets);
    if (mistake) {
      evidence::BadInput none;
      none.file = source->name;
      judge_mistake(none, *mistake);
      loaded.errors.push_back(std::move(none));
      return;
    }
    std::move(jobs.begin(), jobs.end(), std::back_inserter(loaded.jobs));
  } catch (const base::InputError& e) {
    loaded.errors.push_back(bad_input(e));
    if (mistake) judge_mistake(loaded.errors.back(), *mistake);
  } catch (const std::exception& e) {
    loaded.broken.push_back(broken(path, e.what()));
  }
}

}  // namespace

evidence::BadInput bad_input(const base::InputError& error) {
  evidence::BadInput bad;
  bad.file = error.file();
  bad.position = error.position();
  bad.message = error.message();
  bad.rendered = error.rendered();
  return bad;
}

Loaded load_rules(const std::vector<std::string>& paths,
                  const Options& options) {
  Loaded loaded;
  Targets targets(options);
  const RuleFiles found = find_rule_files(paths);
  for (const base::InputError& e : found.errors)
    loaded.errors.push_back(bad_input(e));
  for (const std::string& path : found.files)
    load_file(path, options, targets, loaded);
  return loaded;
}

Loaded load_models(const std::string& a, const std::string& b,
                   const Options& options) {
  Loaded loaded;
  try {
    Job job;
    job.kind = evidence::ResultKind::model;
    ModelPair pair = read_pair(a, b);
    job.rule = std::move(pair.rule);
    for (const std::string& formula : options.assumed)
      assume(job.rule, formula);
    job.assumed = options.assumed;
    job.constants = std::move(pair.constants);
    job.names = std::move(pair.names);
    job.file = a;
    job.against = b;
    job.targets = Targets(options).of(job.rule);
    loaded.jobs.push_back(std::move(job));
  } catch (const base::InputError& e) {
    loaded.errors.push_back(bad_input(e));
  } catch (const index::Overflow& e) {
    loaded.errors.push_back(bad_input(base::InputError(a, e.what())));
  } catch (const std::exception& e) {
    loaded.broken.push_back(broken(a, e.what()));
    loaded.broken.back().kind = evidence::ResultKind::model;
    loaded.broken.back().against = b;
  }
  return loaded;
}

}  // namespace rewright::pipeline
