// SPDX-License-Identifier: Apache-2.0
//
// The record of one run: what was asked, a result per rule or pair of models,
// and the files that could not be read as rules. Every report is written from
// it and adds nothing.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/position.h"
#include "evidence/verdict.h"

namespace rewright::evidence {

/// An `expect` clause: which outcome a test case is there to show.
struct Expected {
  std::string verdict;  // proved, refuted, unknown, vacuous, illegal, ...
  std::string target;   // of illegal(target)
  std::string because;  // part of the reason; "" when not stated
};

struct Seconds {
  double shape = 0;
  double value = 0;
  double fuzz = 0;
  double legality = 0;
};

/// A further precondition under which a refuted rule is proved.
struct Suggestion {
  std::string when;  // a formula in the rule language
  std::string with;  // clauses that change besides, "types T : float"; or ""
  double kept = 0;   // of the random samples on which both sides agree
};

/// What --suggest found: conditions that a refuted rule lacks, or which of
/// the conjuncts of `when` a proved rule needs.
struct Advice {
  bool is_asked = false;
  std::vector<Suggestion> suggestions;  // the one that keeps most first
  std::vector<std::string> redundant;   // proved without all of them
  std::vector<std::string> needed;      // refuted without it
  std::vector<std::string> undecided;   // neither
};

enum class ResultKind { rule, model };
std::string_view name(ResultKind kind);

struct Result {
  ResultKind kind = ResultKind::rule;
  std::string name;
  std::string file;                  // of the rule, or of the first model
  std::string against;               // the second model
  std::vector<std::string> assumed;  // of the models' inputs
  std::string text;  // the rule in canonical form; "" for models
  Stages stages;
  Judgement judgement;
  Advice advice;
  Seconds seconds;
  std::string internal_error;  // what() of an exception; a defect of ours
  std::optional<Expected> expected;
  std::string unmet;  // in what the expectation was not met; "" when it was
  ExitCode code = ExitCode::as_required;
};

/// A file that cannot be read as rules, or was expected not to be.
struct BadInput {
  std::string file;
  base::Position position;
  std::string message;                  // "" when nothing was wrong
  std::string rendered;                 // with place, line and caret
  std::optional<std::string> expected;  // "3:10: unknown size 'M'"
  std::string unmet;
  ExitCode code = ExitCode::bad_input;
};

struct Run {
  std::string version;
  std::vector<std::string> targets;
  Requirement required;
  bool expectations = false;  // --expect: codes say whether they were met
  std::uint64_t seed = 0;
  std::int64_t cases = 0;  // of fuzzing; 0 = off
  std::vector<Result> results;
  std::vector<BadInput> errors;
  double seconds = 0;
  ExitCode code = ExitCode::as_required;
};

/// How a result misses an expectation; "" when it meets it.
///
/// `unknown` is met by unknown and by fuzzed: neither a proof nor a
/// counterexample. `illegal(t)` asks that t refuses rhs and that the rule is
/// not wrong besides. Everything else is met by the verdict of that name.
/// `because` must occur in something the stages said.
std::string mismatch(const Expected& expected, const Result& result);

/// What one result contributes to the exit code. With `expectations`, a rule
/// without an `expect` clause is expected to be proved, and a missed
/// expectation contributes 1; contradictions and internal errors stay 4.
ExitCode exit_code(const Result& result, const Requirement& required,
                   bool expectations);

/// What `expected` misses in a mistake found at `position`; "" when it names
/// the place and the whole message. An empty message is no mistake.
std::string mismatch(const std::string& expected, base::Position position,
                     const std::string& message);

/// The strictest code of all results and errors.
ExitCode exit_code(const Run& run);

}  // namespace rewright::evidence
