// SPDX-License-Identifier: Apache-2.0
//
// Attempts to prove that a value of the second graph is one of the first, with
// regions that grow: first values are opened that only one side reads, then
// the whole frontier. What was tried is remembered, so that another pass costs
// only what is new.
#pragma once

#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "evidence/evidence.h"
#include "models/region.h"
#include "solver/constant_terms.h"

namespace rewright::models {

/// The values of inputs that are constants of the models.
using Constants = solver::ConstantData;

/// Those of a region's inputs.
Constants constants_of(const Region& region, const Constants& constants);

struct Proof {
  bool is_proved = false;
  bool is_close = false;       // equal but for the rounding of constants
  evidence::ValueProof value;  // of the region that is proved, or the smallest
  std::vector<int> first_nodes, second_nodes;
  std::vector<int> frontier;  // numbers
};

class Attempts {
 public:
  /// `infinite` are the nodes of lhs, and `infinite_inputs` the inputs, whose
  /// elements may be infinite; `when` is what may be assumed of sizes.
  Attempts(const Congruence& values, index::Formula when,
           std::vector<bool> infinite, std::set<int> infinite_inputs,
           const Constants& constants)
      : values_(values),
        constants_(constants),
        when_(std::move(when)),
        infinite_(std::move(infinite)),
        infinite_inputs_(std::move(infinite_inputs)) {}

  Proof prove(const ir::Ref& first, const ir::Ref& second);

  /// How the values of the region differ, in its own names.
  std::string residue(const Region& region) const;

  /// The region that is tried first.
  Region smallest(const ir::Ref& first, const ir::Ref& second) const;

 private:
  bool open_differences(const Frontier& frontier, Reach& reach) const;
  bool open_all(const Frontier& frontier, Reach& reach) const;
  bool can_open(int number) const;
  Frontier equalised(const ir::Ref& first, const ir::Ref& second,
                     Reach& reach) const;
  Proof attempt(const ir::Ref& first, const ir::Ref& second,
                const Frontier& frontier);
  bool may_be_infinite(int number) const;
  evidence::ValueProof prove(const Region& region);
  std::string key(const ir::Ref& first, const ir::Ref& second,
                  const Frontier& frontier) const;

  const Congruence& values_;
  const Constants& constants_;
  index::Formula when_;
  std::vector<bool> infinite_;
  std::set<int> infinite_inputs_;
  std::unordered_map<std::string, Proof> known_;
  std::unordered_map<std::string, evidence::ValueProof> by_form_;
  int failures_left_ = 400;
};

}  // namespace rewright::models
