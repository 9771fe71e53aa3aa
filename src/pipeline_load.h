// SPDX-License-Identifier: Apache-2.0
//
// From paths to jobs: texts parsed, rules resolved, the targets that a rule
// itself names read.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "evidence/record.h"
#include "ir/graph.h"
#include "pipeline.h"
#include "pipeline_models.h"
#include "solver/target.h"

namespace rewright::pipeline {

using TargetPointer = std::shared_ptr<const solver::Target>;

/// One rule, or pair of models, to be checked.
struct Job {
  evidence::ResultKind kind = evidence::ResultKind::rule;
  ir::Rule rule;
  std::string file;
  std::string against;               // the second model
  Constants constants;               // of models
  std::vector<std::string> assumed;  // of their inputs, as asked for
  models::Names names;               // of their values
  std::optional<evidence::Expected> expected;
  std::vector<TargetPointer> targets;  // asked for, then named by the rule
};

struct Loaded {
  std::vector<Job> jobs;
  std::vector<evidence::BadInput> errors;
  std::vector<evidence::Result> broken;  // by an internal error while loading
};

Loaded load_rules(const std::vector<std::string>& paths,
                  const Options& options);
Loaded load_models(const std::string& a, const std::string& b,
                   const Options& options);

evidence::BadInput bad_input(const base::InputError& error);

}  // namespace rewright::pipeline
