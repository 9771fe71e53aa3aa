// SPDX-License-Identifier: Apache-2.0
#include "reports/text.h"

#include <map>
#include <set>

#include <fmt/format.h>

#include "evidence/names.h"
#include "reports/advice.h"
#include "reports/describe.h"
#include "reports/formats.h"
#include "reports/regions.h"
#include "reports/summary.h"

namespace rewright::reports {
namespace {

using evidence::ExitCode;
using evidence::LegalityStatus;
using evidence::Result;
using evidence::Run;
using evidence::Status;
using evidence::Verdict;

constexpr Verdict all_verdicts[] = {
    Verdict::proved,  Verdict::bounded, Verdict::close,  Verdict::fuzzed,
    Verdict::refuted, Verdict::unknown, Verdict::vacuous};
constexpr LegalityStatus all_legality[] = {
    LegalityStatus::legal, LegalityStatus::conditional, LegalityStatus::unknown,
    LegalityStatus::illegal};

template <class Stage>
Cell proof_cell(const Stage& stage) {
  switch (stage.status) {
    case Status::proved:
      return {std::to_string(stage.obligations.size()), Tone::good};
    case Status::refuted:
      return {"differs", Tone::bad};
    case Status::unknown:
      return {stage.reason == evidence::Reason::vacuous ? "vacuous" : "unknown",
              Tone::doubtful};
    case Status::not_run:
      return {"-", Tone::faint};
  }
  return {};
}

Cell verdict_cell(const Result& r) {
  if (!r.internal_error.empty()) return {"internal error", Tone::bad};
  if (!r.judgement.contradictions.empty()) return {"contradicted", Tone::bad};
  return {std::string(name(r.judgement.verdict)), tone_of(r.judgement.verdict)};
}

Cell legality_cell(const Result& r) {
  const LegalityStatus status = r.judgement.legality;
  if (status == LegalityStatus::not_run) return {"-", Tone::faint};
  return {std::string(name(status)), tone_of(status)};
}

Cell float_cell(const Result& r) {
  if (!r.judgement.float_effect) return {"-", Tone::faint};
  return {std::string(name(*r.judgement.float_effect))};
}

Cell time_cell(const Result& r) {
  const evidence::Seconds& s = r.seconds;
  const double total = s.shape + s.value + s.fuzz + s.legality;
  return {fmt::format("{:.0f}", 1000 * total)};
}

std::string results_table(const Run& run, const Style& style) {
  if (run.results.empty()) return "";
  const bool is_model = run.results.front().kind == evidence::ResultKind::model;
  std::vector<std::vector<Cell>> rows;
  for (const Result& r : run.results)
    rows.push_back({{r.name},
                    verdict_cell(r),
                    proof_cell(r.stages.shape),
                    proof_cell(r.stages.value),
                    fuzz_cell(r.stages.fuzz),
                    legality_cell(r),
                    float_cell(r),
                    time_cell(r)});
  return table({{is_model ? "models" : "rule"},
                {"verdict"},
                {"shape", true},
                {"value", true},
                {"fuzz", true},
                {"legality"},
                {"float"},
                {"ms", true}},
               rows, style);
}

/// What was assumed, which a verdict is never told without.
std::string assumptions(const Run& run, const Style& style) {
  std::string text;
  for (const Result& r : run.results)
    for (const std::string& formula : r.assumed)
      text += fold("assuming " + formula, 0, style.width);
  return text;
}

std::string heading(const Result& r, const std::string& what, Tone tone,
                    const Style& style) {
  const std::string place = r.file + ": " + r.name + ":";
  const bool fits = place.size() + 1 + what.size() <= style.width;
  return place + (fits ? " " : "\n  ") + paint(what, tone, style) + '\n';
}

/// What a proof could not show, or what it found.
template <class Stage>
std::string open_stage(const std::string& label, const Stage& stage,
                       const Style& style) {
  if (stage.status == Status::proved || stage.status == Status::not_run)
    return "";
  std::string text = fold(label + ": " + describe(stage), 2, style.width);
  if (!stage.detail.empty()) text += fold(stage.detail, 4, style.width);
  return text;
}

std::string details(const Result& r, const Style& style) {
  if (!r.internal_error.empty())
    return heading(r, "internal error", Tone::bad, style) +
           fold(r.internal_error, 2, style.width);
  std::string text = heading(r, std::string(name(r.judgement.verdict)),
                             tone_of(r.judgement.verdict), style);
  for (const std::string& c : r.judgement.contradictions)
    text += fold("contradiction, a defect of Rewright: " + c, 2, style.width);
  if (!r.unmet.empty()) text += fold(r.unmet, 2, style.width);
  text += fold(r.judgement.reason, 2, style.width);
  text += open_stage("shape proof", r.stages.shape, style);
  text += open_stage("value proof", r.stages.value, style);
  const auto& fuzz = r.stages.fuzz;
  if (fuzz.status == Status::unknown && !fuzz.agreed)
    text += open_stage("fuzz", fuzz, style);
  text += regions_block(r, 2, style);
  text += counterexample_block(r, 2, style);
  text += advice_block(r, 2, style);
  text += legality_block(r, 2, style);
  return text;
}

std::string all_details(const Run& run, const Style& style) {
  std::string text;
  for (const Result& r : run.results)
    if (r.code != ExitCode::as_required) text += '\n' + details(r, style);
  return text;
}

/// Advice about results that are as required.
std::string other_advice(const Run& run, const Style& style) {
  std::string text;
  for (const Result& r : run.results) {
    if (r.code != ExitCode::as_required) continue;
    if (const auto block = advice_block(r, 2, style); !block.empty())
      text += '\n' + r.file + ": " + r.name + ":\n" + block;
  }
  return text;
}

/// What a target says short of "legal", in a line; "" when it is legal.
std::string reservation(const evidence::Legality& l) {
  std::string text = "legality on " + l.target + ": ";
  if (l.rhs.status == LegalityStatus::conditional)
    return text + "conditional where " + l.rhs.where + " (" + l.rhs.confidence +
           ")";
  if (l.rhs.status != LegalityStatus::unknown) return "";
  std::set<std::string> operators;
  for (const evidence::LimitUse& limit : l.rhs.limits)
    if (limit.outcome == "not known") operators.insert(limit.op);
  std::string list;
  for (const std::string& op : operators)
    list += (list.empty() ? "" : ", ") + op;
  return text + "unknown, not all limits are known" +
         (list.empty() ? "" : ": " + list);
}

/// Of a proof that nothing was tried against; else "".
std::string lone_proof(const Result& r) {
  const evidence::FuzzResult& fuzz = r.stages.fuzz;
  const bool is_lone = r.judgement.verdict == evidence::Verdict::proved &&
                       fuzz.cases == 0 &&
                       fuzz.reason != evidence::Reason::switched_off;
  return is_lone ? "proved, but no random case could be tried" : "";
}

/// Reservations about results that are as required, each once, in the order
/// of the first result that it is about.
std::string reservations(const Run& run, const Style& style) {
  std::vector<std::string> order;
  std::map<std::string, std::string> names;
  for (const Result& r : run.results) {
    if (r.code != ExitCode::as_required) continue;
    std::vector<std::string> texts = {lone_proof(r)};
    for (const evidence::Legality& l : r.stages.legality)
      texts.push_back(reservation(l));
    for (const std::string& text : texts) {
      if (text.empty()) continue;
      std::string& list = names[text];
      if (list.empty()) order.push_back(text);
      list += (list.empty() ? "" : ", ") + r.name;
    }
  }
  std::string block;
  for (const std::string& text : order)
    block += fold(text, 0, style.width) + fold(names[text], 4, style.width);
  return block.empty() ? "" : '\n' + block;
}

std::string unmet_files(const Run& run, const Style& style) {
  std::string text;
  for (const evidence::BadInput& e : run.errors)
    if (!e.unmet.empty())
      text += '\n' + e.file + '\n' + fold(e.unmet, 2, style.width);
  return text;
}

template <class Kinds, class Counts>
std::string tally(const Kinds& kinds, const Counts& counts) {
  std::string text;
  for (const auto kind : kinds)
    if (const auto found = counts.find(kind); found != counts.end())
      text += fmt::format("{}{} {}", text.empty() ? "" : ", ", found->second,
                          name(kind));
  return text;
}

}  // namespace

std::string summary_line(const Run& run) {
  const Summary s = summarise(run);
  const bool is_model = !run.results.empty() &&
                        run.results.front().kind == evidence::ResultKind::model;
  std::string line = counted(run.results.size(), is_model ? "pair" : "rule");
  if (const auto t = tally(all_verdicts, s.verdicts); !t.empty())
    line += ": " + t;
  if (const auto t = tally(all_legality, s.legality); !t.empty())
    line += "; legality: " + t;
  if (s.internal_errors > 0)
    line += "; " + counted(s.internal_errors, "internal error");
  if (!run.errors.empty())
    line += "; " + counted(run.errors.size(), "malformed file");
  if (run.expectations)
    line += "; " + counted(s.unmet, "expectation") + " not met";
  return line + fmt::format("; {:.2f} s; exit code {}\n", run.seconds,
                            static_cast<int>(run.code));
}

std::string text(const Run& run, const Style& style) {
  std::string report = results_table(run, style) + formats_table(run, style) +
                       assumptions(run, style) + all_details(run, style) +
                       other_advice(run, style) + reservations(run, style) +
                       unmet_files(run, style);
  if (!report.empty()) report += '\n';
  return report + fold(summary_line(run), 0, style.width);
}

std::string errors(const Run& run) {
  std::string text;
  for (const evidence::BadInput& e : run.errors)
    if (e.code == ExitCode::bad_input) text += e.rendered + '\n';
  return text;
}

}  // namespace rewright::reports
