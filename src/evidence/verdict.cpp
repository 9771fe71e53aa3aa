// SPDX-License-Identifier: Apache-2.0
#include "evidence/verdict.h"

#include <algorithm>

#include "evidence/names.h"

namespace rewright::evidence {
namespace {

bool is_vacuous(const Stages& s) {
  return s.shape.reason == Reason::vacuous || s.value.reason == Reason::vacuous;
}

bool agrees(const FuzzResult& fuzz) {
  return fuzz.status != Status::refuted && fuzz.agreed && fuzz.cases > 0 &&
         fuzz.reason == Reason::none;
}

bool is_about_shape(const FuzzResult& fuzz) {
  return fuzz.counterexample &&
         (fuzz.counterexample->rhs.starts_with("ill formed") ||
          fuzz.counterexample->rhs.starts_with("shape"));
}

Verdict decide(const Stages& s) {
  if (s.fuzz.status == Status::refuted) return Verdict::refuted;
  if (s.shape.status == Status::refuted) return Verdict::refuted;
  if (is_vacuous(s)) return Verdict::vacuous;
  if (s.shape.status == Status::proved && s.value.status == Status::proved)
    return s.value.bounded ? Verdict::bounded : Verdict::proved;
  if (s.shape.status == Status::proved && s.value.reason == Reason::constants)
    return Verdict::close;
  if (s.value.status == Status::refuted) return Verdict::unknown;
  return agrees(s.fuzz) ? Verdict::fuzzed : Verdict::unknown;
}

template <class Stage>
std::string why(const std::string& stage, const Stage& s) {
  const std::string_view reason = sentence(s.reason);
  if (!reason.empty()) return stage + ": " + std::string(reason);
  if (s.detail.empty()) return stage + ": " + std::string(name(s.status));
  return stage + ": " + s.detail.substr(0, s.detail.find('\n'));
}

std::string why_unproved(const Stages& s) {
  if (s.shape.status != Status::proved) return why("shape proof", s.shape);
  if (s.value.status == Status::refuted)
    return "the value proof failed, but no counterexample shows it";
  return why("value proof", s.value);
}

std::string difference(const FuzzResult& fuzz) {
  if (!fuzz.counterexample) return why("fuzz", fuzz);
  const Counterexample& c = *fuzz.counterexample;
  std::string at = c.sizes.empty() ? "" : " at " + c.sizes;
  return "the sides differ" + at + ": lhs " + c.lhs + ", rhs " + c.rhs;
}

std::string reason(Verdict verdict, const Stages& s) {
  switch (verdict) {
    case Verdict::proved:
      return "equal for " +
             (s.value.scope.empty() ? "all sizes and values" : s.value.scope);
    case Verdict::bounded:
      return "equal, but shown only for " + s.value.scope;
    case Verdict::close:
      return "equal but for the rounding of constants: " + s.value.detail;
    case Verdict::refuted:
      return s.fuzz.status == Status::refuted ? difference(s.fuzz)
                                              : why("shape proof", s.shape);
    case Verdict::vacuous:
      return std::string(sentence(Reason::vacuous));
    case Verdict::fuzzed:
      return "random cases agree, but " + why_unproved(s);
    case Verdict::unknown:
      return why_unproved(s);
  }
  return "";
}

std::vector<std::string> contradictions(const Stages& s) {
  std::vector<std::string> found;
  const bool value_proved = s.value.status == Status::proved;
  const bool differs = s.fuzz.status == Status::refuted;
  if (value_proved && differs)
    found.push_back("the value proof is contradicted by a counterexample");
  if (s.shape.status == Status::proved && differs && is_about_shape(s.fuzz))
    found.push_back("the shape proof is contradicted by a counterexample");
  if (is_vacuous(s) && s.fuzz.cases > 0)
    found.push_back("called vacuous, yet fuzzing found instances");
  const auto observe = [&](const FuzzResult& fuzz, const std::string& where) {
    if (value_proved && fuzz.observed > s.value.float_effect)
      found.push_back("the float effect was proved to be " +
                      std::string(name(s.value.float_effect)) +
                      ", yet fuzzing observed " +
                      std::string(name(fuzz.observed)) + where);
    if (fuzz.worst_error_over_bound > 1)
      found.push_back("a rounding error is larger than its bound" + where);
  };
  observe(s.fuzz, "");
  for (const FormatResult& f : s.formats) {
    observe(f.fuzz, " in " + std::string(ir::name(f.format)));
    const auto& codes = f.quantised;
    if (value_proved && codes && codes->code_bound &&
        codes->worst_code_difference > *codes->code_bound)
      found.push_back("codes are further apart than their bound in " +
                      std::string(ir::name(f.format)));
  }
  return found;
}

int badness(LegalityStatus status) {
  switch (status) {
    case LegalityStatus::not_run:
      return 0;
    case LegalityStatus::legal:
      return 1;
    case LegalityStatus::conditional:
      return 2;
    case LegalityStatus::unknown:
      return 3;
    case LegalityStatus::illegal:
      return 4;
  }
  return 4;
}

/// Proved, bounded, fuzzed in this order; everything else is less.
int strength(Verdict verdict) {
  switch (verdict) {
    case Verdict::proved:
      return 3;
    case Verdict::bounded:
      return 2;
    case Verdict::fuzzed:
      return 1;
    default:
      return 0;
  }
}

int strictness(ExitCode code) {
  switch (code) {
    case ExitCode::as_required:
      return 0;
    case ExitCode::unproved:
      return 1;
    case ExitCode::refuted:
      return 2;
    case ExitCode::bad_input:
      return 3;
    case ExitCode::internal:
      return 4;
  }
  return 4;
}

}  // namespace

std::string_view name(Verdict verdict) {
  switch (verdict) {
    case Verdict::proved:
      return "proved";
    case Verdict::bounded:
      return "bounded";
    case Verdict::close:
      return "close";
    case Verdict::fuzzed:
      return "fuzzed";
    case Verdict::refuted:
      return "refuted";
    case Verdict::unknown:
      return "unknown";
    case Verdict::vacuous:
      return "vacuous";
  }
  return "";
}

const Legality* deciding(const std::vector<Legality>& legality) {
  const auto worst =
      std::max_element(legality.begin(), legality.end(),
                       [](const Legality& a, const Legality& b) {
                         return badness(a.rhs.status) < badness(b.rhs.status);
                       });
  return worst == legality.end() ? nullptr : &*worst;
}

Judgement judge(const Stages& s) {
  Judgement j;
  j.verdict = decide(s);
  j.reason = reason(j.verdict, s);
  if (j.verdict == Verdict::proved || j.verdict == Verdict::bounded)
    j.float_effect = s.value.float_effect;
  if (const Legality* worst = deciding(s.legality))
    j.legality = worst->rhs.status;
  j.claim_fails =
      std::any_of(s.legality.begin(), s.legality.end(),
                  [](const Legality& l) { return l.claim_holds == false; });
  j.contradictions = contradictions(s);
  return j;
}

ExitCode stricter(ExitCode a, ExitCode b) {
  return strictness(a) < strictness(b) ? b : a;
}

ExitCode exit_code(const Judgement& j, const Requirement& required) {
  if (!j.contradictions.empty()) return ExitCode::internal;
  if (j.verdict == Verdict::refuted || j.legality == LegalityStatus::illegal)
    return ExitCode::refuted;
  const bool is_proved = strength(j.verdict) >= strength(required.least) ||
                         (required.allows_close && j.verdict == Verdict::close);
  const bool is_legal = !required.legal || j.legality == LegalityStatus::legal;
  return is_proved && is_legal && !j.claim_fails ? ExitCode::as_required
                                                 : ExitCode::unproved;
}

}  // namespace rewright::evidence
