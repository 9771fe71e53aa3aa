// SPDX-License-Identifier: Apache-2.0
#include "optimize/optimize.h"

#include <algorithm>
#include <utility>

#include "optimize/judge.h"
#include "optimize/search.h"

namespace rewright::optimize {

using evidence::RefusalReason;

namespace {

class Optimiser {
 public:
  Optimiser(const onnx::Model& model, const std::vector<ir::Rule>& rules,
            const Options& options)
      : options_(options),
        patterns_(patterns_of(rules)),
        judge_(options.target, options.least) {
    made_.model = model;
  }

  Optimised run() {
    made_.report.before = Imported(made_.model).cost();
    made_.report.after = made_.report.before;
    while (pass()) {
    }
    std::vector<evidence::Refusal> list = refusals_.list();
    for (evidence::Refusal& failed : failed_.list())
      list.push_back(std::move(failed));
    made_.report.refusals = std::move(list);
    made_.report.cost = name(options_.cost);
    return std::move(made_);
  }

 private:
  /// False when nothing was done, or what was done did not make the model as
  /// a whole cheaper; it is then taken back.
  bool pass() {
    const Imported model(made_.model);
    refusals_.clear();
    std::vector<Candidate> candidates;
    search(patterns_, model, refusals_, [&](Candidate candidate) {
      if (is_wanted(candidate, model))
        candidates.push_back(std::move(candidate));
    });
    std::ranges::stable_sort(candidates, [&](const auto& a, const auto& b) {
      return is_less(a.after - a.before, b.after - b.before, options_.cost);
    });
    const Batch batch = chosen(std::move(candidates), model);
    if (batch.is_empty()) return false;
    onnx::Model changed = batch.apply(made_.model);
    const Cost cost = Imported(changed).cost();
    if (!is_less(cost, model.cost(), options_.cost)) return false;
    made_.model = std::move(changed);
    made_.report.after = cost;
    for (const Candidate& made : batch.candidates())
      made_.report.applications.push_back(
          {made.rule, made.change.node_names, made.before, made.after});
    return true;
  }

  void refuse(const Candidate& candidate, RefusalReason reason,
              const std::string& detail) {
    refusals_.add(candidate.rule, reason, detail, candidate.change.node_names);
  }

  /// What the target forbids is said even of what would not pay.
  bool is_wanted(const Candidate& candidate, const Imported& model) {
    if (const auto illegal = judge_.legal(candidate.change, model.subject())) {
      refuse(candidate, illegal->reason, illegal->detail);
      return false;
    }
    if (is_less(candidate.after, candidate.before, options_.cost)) return true;
    refuse(candidate, RefusalReason::cost, "");
    return false;
  }

  Judge::Answer doubt_about(const Change& change, const Imported& model) {
    if (auto doubt =
            judge_.writable(change, model.subject(), made_.model.opset))
      return doubt;
    return judge_.prove(change, model.subject());
  }

  bool is_full(const Batch& batch) const {
    return options_.most >= 0 &&
           made_.report.applications.size() + batch.candidates().size() >=
               static_cast<std::size_t>(options_.most);
  }

  Batch chosen(std::vector<Candidate> candidates, const Imported& model) {
    Batch batch;
    for (Candidate& candidate : candidates) {
      if (!batch.fits(candidate.change)) continue;
      if (is_full(batch)) {
        refuse(candidate, RefusalReason::limit, "");
        continue;
      }
      if (const auto doubt = doubt_about(candidate.change, model)) {
        const auto [reason, detail] = doubt_of(candidate, *doubt);
        failed_.add(candidate.rule, reason, detail,
                    candidate.change.node_names);
      } else {
        batch.add(std::move(candidate));
      }
    }
    return batch;
  }

  const Options& options_;
  const Patterns patterns_;
  Judge judge_;
  Refusals refusals_, failed_;
  Optimised made_;
};

}  // namespace

Optimised optimize(const onnx::Model& model, const std::vector<ir::Rule>& rules,
                   const Options& options) {
  return Optimiser(model, rules, options).run();
}

}  // namespace rewright::optimize
