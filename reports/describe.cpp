// SPDX-License-Identifier: Apache-2.0
#include "reports/describe.h"

#include <algorithm>
#include <string_view>

#include <fmt/format.h>

#include "evidence/names.h"

namespace rewright::reports {
namespace {

constexpr std::int64_t most_elements_of_input =
    4096;  // larger ones are left out

using evidence::FuzzResult;
using evidence::Legality;
using evidence::LegalityStatus;
using evidence::Result;
using evidence::SideLegality;
using evidence::Status;
using evidence::Verdict;

std::string listed(const std::vector<std::int64_t>& numbers) {
  std::string text;
  for (std::size_t i = 0; i < numbers.size(); ++i)
    text += (i > 0 ? ", " : "") + std::to_string(numbers[i]);
  return '[' + text + ']';
}

template <class Stage>
std::string because(const Stage& stage) {
  const std::string_view sentence = evidence::sentence(stage.reason);
  return sentence.empty() ? "" : ": " + std::string(sentence);
}

std::string obligations(std::size_t n) { return counted(n, "obligation"); }

/// "  label   text" with the text folded under itself.
std::string entry(const std::string& label, const std::string& text,
                  std::size_t indent, const Style& style) {
  constexpr std::size_t label_width = 9;
  std::string block = fold(text, indent + label_width, style.width);
  std::string shown = label;
  shown.resize(std::max(label_width, shown.size() + 1), ' ');
  const std::size_t start = std::min(indent + shown.size(), block.size());
  if (shown.size() > label_width)  // a long label takes a line of its own
    return std::string(indent, ' ') + label + '\n' + block;
  return std::string(indent, ' ') + shown + block.substr(start);
}

/// The violated limits, or what else there is to say.
std::string grounds(const SideLegality& side, std::size_t indent,
                    const Style& style) {
  std::string violated;
  for (const auto& limit : side.limits)
    if (limit.outcome == "violated")
      violated += fold(describe(limit), indent, style.width);
  return violated.empty() ? fold(side.detail, indent, style.width) : violated;
}

std::string target_block(const Legality& legality, std::size_t indent,
                         const Style& style) {
  const std::size_t inner = indent + 2;
  std::string text =
      entry(legality.target, brief(legality.rhs), indent, style) +
      grounds(legality.rhs, inner, style);
  if (legality.lhs.status != legality.rhs.status)
    text += fold("left side: " + brief(legality.lhs), inner, style.width);
  if (legality.leaves_accelerator)
    text += fold("this rewrite takes the graph off the accelerator", inner,
                 style.width);
  if (legality.claim_holds)
    text += fold(*legality.claim_holds
                     ? "the rule's own `legal` clause is proved"
                     : "the rule's own `legal` clause is not shown",
                 inner, style.width);
  return text;
}

}  // namespace

Tone tone_of(Verdict verdict) {
  switch (verdict) {
    case Verdict::proved:
      return Tone::good;
    case Verdict::refuted:
      return Tone::bad;
    default:
      return Tone::doubtful;
  }
}

Tone tone_of(LegalityStatus status) {
  switch (status) {
    case LegalityStatus::legal:
      return Tone::good;
    case LegalityStatus::illegal:
      return Tone::bad;
    case LegalityStatus::not_run:
      return Tone::faint;
    default:
      return Tone::doubtful;
  }
}

std::string describe(const evaluate::Tensor& tensor, std::size_t most) {
  std::string text = tensor.element_name() + listed(tensor.shape()) + ":";
  const auto size = static_cast<std::size_t>(tensor.size());
  for (std::size_t i = 0; i < std::min(size, most); ++i)
    text += ' ' + tensor.element_text(static_cast<std::int64_t>(i));
  if (size > most) text += fmt::format(" ... ({} elements)", size);
  return text;
}

std::string brief(const SideLegality& side) {
  std::string text(name(side.status));
  if (!side.where.empty()) text += " where " + side.where;
  if (!side.confidence.empty()) text += " (" + side.confidence + ")";
  return text;
}

std::string describe(const evidence::LimitUse& limit) {
  std::string text = limit.outcome + ": " + limit.op;
  if (!limit.node.empty() && limit.node != limit.op)
    text += " (" + limit.node + ")";
  if (!limit.formula.empty()) text += ": " + limit.formula;
  for (const std::string& more : {limit.confidence, limit.source, limit.note})
    if (!more.empty()) text += ", " + more;
  return text;
}

std::string describe(const evidence::ShapeProof& proof) {
  std::string text = std::string(name(proof.status)) + because(proof);
  if (proof.status != Status::not_run)
    text += ", " + obligations(proof.obligations.size());
  if (proof.status == Status::proved && proof.holds_when_empty)
    text += ", and the shapes agree for empty tensors too";
  return text;
}

std::string describe(const evidence::ValueProof& proof) {
  std::string text = std::string(name(proof.status)) + because(proof);
  if (proof.status == Status::proved && !proof.scope.empty())
    text += " for " + proof.scope;
  if (proof.status != Status::not_run)
    text += ", " + obligations(proof.obligations.size());
  return text;
}

std::string describe(const FuzzResult& fuzz) {
  if (fuzz.status == Status::not_run) return "not run" + because(fuzz);
  std::string text = fuzz.status == Status::refuted ? "differs"
                     : fuzz.agreed                  ? "agrees"
                                                    : "undecided";
  text += because(fuzz);
  text += fmt::format(", {}, {} discarded, seed {}",
                      counted(static_cast<std::size_t>(fuzz.cases), "case"),
                      fuzz.discarded, fuzz.seed);
  if (fuzz.residue_cases > 0)
    text += fmt::format(", {} of them in residues modulo 2^61 - 1",
                        fuzz.residue_cases);
  if (fuzz.residue_cases > 0 && fuzz.residue_miss < 1)
    text += fmt::format(
        ", each of which misses a difference with probability at most {:.1g}",
        fuzz.residue_miss);
  if (fuzz.worst_error_over_bound > 0)
    text += fmt::format(", rounding error at most {:.2g} of its bound",
                        fuzz.worst_error_over_bound);
  if (fuzz.observed != evidence::FloatEffect::bit_exact)
    text += ", observed in floats: " + std::string(name(fuzz.observed));
  return text;
}

Cell fuzz_cell(const evidence::FuzzResult& fuzz) {
  if (fuzz.status == Status::not_run) return {"-", Tone::faint};
  if (fuzz.status == Status::refuted) return {"differs", Tone::bad};
  return {std::to_string(fuzz.cases),
          fuzz.agreed ? Tone::good : Tone::doubtful};
}

std::string replay_command(const Result& result) {
  const auto& c = result.stages.fuzz.counterexample;
  const std::string seed =
      std::to_string(c ? c->seed : result.stages.fuzz.seed);
  const std::string format =
      c && c->format ? " --format " + std::string(name(*c->format)) : "";
  if (result.kind == evidence::ResultKind::model) {
    std::string command = "rewright equiv " + shell_quoted(result.file) + ' ' +
                          shell_quoted(result.against);
    for (const std::string& formula : result.assumed)
      command += " --assume " + shell_quoted(formula);
    return c && !c->folder.empty()
               ? command + " --inputs " + shell_quoted(c->folder)
               : command + format + " --replay " + seed;
  }
  return "rewright check " + shell_quoted(result.file) + " --rule " +
         shell_quoted(result.name) + format + " --replay " + seed;
}

std::string counterexample_block(const Result& result, std::size_t indent,
                                 const Style& style) {
  const auto& c = result.stages.fuzz.counterexample;
  if (!c) return "";
  std::string text;
  if (!c->sizes.empty()) text += entry("sizes", c->sizes, indent, style);
  std::string element = "of type " + c->world;
  if (!c->index.empty() || c->output > 0)
    element =
        listed(c->index) + fmt::format(" of output {}, ", c->output) + element;
  text += entry("element", element, indent, style);
  text += entry("lhs", c->lhs, indent, style);
  text += entry("rhs", c->rhs, indent, style);
  for (const auto& [name, tensor] : c->inputs)
    if (tensor.size() <= most_elements_of_input)
      text += entry("input", name + " = " + describe(tensor), indent, style);
  if (c->folder.empty())
    text += entry("seed", std::to_string(c->seed), indent, style);
  // Never folded: it is there to be copied.
  return text + std::string(indent, ' ') + "replay   " +
         replay_command(result) + '\n';
}

std::string legality_block(const Result& result, std::size_t indent,
                           const Style& style) {
  std::string text;
  for (const Legality& legality : result.stages.legality)
    text += target_block(legality, indent, style);
  return text;
}

std::string counted(std::size_t n, const std::string& noun) {
  return std::to_string(n) + ' ' + noun + (n == 1 ? "" : "s");
}

std::string shell_quoted(const std::string& word) {
  constexpr std::string_view plain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
      "_-./+:@%,=";
  if (!word.empty() && word.find_first_not_of(plain) == std::string::npos)
    return word;
  std::string quoted = "'";
  for (const char c : word) quoted += c == '\'' ? "'\\''" : std::string(1, c);
  return quoted + '\'';
}

}  // namespace rewright::reports
