// SPDX-License-Identifier: Apache-2.0
//
// What was done to a model, and what was not and why.
#pragma once

#include <compare>
#include <optional>
#include <string>
#include <vector>

#include "evidence/evidence.h"

namespace rewright::evidence {

/// What running a graph once takes. Counted is what depends on an input; what
/// constants alone determine is computed before. A symbolic size counts as 8.
struct Cost {
  double operators = 0;      // nodes
  double elements = 0;       // read and written by them
  double multiply_adds = 0;  // arithmetic operations
  friend bool operator==(const Cost&, const Cost&) = default;
};

struct Application {
  std::string rule;
  std::vector<std::string> nodes;  // of the model, that it replaced
  Cost before, after;              // of what it replaced, and by what
};

/// Why a rule was not applied, where its operators stand as it wants them.
enum class RefusalReason {
  operands,        // shapes, attributes or element types are not the rule's
  condition,       // `when` is not met with the numbers
  ill_formed,      // the right side would be, or cannot be written
  used_elsewhere,  // an interior value is
  illegal,         // on the target, with the limit
  leaves,          // would leave the accelerator
  not_proved,
  cost,     // not better
  limit,    // --max is reached
  measure,  // the user's own estimator prefers another form
};
std::string_view name(RefusalReason reason);
std::string_view sentence(RefusalReason reason);

struct Refusal {
  std::string rule;
  RefusalReason reason = RefusalReason::operands;
  std::string detail;              // of the first
  std::vector<std::string> nodes;  // of the first
  int count = 0;
};

/// One run of the user's estimator.
struct Measurement {
  std::string what;  // "the model as it is", or the rule and its nodes
  std::optional<double> value;
  std::string failure;
  bool is_best = false;  // of all so far
};

struct Optimisation {
  std::string file, output;
  std::string target;
  std::string cost;  // by which it was decided
  std::vector<Application> applications;
  std::vector<Refusal> refusals;  // of the last pass, and all failed proofs
  std::vector<Measurement> measurements;
  Cost before, after;  // of the model
  /// The result against the original.
  Status status = Status::not_run;
  std::string detail;
  bool is_written = false;
  double seconds = 0;
  int code = 0;
};

}  // namespace rewright::evidence
