// SPDX-License-Identifier: Apache-2.0
#include "optimize/measured.h"

#include <algorithm>
#include <memory>
#include <set>
#include <utility>

#include "base/error.h"
#include "optimize/judge.h"
#include "optimize/search.h"

namespace rewright::optimize {

using evidence::RefusalReason;

namespace {

/// A measured model. Its successors are found when they are asked for.
struct State {
  onnx::Model model;
  double value = 0;
  std::vector<evidence::Application> applications;
  std::unique_ptr<const Imported> imported = nullptr;
  std::vector<Candidate> successors = {};
  std::size_t next = 0;  // successor
};

class Search {
 public:
  Search(const std::vector<ir::Rule>& rules, const Options& options,
         const Estimator& estimate, int budget)
      : options_(options),
        estimate_(estimate),
        runs_left_(budget),
        patterns_(patterns_of(rules)),
        judge_(options.target, options.least) {}

  Optimised run(const onnx::Model& model) {
    begin(model);
    while (runs_left_ > 0) {
      State* state = best_open();
      if (state == nullptr) break;
      step(*state);
    }
    return finish();
  }

 private:
  void begin(const onnx::Model& model) {
    seen_.insert(onnx::digest(model));
    --runs_left_;
    const Estimate first = estimate_(model);
    log("the model as it is", first, first.value.has_value());
    if (!first.value)
      throw base::InputError(
          "--measure", "the model as it is gives no number: " + first.failure);
    add({.model = model, .value = *first.value, .applications = {}});
    made_.report.before = states_.front()->imported->cost();
  }

  void log(const std::string& what, const Estimate& estimate, bool is_best) {
    made_.report.measurements.push_back(
        {what, estimate.value, estimate.failure, is_best});
  }

  void add(State state) {
    state.imported = std::make_unique<const Imported>(state.model);
    search(patterns_, *state.imported, refusals_, [&](Candidate candidate) {
      state.successors.push_back(std::move(candidate));
    });
    std::ranges::stable_sort(
        state.successors, [&](const auto& a, const auto& b) {
          return is_less(a.after - a.before, b.after - b.before, options_.cost);
        });
    states_.push_back(std::make_unique<State>(std::move(state)));
  }

  State* best_open() {
    State* best = nullptr;
    for (const auto& state : states_)
      if (state->next < state->successors.size() && !is_full(*state) &&
          (best == nullptr || state->value < best->value))
        best = state.get();
    return best;
  }

  bool is_full(const State& state) const {
    return options_.most >= 0 &&
           state.applications.size() >= static_cast<std::size_t>(options_.most);
  }

  State& best() {
    return **std::ranges::min_element(
        states_, {}, [](const auto& state) { return state->value; });
  }

  void step(State& from) {
    Candidate candidate = std::move(from.successors[from.next++]);
    const match::Subject& subject = from.imported->subject();
    if (const auto doubt = doubt_about(candidate.change, subject, from.model)) {
      const auto [reason, detail] = doubt_of(candidate, *doubt);
      refuse(candidate, reason, detail);
      return;
    }
    const evidence::Application made{candidate.rule,
                                     candidate.change.node_names,
                                     candidate.before, candidate.after};
    const std::string what = made.rule + " at " + made.nodes.front();
    Batch batch;
    batch.add(candidate);
    const onnx::Model model = batch.apply(from.model);
    if (!seen_.insert(onnx::digest(model)).second) return;
    --runs_left_;
    const Estimate estimate = estimate_(model);
    const bool is_better = estimate.value && *estimate.value < best().value;
    log(what, estimate, is_better);
    if (!is_better) refuse(candidate, RefusalReason::measure, estimate.failure);
    if (!estimate.value) return;
    std::vector<evidence::Application> applications = from.applications;
    applications.push_back(made);
    add({.model = model,
         .value = *estimate.value,
         .applications = std::move(applications)});
  }

  Judge::Answer doubt_about(const Change& change, const match::Subject& subject,
                            const onnx::Model& model) {
    if (auto doubt = judge_.legal(change, subject)) return doubt;
    if (auto doubt = judge_.writable(change, subject, model.opset))
      return doubt;
    return judge_.prove(change, subject);
  }

  void refuse(const Candidate& candidate, RefusalReason reason,
              const std::string& detail) {
    refusals_.add(candidate.rule, reason, detail, candidate.change.node_names);
  }

  Optimised finish() {
    State& found = best();
    made_.model = found.model;
    made_.report.applications = found.applications;
    made_.report.after = found.imported->cost();
    made_.report.refusals = refusals_.list();
    made_.report.cost = "measured";
    return std::move(made_);
  }

  const Options& options_;
  const Estimator& estimate_;
  int runs_left_;
  const Patterns patterns_;
  Judge judge_;
  Refusals refusals_;
  std::set<std::string> seen_;  // digests of models
  std::vector<std::unique_ptr<State>> states_;
  Optimised made_;
};

}  // namespace

Optimised optimize_measured(const onnx::Model& model,
                            const std::vector<ir::Rule>& rules,
                            const Options& options, const Estimator& estimate,
                            int budget) {
  return Search(rules, options, estimate, budget).run(model);
}

}  // namespace rewright::optimize
