// SPDX-License-Identifier: Apache-2.0
#include "evidence/record.h"

#include <algorithm>

namespace rewright::evidence {
namespace {

/// Whether anything that the stages said of this rule contains `text`.
bool is_said(const Result& result, const std::string& text) {
  const auto has = [&](const std::string& said) {
    return said.find(text) != std::string::npos;
  };
  const Stages& s = result.stages;
  if (has(result.judgement.reason) || has(s.shape.detail) ||
      has(s.value.detail) || has(s.fuzz.detail))
    return true;
  if (const auto& c = s.fuzz.counterexample)
    if (has(c->sizes) || has(c->lhs) || has(c->rhs) || has(c->world))
      return true;
  return std::any_of(s.legality.begin(), s.legality.end(),
                     [&](const Legality& l) {
                       return has(l.rhs.detail) || has(l.rhs.where) ||
                              has(l.lhs.detail) || has(l.lhs.where);
                     });
}

std::string found(const std::string& expected, std::string_view verdict) {
  return "expected " + expected + ", found " + std::string(verdict);
}

std::string illegal_mismatch(const Expected& expected, const Result& result) {
  const Verdict verdict = result.judgement.verdict;
  const std::string wanted = "illegal(" + expected.target + ")";
  if (verdict == Verdict::refuted || verdict == Verdict::vacuous)
    return found(wanted, name(verdict));
  for (const Legality& l : result.stages.legality)
    if (l.target == expected.target)
      return l.rhs.status == LegalityStatus::illegal
                 ? ""
                 : "expected " + wanted + ", but the target does not refuse it";
  return "expected " + wanted + ", but this target was not checked";
}

std::string verdict_mismatch(const Expected& expected, const Result& result) {
  const Verdict verdict = result.judgement.verdict;
  const bool is_open =
      verdict == Verdict::unknown || verdict == Verdict::fuzzed;
  if (expected.verdict == "unknown" && is_open) return "";
  if (expected.verdict == name(verdict)) return "";
  return found(expected.verdict, name(verdict));
}

}  // namespace

std::string_view name(ResultKind kind) {
  return kind == ResultKind::rule ? "rule" : "model";
}

std::string mismatch(const Expected& expected, const Result& result) {
  std::string wrong = expected.verdict == "illegal"
                          ? illegal_mismatch(expected, result)
                          : verdict_mismatch(expected, result);
  if (!wrong.empty()) return wrong;
  if (expected.because.empty() || is_said(result, expected.because)) return "";
  return "expected the reason to mention \"" + expected.because + "\"";
}

ExitCode exit_code(const Result& result, const Requirement& required,
                   bool expectations) {
  if (!result.internal_error.empty()) return ExitCode::internal;
  if (!result.judgement.contradictions.empty()) return ExitCode::internal;
  if (!expectations || !result.expected)
    return exit_code(result.judgement, required);
  return result.unmet.empty() ? ExitCode::as_required : ExitCode::refuted;
}

std::string mismatch(const std::string& expected, base::Position position,
                     const std::string& message) {
  if (message.empty()) return "expected malformed, found nothing wrong";
  std::string place;
  if (base::is_known(position))
    place = std::to_string(position.line) + ':' +
            std::to_string(position.column) + ": ";
  if (place + message == expected) return "";
  return "expected malformed: " + expected + "\n   found malformed: " + place +
         message;
}

ExitCode exit_code(const Run& run) {
  ExitCode code = ExitCode::as_required;
  for (const Result& r : run.results) code = stricter(code, r.code);
  for (const BadInput& e : run.errors) code = stricter(code, e.code);
  return code;
}

}  // namespace rewright::evidence
