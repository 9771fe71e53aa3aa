// SPDX-License-Identifier: Apache-2.0
//
// The whole way of a rule: parse, resolve, shape proof, value proof, fuzz,
// legality, verdict, record. A file that cannot be read as rules is recorded
// and the others are still checked; an exception inside one rule becomes that
// rule's internal error. Rules are checked in parallel, and the record is the
// same for every number of jobs, its seconds aside.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "evidence/record.h"
#include "properties/fuzz.h"
#include "solver/target.h"

namespace rewright::pipeline {

struct Options {
  std::vector<solver::Target> targets;
  /// Where targets are looked up that rules name themselves.
  std::vector<std::string> target_folders;
  /// Limits known less well than this count as not known.
  solver::Confidence least = solver::Confidence::inferred;
  properties::FuzzOptions fuzz;         // cases = 0: off
  std::optional<std::uint64_t> replay;  // one case instead, by its seed
  std::vector<std::string> assumed;  // of models' inputs, in the rule language
  std::string inputs;  // of models: a folder of them, one case instead
  std::string save_counterexample;  // of models: a folder for its inputs
  /// Each rule is tried in each of these besides; with `replay` in at most one.
  std::vector<ir::ElementType> formats;
  std::vector<std::string> rules;  // only those of these names, if any
  int jobs = 1;
  evidence::Requirement required;
  /// Codes say whether `expect` clauses were met. A file then may begin with
  /// `# expect malformed: LINE:COLUMN: MESSAGE`, the whole first line of the
  /// error without the file's name, and meets it by being refused with it.
  bool expectations = false;
  /// Look for conditions that refuted rules lack and proved ones do not need.
  bool suggest = false;
  /// Called after each rule with the number done and of all; one call at a
  /// time, from any thread. May be empty.
  std::function<void(std::size_t, std::size_t)> progress;
};

/// Checks all rules of `paths` (see find_rule_files). Throws
/// base::InputError when `rules` or `replay` do not fit what was found.
evidence::Run check(const std::vector<std::string>& paths,
                    const Options& options);

/// Compares two models. A file that is no model is an error in the record.
evidence::Run equiv(const std::string& a, const std::string& b,
                    const Options& options);

}  // namespace rewright::pipeline
