// SPDX-License-Identifier: Apache-2.0
#include "reports/explain.h"

#include <set>
#include <sstream>

#include "evidence/names.h"
#include "reports/describe.h"
#include "reports/formats.h"

namespace rewright::reports {
namespace {

using evidence::Result;
using evidence::Status;

std::string title(const std::string& text, const Style& style) {
  return '\n' + paint(text, Tone::faint, style) + '\n';
}

/// Code keeps its lines: it is indented and never folded.
std::string indented(const std::string& code) {
  std::string text;
  std::istringstream lines(code);
  for (std::string line; std::getline(lines, line);)
    text += line.empty() ? "\n" : "  " + line + '\n';
  return text;
}

std::string verdict(const Result& r, const Style& style) {
  std::string what = r.internal_error.empty()
                         ? std::string(name(r.judgement.verdict))
                         : "internal error";
  const Tone tone =
      r.internal_error.empty() ? tone_of(r.judgement.verdict) : Tone::bad;
  std::string text = title("Verdict", style) + "  " + paint(what, tone, style) +
                     '\n' + fold(r.judgement.reason, 2, style.width);
  text += fold(r.internal_error, 2, style.width);
  for (const std::string& c : r.judgement.contradictions)
    text += fold("contradiction, a defect of Rewright: " + c, 2, style.width);
  return text;
}

std::string obligations(const std::vector<evidence::Obligation>& list,
                        const Style& style) {
  std::string text;
  for (const evidence::Obligation& o : list)
    text += fold(o.what + ": " + o.answer, 4, style.width);
  return text;
}

std::string shape(const Result& r, const Style& style) {
  const evidence::ShapeProof& proof = r.stages.shape;
  return title("Shape proof", style) + fold(describe(proof), 2, style.width) +
         fold(proof.detail, 2, style.width) +
         obligations(proof.obligations, style);
}

std::string value(const Result& r, const Style& style) {
  const evidence::ValueProof& proof = r.stages.value;
  std::string text = title("Value proof", style) +
                     fold(describe(proof), 2, style.width) +
                     fold(proof.detail, 4, style.width);
  // Each kind of arithmetic has its steps, which are often the same.
  std::set<std::string> told;
  for (const std::string& step : proof.steps)
    if (told.insert(step).second) text += fold("- " + step, 2, style.width);
  return text + obligations(proof.obligations, style);
}

std::string laws(const Result& r, const Style& style) {
  const evidence::ValueProof& proof = r.stages.value;
  if (proof.status != Status::proved) return "";
  std::string text;
  if (!proof.axioms.empty()) text += title("Laws used", style);
  for (const evidence::Axiom axiom : proof.axioms)
    text += fold(std::string(name(axiom)) + ": " + std::string(law(axiom)), 2,
                 style.width);
  if (!proof.holds_over.empty()) text += title("Holds over", style);
  for (const std::string& structure : proof.holds_over)
    text += fold(structure, 2, style.width);
  text += title("In floating point", style);
  return text + fold(std::string(name(proof.float_effect)) + ": " +
                         std::string(sentence(proof.float_effect)),
                     2, style.width);
}

std::string rounding(const Result& r, const Style& style) {
  if (r.stages.rounding.empty()) return "";
  std::string text = title("Rounding", style);
  for (const std::string& line : r.stages.rounding)
    text += fold(line, 2, style.width);
  return text + fold(
                    "where gamma(k) = k*u / (1 - k*u), u the unit roundoff "
                    "of the format, gamma32 that of float32, and side(|x|) "
                    "the side on absolute values; overflow, underflow, NaN "
                    "and infinities excepted",
                    4, style.width);
}

std::string fuzz(const Result& r, const Style& style) {
  std::string text = title("Fuzz", style) +
                     fold(describe(r.stages.fuzz), 2, style.width) +
                     fold(r.stages.fuzz.detail, 4, style.width);
  if (r.stages.fuzz.counterexample)
    text += title("Counterexample", style) + counterexample_block(r, 2, style);
  return text;
}

std::string limits(const evidence::SideLegality& side, const Style& style) {
  std::string text;
  for (const evidence::LimitUse& limit : side.limits)
    text += fold("- " + describe(limit), 4, style.width);
  return text;
}

std::string side(const std::string& which, const evidence::SideLegality& s,
                 const Style& style) {
  return fold(which + ": " + brief(s), 2, style.width) +
         fold(s.detail, 4, style.width);
}

std::string legality(const Result& r, const Style& style) {
  std::string text;
  for (const evidence::Legality& l : r.stages.legality) {
    text += title("Legality on " + l.target, style) +
            side("left side", l.lhs, style) + side("right side", l.rhs, style);
    if (l.leaves_accelerator)
      text += fold("This rewrite takes the graph off the accelerator.", 2,
                   style.width);
    if (l.claim_holds)
      text += fold(std::string("The rule's own `legal` clause is ") +
                       (*l.claim_holds ? "proved." : "not shown."),
                   2, style.width);
    text += limits(l.rhs, style);
  }
  return text;
}

std::string formats(const Result& r, const Style& style) {
  if (r.stages.formats.empty()) return "";
  return title("Formats", style) + formats_story(r, style);
}

}  // namespace

std::string explain(const Result& r, const Style& style) {
  std::string text = r.name + "  " + paint(r.file, Tone::faint, style) + '\n';
  if (!r.text.empty()) text += '\n' + indented(r.text);
  text += verdict(r, style);
  if (!r.internal_error.empty()) return text;
  return text + shape(r, style) + value(r, style) + laws(r, style) +
         rounding(r, style) + fuzz(r, style) + formats(r, style) +
         legality(r, style);
}

}  // namespace rewright::reports
