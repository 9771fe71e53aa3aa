// SPDX-License-Identifier: Apache-2.0
//
// A hand-made record with a result of every kind, for the report tests.
#pragma once

#include "evidence/record.h"

namespace report_sample {

using namespace rewright::evidence;

inline Result proved() {
  Result r;
  r.name = "add_commutes";
  r.file = "rules/add.rule";
  r.text = "rule add_commutes\n  sizes  N\n";
  r.stages.shape.status = Status::proved;
  r.stages.shape.obligations = {{"rhs dim 0 equals lhs dim 0", "algebra", ""},
                                {"equal rank", "unsat", "(check-sat)"}};
  r.stages.value.status = Status::proved;
  r.stages.value.scope = "all sizes";
  r.stages.value.holds_over = {"every commutative ring"};
  r.stages.value.axioms = {Axiom::commutativity};
  r.stages.value.steps = {"both sides become x[i] + y[i]"};
  r.stages.fuzz.status = Status::unknown;
  r.stages.fuzz.agreed = true;
  r.stages.fuzz.cases = 200;
  r.stages.fuzz.seed = 7;
  r.seconds = {0.001, 0.002, 0.01, 0};
  return r;
}

inline Result refuted() {
  Result r = proved();
  r.name = "sub_commutes";
  r.file = "rules/sub it.rule";
  r.stages.value = {};
  r.stages.value.status = Status::unknown;
  r.stages.value.reason = Reason::residue;
  r.stages.value.detail = "2*x[i] - 2*y[i]";
  r.stages.fuzz.status = Status::refuted;
  r.stages.fuzz.agreed = false;
  r.stages.fuzz.cases = 3;
  Counterexample c;
  c.sizes = "N = 1";
  c.inputs = {{"x", rewright::evaluate::Dense<float>{{1}, {2}}},
              {"y", rewright::evaluate::Dense<float>{{1}, {0}}}};
  c.world = "float32";
  c.index = {0};
  c.lhs = "2";
  c.rhs = "-2";
  c.seed = 18446744073709551615U;
  r.stages.fuzz.counterexample = c;
  return r;
}

inline Result illegal() {
  Result r = proved();
  r.name = "sums_to_conv";
  r.file = "rules/conv.rule";
  Legality l;
  l.target = "nash-m";
  l.lhs.status = LegalityStatus::legal;
  l.rhs.status = LegalityStatus::illegal;
  l.rhs.confidence = "published";
  l.rhs.detail = "Conv: KH is 500, at most 31";
  l.rhs.limits = {
      {"Conv", "4:7", "KH <= 31", "published", "T1", "violated", ""},
      {"Reshape", "", "4 <= 10", "vendor", "V1", "holds", ""}};
  l.leaves_accelerator = true;
  Legality open;
  open.target = "other";
  open.rhs.status = LegalityStatus::unknown;
  r.stages.legality = {open, l};
  return r;
}

/// A run with these results, judged.
inline Run run_of(std::vector<Result> results) {
  Run run;
  run.version = "1.2.3";
  run.seed = 7;
  run.cases = 200;
  run.seconds = 0.5;
  for (Result& r : results) {
    if (r.internal_error.empty()) r.judgement = judge(r.stages);
    r.code = exit_code(r, run.required, run.expectations);
    run.results.push_back(r);
  }
  run.code = exit_code(run);
  return run;
}

inline Run everything() {
  Result broken;
  broken.name = "broken";
  broken.file = "rules/broken.rule";
  broken.internal_error = "std::bad_alloc";
  Result model = proved();
  model.kind = ResultKind::model;
  model.against = "b.onnx";
  model.expected = Expected{"proved", "", ""};
  Run run = run_of({proved(), refuted(), illegal(), broken, model});
  BadInput bad;
  bad.file = "rules/bad.rule";
  bad.position = {3, 10};
  bad.message = "unknown size 'M'";
  bad.rendered = "rules/bad.rule:3:10: unknown size 'M'\n  x : T[M]\n        ^";
  run.errors = {bad};
  run.code = exit_code(run);
  return run;
}

/// The proved rule, tried in a float and in a code format.
inline Result in_formats() {
  Result r = proved();
  FormatResult half;
  half.format = rewright::ir::ElementType::float16;
  half.fuzz = r.stages.fuzz;
  half.fuzz.elements_with_bound = 10;
  half.fuzz.elements_without_bound = 3;
  half.fuzz.worst_error_over_bound = 0.5;
  half.special.emplace();
  half.special->infinity = FloatEffect::sign_of_zero;
  half.lhs_bound = half.rhs_bound = "gamma(1) * lhs(|x|)";
  FormatResult code;
  code.format = rewright::ir::ElementType::int8;
  code.inapplicable = "the rule has no tensors of int8";
  code.quantised.emplace();
  code.quantised->cases = 50;
  code.quantised->worst_code_difference = 1;
  code.quantised->code_bound = 2;
  code.quantised->lhs_requantisations = 2;
  code.quantised->rhs_requantisations = 1;
  r.stages.formats = {half, code};
  return r;
}

}  // namespace report_sample
