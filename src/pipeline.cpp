// SPDX-License-Identifier: Apache-2.0
#include "pipeline.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <exception>
#include <mutex>
#include <tuple>
#include <utility>

#include <oneapi/tbb/blocked_range.h>
#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/partitioner.h>
#include <oneapi/tbb/task_arena.h>

#include "index/expr.h"
#include "models/compare.h"
#include "pipeline_load.h"
#include "pipeline_witness.h"
#include "properties/formats.h"
#include "rounding/formula.h"
#include "solver/legality.h"
#include "solver/session.h"
#include "solver/shape_proof.h"
#include "solver/value_proof.h"
#include "suggest/suggest.h"

namespace rewright::pipeline {
namespace {

using evidence::Reason;
using evidence::Result;
using evidence::Status;

/// Adds the time until it goes out of scope.
class Stopwatch {
 public:
  explicit Stopwatch(double& total) : total_(total) {}
  ~Stopwatch() {
    total_ += std::chrono::duration<double>(Clock::now() - start_).count();
  }
  Stopwatch(const Stopwatch&) = delete;
  Stopwatch& operator=(const Stopwatch&) = delete;

 private:
  using Clock = std::chrono::steady_clock;
  double& total_;
  Clock::time_point start_ = Clock::now();
};

/// Runs a stage; arithmetic that leaves 64 bits is an answer, not a failure.
template <class Stage, class Run>
Stage timed(double& seconds, Run run) {
  const Stopwatch watch(seconds);
  try {
    return run();
  } catch (const index::Overflow& e) {
    Stage stage;
    stage.status = Status::unknown;
    stage.reason = Reason::overflow;
    stage.detail = e.what();
    return stage;
  }
}

template <class Stage>
Stage not_run(Reason reason) {
  Stage stage;
  stage.reason = reason;
  return stage;
}

evidence::ValueProof compare_models(const Job& job, Result& result) {
  models::Comparison found =
      models::compare(job.rule, job.names, job.constants);
  result.stages.regions = std::move(found.regions);
  return std::move(found.proof);
}

/// To see how unproved models differ one large case is worth its time.
properties::FuzzOptions how_to_fuzz(const Job& job, const Options& options,
                                    bool is_proved) {
  constexpr double most_work_of_case = 2e10;
  properties::FuzzOptions how = options.fuzz;
  how.constants = job.constants;
  if (job.kind == evidence::ResultKind::model && !is_proved)
    how.most_work_of_case = most_work_of_case;
  return how;
}

evidence::ValueProof value_proof(const Job& job, Result& result,
                                 solver::Session& session) {
  if (result.stages.shape.status != Status::proved)
    return not_run<evidence::ValueProof>(Reason::earlier_stage);
  return timed<evidence::ValueProof>(result.seconds.value, [&] {
    return job.kind == evidence::ResultKind::model
               ? compare_models(job, result)
               : solver::prove_value(job.rule, session);
  });
}

evidence::FuzzResult fuzz(const Job& job, const Options& options,
                          solver::Session& session, Result& result) {
  const properties::FuzzOptions how =
      how_to_fuzz(job, options, result.stages.value.status == Status::proved);
  if (!options.inputs.empty())
    return timed<evidence::FuzzResult>(result.seconds.fuzz, [&] {
      return try_inputs(job.rule, job.constants, options.inputs);
    });
  if (options.fuzz.cases == 0 && !options.replay)
    return not_run<evidence::FuzzResult>(Reason::switched_off);
  if (result.stages.value.reason == Reason::constants && !options.replay)
    return not_run<evidence::FuzzResult>(Reason::constants);
  return timed<evidence::FuzzResult>(result.seconds.fuzz, [&] {
    if (!options.replay) return properties::fuzz(job.rule, how, session);
    const std::optional<ir::Rule> rule =
        options.formats.empty()
            ? job.rule
            : properties::in_format(job.rule, options.formats.front());
    if (!rule)
      throw base::InputError("--format",
                             "the rule has no tensors of " +
                                 std::string(name(options.formats.front())));
    return properties::replay(*rule, *options.replay, how, session);
  });
}

/// The bounds of one side's outputs, those alike once.
std::string bounds_text(const ir::Rule& rule, const ir::Graph& graph,
                        ir::ElementType format) {
  std::string all, last;
  for (std::size_t o = 0; o < graph.outputs.size(); ++o) {
    const std::string text =
        rounding::text(rounding::bound_of(rule, graph, o, format));
    if (text == last) continue;
    all += (all.empty() ? "" : "; ") + text;
    last = text;
  }
  return all;
}

/// A difference in one format refutes the rule, with a seed for that format.
void adopt(const evidence::FormatResult& format, evidence::FuzzResult& fuzz) {
  if (fuzz.status == Status::refuted || format.fuzz.status != Status::refuted ||
      !format.fuzz.counterexample)
    return;
  fuzz.status = Status::refuted;
  fuzz.counterexample = format.fuzz.counterexample;
  fuzz.counterexample->format = format.format;
}

/// That of the first target that states it.
solver::Quantisation quantisation_of(const Job& job) {
  for (const TargetPointer& target : job.targets)
    if (target->quantisation) return *target->quantisation;
  return {};
}

/// Formats come after everything else, for they may refute what the other
/// cases left standing.
void try_formats(const Job& job, const Options& options,
                 solver::Session& session, Result& result) {
  if (options.replay || options.fuzz.cases == 0) return;
  const Stopwatch watch(result.seconds.fuzz);
  const properties::FuzzOptions how =
      how_to_fuzz(job, options, result.stages.value.status == Status::proved);
  for (const ir::ElementType format : options.formats) {
    evidence::FormatResult found;
    try {
      found = properties::try_format(job.rule, format, how, session,
                                     quantisation_of(job));
    } catch (const index::Overflow& e) {
      found.format = format;
      found.inapplicable = e.what();
    }
    if (found.inapplicable.empty() &&
        ir::class_of(format) == ir::ElementClass::floating) {
      found.lhs_bound = bounds_text(job.rule, job.rule.lhs, format);
      found.rhs_bound = bounds_text(job.rule, job.rule.rhs, format);
    }
    adopt(found, result.stages.fuzz);
    result.stages.formats.push_back(std::move(found));
  }
}

evidence::Legality legality(const Job& job, const solver::Target& target,
                            const Options& options, solver::Session& session) {
  try {
    return solver::check_legality(job.rule, target, options.least, session,
                                  job.constants);
  } catch (const index::Overflow& e) {
    evidence::Legality open;
    open.target = target.name;
    open.lhs.status = open.rhs.status = evidence::LegalityStatus::unknown;
    open.lhs.detail = open.rhs.detail = e.what();
    return open;
  }
}

/// What is proved under assumptions that nothing was found to meet is no proof.
/// Where no case of the models was tried, their inputs alone are drawn.
void require_instance(const Job& job, const Options& options,
                      solver::Session& session, evidence::Stages& s) {
  if (job.assumed.empty() || s.fuzz.cases > 0 ||
      s.value.status != Status::proved)
    return;
  ir::Rule inputs = job.rule;
  inputs.lhs = inputs.rhs = {};
  for (std::size_t k = 0; k < inputs.inputs.size(); ++k)
    inputs.lhs.outputs.push_back({-1, static_cast<int>(k)});
  inputs.rhs = inputs.lhs;
  properties::FuzzOptions how = how_to_fuzz(job, options, true);
  how.cases = 3;
  if (properties::fuzz(inputs, how, session).cases > 0) return;
  s.value.status = Status::unknown;
  s.value.reason = Reason::rare_precondition;
}

/// Small models that no case tells apart, as one rule: what regions keep from
/// each other may be needed.
void prove_as_one(const Job& job, solver::Session& session, Result& result) {
  evidence::Stages& s = result.stages;
  if (job.kind != evidence::ResultKind::model ||
      s.shape.status != Status::proved || s.value.status == Status::proved ||
      s.fuzz.status == Status::refuted || !models::is_small(job.rule))
    return;
  const auto whole = timed<evidence::ValueProof>(result.seconds.value, [&] {
    return solver::prove_value(job.rule, job.constants, session);
  });
  if (whole.status != Status::proved) return;
  s.value = whole;
  s.regions.reset();
}

void run_stages(const Job& job, const Options& options, Result& result) {
  // A session of its own: what a solver was asked before can change what it
  // answers, and the record must not depend on the order of the rules.
  solver::Session session;
  evidence::Stages& s = result.stages;
  s.shape = timed<evidence::ShapeProof>(result.seconds.shape, [&] {
    return solver::prove_shape(job.rule, session);
  });
  s.value = value_proof(job, result, session);
  s.fuzz = fuzz(job, options, session, result);
  if (!options.save_counterexample.empty() && s.fuzz.counterexample)
    save_counterexample(job.rule, job.constants, *s.fuzz.counterexample,
                        options.save_counterexample);
  prove_as_one(job, session, result);
  require_instance(job, options, session, s);
  for (const std::string& formula : job.assumed)
    s.value.scope += ", assuming " + formula;
  try_formats(job, options, session, result);
  for (const rounding::Statement& statement : rounding::statements(job.rule))
    s.rounding.push_back(rounding::text(statement));
  const Stopwatch watch(result.seconds.legality);
  for (const TargetPointer& target : job.targets)
    s.legality.push_back(legality(job, *target, options, session));
}

/// Models have no precondition.
evidence::Advice advice(const Job& job, evidence::Verdict verdict,
                        const Options& options) {
  if (job.kind == evidence::ResultKind::model) return {};
  try {
    return suggest::advise(job.rule, verdict, options.fuzz);
  } catch (const index::Overflow&) {
    return {};
  }
}

/// A result, or the user's mistake that only a stage could notice.
struct Outcome {
  Result result;
  std::optional<evidence::BadInput> error;
};

Outcome run_job(const Job& job, const Options& options) {
  Outcome outcome;
  Result& r = outcome.result;
  r.kind = job.kind;
  r.name = job.rule.name;
  r.file = job.file;
  r.against = job.against;
  r.assumed = job.assumed;
  r.text = job.rule.canonical_text;
  r.expected = job.expected;
  try {
    run_stages(job, options, r);
  } catch (const base::InputError& e) {
    outcome.error = bad_input(e);
  } catch (const std::exception& e) {
    r.internal_error = e.what();
  } catch (...) {
    r.internal_error = "an exception of unknown type";
  }
  if (r.internal_error.empty()) r.judgement = evidence::judge(r.stages);
  if (options.suggest && r.internal_error.empty() && !outcome.error)
    r.advice = advice(job, r.judgement.verdict, options);
  if (options.expectations && r.expected)
    r.unmet = evidence::mismatch(*r.expected, r);
  r.code = evidence::exit_code(r, options.required, options.expectations);
  return outcome;
}

/// Runs all jobs on `options.jobs` threads; outcomes keep the jobs' order.
std::vector<Outcome> run_jobs(const std::vector<Job>& jobs,
                              const Options& options) {
  std::vector<Outcome> outcomes(jobs.size());
  std::mutex reporting;
  std::size_t done = 0;
  const auto run = [&](std::size_t i) {
    outcomes[i] = run_job(jobs[i], options);
    const std::lock_guard lock(reporting);
    ++done;
    if (options.progress) options.progress(done, jobs.size());
  };
  using tbb::global_control;
  const auto threads = static_cast<std::size_t>(std::max(options.jobs, 1));
  const global_control limit(global_control::max_allowed_parallelism, threads);
  tbb::task_arena arena(static_cast<int>(threads));
  arena.execute([&] {
    tbb::parallel_for(
        tbb::blocked_range<std::size_t>(0, jobs.size(), 1),
        [&](const auto& range) {
          for (std::size_t i = range.begin(); i != range.end(); ++i) run(i);
        },
        tbb::simple_partitioner());
  });
  return outcomes;
}

/// By place, each mistake once: rules may share a faulty target file.
void sort_errors(std::vector<evidence::BadInput>& errors) {
  const auto key = [](const evidence::BadInput& e) {
    return std::tie(e.file, e.position.line, e.position.column, e.message);
  };
  std::stable_sort(errors.begin(), errors.end(),
                   [&](auto& a, auto& b) { return key(a) < key(b); });
  errors.erase(std::unique(errors.begin(), errors.end(),
                           [&](auto& a, auto& b) { return key(a) == key(b); }),
               errors.end());
}

evidence::Run run_loaded(Loaded loaded, const Options& options) {
  evidence::Run run;
  run.version = REWRIGHT_VERSION;
  for (const solver::Target& t : options.targets) run.targets.push_back(t.name);
  run.required = options.required;
  run.expectations = options.expectations;
  run.seed = options.replay.value_or(options.fuzz.seed);
  run.cases = options.replay ? 1 : options.fuzz.cases;
  run.errors = std::move(loaded.errors);
  run.results = std::move(loaded.broken);
  for (Outcome& outcome : run_jobs(loaded.jobs, options)) {
    if (outcome.error)
      run.errors.push_back(std::move(*outcome.error));
    else
      run.results.push_back(std::move(outcome.result));
  }
  sort_errors(run.errors);
  run.code = evidence::exit_code(run);
  return run;
}

/// Drops all jobs but those named. A name that is not there is a mistake,
/// unless it may stand in a file that could not be read.
void keep_named(Loaded& loaded, const std::vector<std::string>& names) {
  if (names.empty()) return;
  std::vector<Job>& jobs = loaded.jobs;
  std::vector<std::string> known;
  for (const Job& job : jobs) known.push_back(job.rule.name);
  for (const std::string& name : names)
    if (loaded.errors.empty() &&
        std::find(known.begin(), known.end(), name) == known.end())
      throw base::InputError("--rule", "there is no rule '" + name + "'" +
                                           base::suggestion(name, known));
  std::erase_if(jobs, [&](const Job& job) {
    return std::find(names.begin(), names.end(), job.rule.name) == names.end();
  });
}

}  // namespace

evidence::Run check(const std::vector<std::string>& paths,
                    const Options& options) {
  double seconds = 0;
  evidence::Run run;
  {
    const Stopwatch watch(seconds);
    Loaded loaded = load_rules(paths, options);
    keep_named(loaded, options.rules);
    if (options.replay && loaded.jobs.size() > 1)
      throw base::InputError("--replay",
                             "needs one rule and found " +
                                 std::to_string(loaded.jobs.size()) +
                                 "; choose one with --rule");
    run = run_loaded(std::move(loaded), options);
  }
  run.seconds = seconds;
  return run;
}

evidence::Run equiv(const std::string& a, const std::string& b,
                    const Options& options) {
  double seconds = 0;
  evidence::Run run;
  {
    const Stopwatch watch(seconds);
    run = run_loaded(load_models(a, b, options), options);
  }
  run.seconds = seconds;
  return run;
}

}  // namespace rewright::pipeline
