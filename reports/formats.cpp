// SPDX-License-Identifier: Apache-2.0
#include "reports/formats.h"

#include <algorithm>
#include <filesystem>
#include <map>

#include <fmt/format.h>

#include "evidence/names.h"
#include "reports/describe.h"
#include "reports/markdown.h"

namespace rewright::reports {
namespace {

using evidence::FloatEffect;
using evidence::FormatResult;
using evidence::Result;
using evidence::Run;

Cell error_cell(const evidence::FuzzResult& fuzz) {
  if (fuzz.elements_with_bound == 0) return {"-", Tone::faint};
  const double worst = fuzz.worst_error_over_bound;
  return {fmt::format("{:.2f}", worst), worst <= 1 ? Tone::good : Tone::bad};
}

std::string effect_text(FloatEffect effect) {
  switch (effect) {
    case FloatEffect::bit_exact:
      return "same";
    case FloatEffect::sign_of_zero:
      return "sign of 0";
    case FloatEffect::rounding:
      return "rounded";
    case FloatEffect::special:
      return "differs";
  }
  return "";
}

Cell effect_cell(FloatEffect effect) {
  return {effect_text(effect),
          effect == FloatEffect::special ? Tone::doubtful : Tone::faint};
}

std::vector<FloatEffect> effects(const evidence::SpecialEffects& s) {
  return {s.nan, s.infinity, s.negative_zero, s.subnormal};
}

/// A formula for each side, or why there is none.
std::string bound_text(const FormatResult& f) {
  if (f.lhs_bound == f.rhs_bound) return f.lhs_bound;
  return f.lhs_bound + "; " + f.rhs_bound;
}

/// "codes: seen 1 apart, at most 2; requantisations 2 -> 1".
std::string codes_text(const evidence::QuantisedResult& q) {
  if (q.cases == 0)
    return "codes: " +
           (q.detail.empty() ? std::string(sentence(q.reason)) : q.detail);
  std::string text =
      fmt::format("codes: seen {:.3g} apart, ", q.worst_code_difference) +
      (q.code_bound ? fmt::format("at most {:.3g}", *q.code_bound)
                    : std::string("no bound known")) +
      fmt::format("; requantisations {} -> {}", q.lhs_requantisations,
                  q.rhs_requantisations);
  if (q.accumulator_overflows > 0)
    text += "; " + counted(static_cast<std::size_t>(q.accumulator_overflows),
                           "accumulator overflow");
  return text;
}

/// What there is to say in words.
std::string remarks(const FormatResult& f) {
  if (f.quantised) return codes_text(*f.quantised);
  return f.inapplicable.empty() ? bound_text(f) : f.inapplicable;
}

std::vector<Cell> row(const Result& r, const FormatResult& f) {
  const Cell none = {"-", Tone::faint};
  std::vector<Cell> cells = {{r.name}, {std::string(ir::name(f.format))}};
  const bool is_tried = f.inapplicable.empty();
  cells.push_back(is_tried ? fuzz_cell(f.fuzz) : none);
  cells.push_back(is_tried ? error_cell(f.fuzz) : none);
  if (f.special)
    for (const FloatEffect effect : effects(*f.special))
      cells.push_back(effect_cell(effect));
  else
    cells.insert(cells.end(), 4, none);
  cells.push_back({remarks(f)});
  return cells;
}

/// All bounds of a run taken together.
std::string bounds_line(const Run& run) {
  std::int64_t with = 0, without = 0;
  double worst = 0;
  for (const Result& r : run.results)
    for (const FormatResult& f : r.stages.formats) {
      with += f.fuzz.elements_with_bound;
      without += f.fuzz.elements_without_bound;
      worst = std::max(worst, f.fuzz.worst_error_over_bound);
    }
  if (with + without == 0) return "";
  return fmt::format(
      "{} elements held against their error bounds, the largest error {:.3f} "
      "of its bound; {} without bound (NaN, infinity, possible overflow)\n",
      with, worst, without);
}

// --- Markdown
// -----------------------------------------------------------------

/// Whether random cases showed all that the proof allows.
bool is_seen(const Result& r, const FormatResult& f) {
  return f.fuzz.observed_bits >= r.stages.value.float_effect;
}

std::string markdown_row(const Result& r, const FormatResult& f) {
  const FloatEffect claim = r.stages.value.float_effect;
  std::string text = "| `" + r.name + "` | " + effect_text(claim) +
                     (is_seen(r, f) ? "" : ", not seen") + " |";
  for (const FloatEffect effect : effects(*f.special))
    text += ' ' + effect_text(effect) + " |";
  return text + '\n';
}

constexpr const char* legend = R"(
**allowed** is the worst that the proof leaves open, *not seen* where no random case showed it. The other columns are
the worst that was seen of the two sides, each with one kind of special value among small integers: *same* bits (all NaN
are alike); *sign of 0*: +0 where the other side has -0; *rounded*: another rounding, overflow included; *differs*: NaN
or an infinity on one side only, or what follows from one. What only another order of a sum explains is no difference.
)";

struct Row {
  const Result* result;
  const FormatResult* format;
};

std::string section(const std::string& title, const std::vector<Row>& rows) {
  std::string text = "\n## " + title +
                     "\n\n| rule | allowed | NaN | infinity | -0 | subnormal "
                     "|\n|---|---|---|---|---|---|\n";
  for (const Row& row : rows) text += markdown_row(*row.result, *row.format);
  return text;
}

}  // namespace

