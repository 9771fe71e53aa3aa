// SPDX-License-Identifier: Apache-2.0
//
// One pass over a model: all changes that rules offer, and what they are
// refused for. Changes that do not touch each other make a batch.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "evidence/optimisation.h"
#include "optimize/imported.h"

namespace rewright::optimize {

struct Candidate {
  std::string rule;
  std::string assumption;  // the rule's conditions on elements, as written
  Change change;
  Cost before, after;
};

/// Refusals of one rule for one reason are counted together.
class Refusals {
 public:
  void add(const std::string& rule, evidence::RefusalReason reason,
           const std::string& detail, const std::vector<std::string>& nodes);
  void clear() { by_rule_.clear(); }
  /// Ordered by reason and rule.
  std::vector<evidence::Refusal> list() const;

 private:
  std::map<std::pair<int, std::string>, evidence::Refusal> by_rule_;
};

/// What is doubted of a candidate; where the rule has a condition on elements,
/// which a proof of the instance does without, that it is not known to hold.
Imported::Obstacle doubt_of(const Candidate& candidate,
                            const Imported::Obstacle& doubt);

/// The patterns of rules, each made once.
using Patterns = std::vector<std::unique_ptr<const match::Pattern>>;
Patterns patterns_of(const std::vector<ir::Rule>& rules);

/// Calls `offer` with every change that could be made of the model.
void search(const Patterns& patterns, const Imported& model, Refusals& refusals,
            const std::function<void(Candidate)>& offer);

/// Changes that are carried out together. None takes what another takes, and
/// only one of them has several outputs, so that they make no cycle.
class Batch {
 public:
  /// False when it touches what is there already.
  bool fits(const Change& change) const;
  void add(Candidate candidate);
  bool is_empty() const { return candidates_.empty(); }
  const std::vector<Candidate>& candidates() const { return candidates_; }
  /// The model with all of them made.
  onnx::Model apply(const onnx::Model& model) const;

 private:
  std::vector<Candidate> candidates_;
  std::set<int> taken_;
  bool has_several_outputs_ = false;
};

}  // namespace rewright::optimize
