// SPDX-License-Identifier: Apache-2.0
#include "reports/json.h"

#include <algorithm>
#include <cmath>

#include <nlohmann/json.hpp>

#include "evidence/names.h"
#include "reports/describe.h"
#include "reports/summary.h"

namespace rewright::reports {
namespace {

using Json = nlohmann::ordered_json;
using evidence::Legality;
using evidence::Result;
using evidence::Run;
using evidence::Status;

constexpr std::int64_t most_elements = 1024;  // of one tensor in the record

Json number(double value) {
  return std::isfinite(value) ? Json(value) : Json();
}

Json text_or_null(const std::string& text) {
  return text.empty() ? Json() : Json(text);
}

Json obligations(const std::vector<evidence::Obligation>& list) {
  Json all = Json::array();
  for (const evidence::Obligation& o : list)
    all.push_back({{"what", o.what},
                   {"answer", o.answer},
                   {"smtlib", text_or_null(o.smtlib)}});
  return all;
}

Json shape_proof(const evidence::ShapeProof& p) {
  return {{"status", name(p.status)},
          {"reason", sentence(p.reason)},
          {"detail", p.detail},
          {"holds_when_empty", p.holds_when_empty},
          {"obligations", obligations(p.obligations)}};
}

Json value_proof(const evidence::ValueProof& p) {
  Json axioms = Json::array();
  for (const evidence::Axiom a : p.axioms) axioms.push_back(name(a));
  const bool is_proved = p.status == Status::proved;
  return {{"status", name(p.status)},
          {"reason", sentence(p.reason)},
          {"detail", p.detail},
          {"scope", p.scope},
          {"bounded", p.bounded},
          {"closeness", number(p.closeness)},
          {"holds_over", p.holds_over},
          {"float_effect", is_proved ? Json(name(p.float_effect)) : Json()},
          {"axioms", axioms},
          {"steps", p.steps},
          {"obligations", obligations(p.obligations)}};
}

Json fuzz(const evidence::FuzzResult& f) {
  const bool is_agreed = f.status == Status::unknown && f.agreed;
  return {{"status", is_agreed ? "agreed" : name(f.status)},
          {"reason", sentence(f.reason)},
          {"detail", f.detail},
          {"cases", f.cases},
          {"discarded", f.discarded},
          {"seed", f.seed},
          {"worst_error_over_bound", number(f.worst_error_over_bound)},
          {"residue_cases", f.residue_cases},
          {"residue_miss", number(f.residue_miss)},
          {"elements_with_bound", f.elements_with_bound},
          {"elements_without_bound", f.elements_without_bound},
          {"observed", name(f.observed)}};
}

Json special(const std::optional<evidence::SpecialEffects>& s) {
  if (!s) return Json();
  return {{"nan", name(s->nan)},
          {"infinity", name(s->infinity)},
          {"negative_zero", name(s->negative_zero)},
          {"subnormal", name(s->subnormal)},
          {"cases", s->cases}};
}

Json quantised(const std::optional<evidence::QuantisedResult>& q) {
  if (!q) return Json();
  return {{"bits", q->bits},
          {"cases", q->cases},
          {"reason", sentence(q->reason)},
          {"worst_code_difference", number(q->worst_code_difference)},
          {"code_bound", q->code_bound ? number(*q->code_bound) : Json()},
          {"lhs_requantisations", q->lhs_requantisations},
          {"rhs_requantisations", q->rhs_requantisations},
          {"accumulator_overflows", q->accumulator_overflows},
          {"detail", q->detail}};
}

Json formats(const std::vector<evidence::FormatResult>& list) {
  Json all = Json::array();
  for (const evidence::FormatResult& f : list)
    all.push_back({{"format", ir::name(f.format)},
                   {"inapplicable", text_or_null(f.inapplicable)},
                   {"fuzz", fuzz(f.fuzz)},
                   {"special", special(f.special)},
                   {"quantised", quantised(f.quantised)},
                   {"lhs_bound", text_or_null(f.lhs_bound)},
                   {"rhs_bound", text_or_null(f.rhs_bound)}});
  return all;
}

Json limits(const std::vector<evidence::LimitUse>& list) {
  Json all = Json::array();
  for (const evidence::LimitUse& l : list)
    all.push_back({{"op", l.op},
                   {"node", l.node},
                   {"formula", l.formula},
                   {"confidence", l.confidence},
                   {"source", l.source},
                   {"outcome", l.outcome},
                   {"note", l.note}});
  return all;
}

Json side(const evidence::SideLegality& s) {
  return {{"status", name(s.status)},
          {"where", s.where},
          {"confidence", s.confidence},
          {"detail", s.detail},
          {"limits", limits(s.limits)}};
}

Json legality(const Legality& l) {
  Json all = {{"target", l.target}};
  all.update(side(l.rhs));
  all["lhs"] = side(l.lhs);
  all["leaves_accelerator"] = l.leaves_accelerator;
  all["claim_holds"] = l.claim_holds ? Json(*l.claim_holds) : Json();
  return all;
}

Json other_targets(const std::vector<Legality>& list, const Legality* first) {
  Json all = Json::array();
  for (const Legality& l : list)
    if (&l != first) all.push_back(legality(l));
  return all;
}

Json tensor(const std::string& name, const evaluate::Tensor& t) {
  Json elements = Json::array();
  for (std::int64_t i = 0; i < std::min(t.size(), most_elements); ++i)
    elements.push_back(t.element_text(i));
  return {{"name", name},
          {"type", t.element_name()},
          {"shape", t.shape()},
          {"elements", elements},
          {"complete", t.size() <= most_elements}};
}

Json counterexample(const Result& r) {
  const auto& c = r.stages.fuzz.counterexample;
  if (!c) return Json();
  Json inputs = Json::array();
  for (const auto& [name, value] : c->inputs)
    inputs.push_back(tensor(name, value));
  return {
      {"sizes", c->sizes}, {"world", c->world}, {"output", c->output},
      {"index", c->index}, {"lhs", c->lhs},     {"rhs", c->rhs},
      {"inputs", inputs},  {"seed", c->seed},   {"replay", replay_command(r)}};
}

Json region(const evidence::Region& r) {
  Json axioms = Json::array();
  for (const evidence::Axiom a : r.axioms) axioms.push_back(name(a));
  Json seen;
  if (r.counterexample)
    seen = {{"world", r.counterexample->world},
            {"index", r.counterexample->index},
            {"lhs", r.counterexample->lhs},
            {"rhs", r.counterexample->rhs}};
  return {{"status", name(r.status)},
          {"reason", sentence(r.reason)},
          {"detail", r.detail},
          {"first_value", r.first_value},
          {"second_value", r.second_value},
          {"first_nodes", r.first_nodes},
          {"second_nodes", r.second_nodes},
          {"reads", r.reads},
          {"axioms", axioms},
          {"differs", seen}};
}

Json regions(const std::optional<evidence::Regions>& r) {
  if (!r) return Json();
  Json all = Json::array();
  for (const evidence::Region& one : r->regions) all.push_back(region(one));
  return {{"first_nodes", r->first_nodes},
          {"second_nodes", r->second_nodes},
          {"congruent", r->congruent},
          {"regions", all}};
}

Json suggestions(const evidence::Advice& a) {
  Json all = Json::array();
  for (const evidence::Suggestion& s : a.suggestions)
    all.push_back({{"when", s.when},
                   {"with", text_or_null(s.with)},
                   {"kept", number(s.kept)}});
  return all;
}

Json expected(const Result& r) {
  if (!r.expected) return Json();
  return {{"verdict", r.expected->verdict},
          {"target", r.expected->target},
          {"because", r.expected->because}};
}

Json result(const Result& r) {
  const Legality* first = evidence::deciding(r.stages.legality);
  return {{"kind", name(r.kind)},
          {"name", r.name},
          {"file", r.file},
          {"against", text_or_null(r.against)},
          {"assumed", r.assumed},
          {"verdict", name(r.judgement.verdict)},
          {"reason", r.judgement.reason},
          {"exit_code", static_cast<int>(r.code)},
          {"shape_proof", shape_proof(r.stages.shape)},
          {"value_proof", value_proof(r.stages.value)},
          {"regions", regions(r.stages.regions)},
          {"fuzz", fuzz(r.stages.fuzz)},
          {"formats", formats(r.stages.formats)},
          {"rounding", r.stages.rounding},
          {"legality", legality(first ? *first : Legality{})},
          {"other_targets", other_targets(r.stages.legality, first)},
          {"counterexample", counterexample(r)},
          {"contradictions", r.judgement.contradictions},
          {"internal_error", text_or_null(r.internal_error)},
          {"expected", expected(r)},
          {"unmet", text_or_null(r.unmet)},
          {"suggestions", suggestions(r.advice)},
          {"redundant", r.advice.redundant},
          {"needed", r.advice.needed},
          {"undecided", r.advice.undecided},
          {"text", r.text},
          {"seconds",
           {{"shape", r.seconds.shape},
            {"value", r.seconds.value},
            {"fuzz", r.seconds.fuzz},
            {"legality", r.seconds.legality}}}};
}

Json error(const evidence::BadInput& e) {
  return {{"file", e.file},
          {"line", e.position.line},
          {"column", e.position.column},
          {"message", e.message},
          {"exit_code", static_cast<int>(e.code)},
          {"expected", e.expected ? Json(*e.expected) : Json()},
          {"unmet", text_or_null(e.unmet)}};
}

template <class Kind>
std::size_t count(const std::map<Kind, std::size_t>& counts, Kind kind) {
  const auto found = counts.find(kind);
  return found == counts.end() ? 0 : found->second;
}

Json summary(const Run& run) {
  using evidence::LegalityStatus;
  using evidence::Verdict;
  const Summary s = summarise(run);
  Json all;
  for (const Verdict v :
       {Verdict::proved, Verdict::bounded, Verdict::close, Verdict::fuzzed,
        Verdict::refuted, Verdict::unknown, Verdict::vacuous})
    all[std::string(name(v))] = count(s.verdicts, v);
  for (const LegalityStatus l :
       {LegalityStatus::legal, LegalityStatus::conditional,
        LegalityStatus::illegal})
    all[std::string(name(l))] = count(s.legality, l);
  all["legality_unknown"] = count(s.legality, LegalityStatus::unknown);
  all["internal_errors"] = s.internal_errors;
  all["malformed"] = run.errors.size();
  all["unmet"] = s.unmet;
  all["seconds"] = run.seconds;
  all["exit_code"] = static_cast<int>(run.code);
  return all;
}

std::string joined(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& w : words) text += (text.empty() ? "" : ", ") + w;
  return text;
}

}  // namespace

std::string json(const Run& run) {
  Json results = Json::array();
  for (const Result& r : run.results) results.push_back(result(r));
  Json errors = Json::array();
  for (const evidence::BadInput& e : run.errors) errors.push_back(error(e));
  const Json all = {{"tool", "rewright"},
                    {"version", run.version},
                    {"target", joined(run.targets)},
                    {"options",
                     {{"targets", run.targets},
                      {"seed", run.seed},
                      {"fuzz", run.cases},
                      {"require", name(run.required.least)},
                      {"require_legal", run.required.legal},
                      {"expect", run.expectations}}},
                    {"summary", summary(run)},
                    {"results", results},
                    {"errors", errors}};
  return all.dump(2, ' ', false, Json::error_handler_t::replace) + '\n';
}

}  // namespace rewright::reports