std::string formats_table(const Run& run, const Style& style) {
  std::vector<std::vector<Cell>> rows;
  for (const Result& r : run.results)
    for (const FormatResult& f : r.stages.formats) rows.push_back(row(r, f));
  if (rows.empty()) return "";
  const bool is_model = run.results.front().kind == evidence::ResultKind::model;
  const std::string bounds = bounds_line(run);
  return '\n' +
         table({{is_model ? "models" : "rule"},
                {"format"},
                {"fuzz", true},
                {"error/bound", true},
                {"NaN"},
                {"infinity"},
                {"-0"},
                {"subnormal"},
                {"bound", false, true}},
               rows, style) +
         (bounds.empty() ? "" : '\n' + fold(bounds, 0, style.width));
}

std::string formats_story(const Result& r, const Style& style) {
  std::string text;
  for (const FormatResult& f : r.stages.formats) {
    const std::string format(ir::name(f.format));
    text +=
        fold(format + ": " +
                 (f.inapplicable.empty() ? describe(f.fuzz) : f.inapplicable),
             2, style.width);
    if (const auto& s = f.special)
      text += fold(
          fmt::format("NaN: {}; infinities: {}; -0: {}; subnormal "
                      "numbers: {}",
                      effect_text(s->nan), effect_text(s->infinity),
                      effect_text(s->negative_zero), effect_text(s->subnormal)),
          4, style.width);
    if (f.quantised)
      text += fold(
          codes_text(*f.quantised) +
              (f.quantised->detail.empty() ? "" : "; " + f.quantised->detail),
          4, style.width);
  }
  return text;
}

std::string formats_markdown(const Run& run) {
  std::map<std::string, std::vector<Row>> sections;
  std::size_t allowed = 0, seen = 0, rows = 0;
  for (const Result& r : run.results)
    for (const FormatResult& f : r.stages.formats) {
      if (!f.special || r.stages.value.status != evidence::Status::proved)
        continue;
      sections[folder_of(r) + ", " + std::string(ir::name(f.format))].push_back(
          {&r, &f});
      ++rows;
      if (r.stages.value.float_effect == FloatEffect::bit_exact) continue;
      ++allowed;
      seen += is_seen(r, f) ? 1 : 0;
    }
  std::string text =
      "# Special values\n\nWritten by `rewright check --format ... "
      "--markdown`. " +
      fmt::format(
          "{}: {} bit for bit the same, and so they were in every case; {} may "
          "differ, {} were seen to.\n",
          counted(rows, "proved rule"), rows - allowed, allowed, seen) +
      legend;
  for (const auto& [title, list] : sections) text += section(title, list);
  return text;
}

}  // namespace rewright::reports
