// SPDX-License-Identifier: Apache-2.0
//
// The verdict: a pure function of what the stages said. The first line that
// fits decides ("-" is anything; "agrees" is at least one case, no difference,
// and no reason to doubt the sample):
//
//     shape      value      fuzz      verdict
//     -          -          differs   refuted
//     refuted    -          -         refuted
//     vacuous    -          -         vacuous
//     proved     proved     -         proved, or bounded if the proof says so
//     proved     constants  -         close: equal but for their rounding
//     -          refuted    -         unknown: no counterexample shows it
//     -          -          agrees    fuzzed
//     -          -          -         unknown
//
// Stages that contradict each other are a defect of ours and are reported:
//
//     value proved, fuzz differs
//     shape proved, fuzz finds rhs ill formed or of another shape
//     vacuous, fuzz kept a case
//     value proved with a float effect, fuzz observed a worse one
//     a rounding error exceeds its bound
//     codes of a device are further apart than their bound
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "evidence/evidence.h"
#include "evidence/format_result.h"
#include "evidence/regions.h"

namespace rewright::evidence {

enum class Verdict {
  proved,
  bounded,
  close,  // of models: equal but for the rounding of constants
  fuzzed,
  refuted,
  unknown,
  vacuous
};
std::string_view name(Verdict verdict);

/// Everything the stages said about one rule or pair of models.
struct Stages {
  ShapeProof shape;
  ValueProof value;
  FuzzResult fuzz;
  std::optional<Regions> regions;     // of models
  std::vector<std::string> rounding;  // how far floats may be apart, by format
  std::vector<Legality> legality;     // one per target
  std::vector<FormatResult> formats;  // those asked for
};

struct Judgement {
  Verdict verdict = Verdict::unknown;
  std::string reason;  // one sentence without a full stop
  /// What floats lose; known only of what is proved or bounded.
  std::optional<FloatEffect> float_effect;
  /// The worst over all targets: illegal, unknown, conditional, legal.
  LegalityStatus legality = LegalityStatus::not_run;
  bool claim_fails = false;                 // a `legal` clause is not shown
  std::vector<std::string> contradictions;  // between stages
};

Judgement judge(const Stages& stages);

/// The target whose answer decides: the worst, the first among equals. Null
/// without targets.
const Legality* deciding(const std::vector<Legality>& legality);

/// What a run asks of every rule.
struct Requirement {
  Verdict least = Verdict::proved;  // proved, bounded or fuzzed
  bool legal = false;               // for all sizes, on every target
  bool allows_close = false;        // counts as proved
};

enum class ExitCode {
  as_required = 0,
  refuted = 1,   // or illegal
  unproved = 2,  // less than required, or not legal though required
  bad_input = 3,
  internal = 4,  // an internal error, or stages contradict each other
};

/// The code that wins: 4 before 3 before 1 before 2 before 0.
ExitCode stricter(ExitCode a, ExitCode b);

/// What one judgement contributes to the exit code.
ExitCode exit_code(const Judgement& judgement, const Requirement& required);

}  // namespace rewright::evidence
