// SPDX-License-Identifier: Apache-2.0
//
// How two models were compared: what is the same node by node, and the regions
// between equal values that had to be proved, or that could not be.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "evidence/evidence.h"

namespace rewright::evidence {

/// What computes one value of each model from values that are equal.
struct Region {
  /// Proved; refuted when the two differ for some values of what is read, which
  /// need not be values that the models give it; or unknown.
  Status status = Status::not_run;
  Reason reason = Reason::none;
  double closeness = 0;  // as in ValueProof
  std::string detail;    // how the two differ, where that was found
  std::string first_value, second_value;
  std::vector<std::string> first_nodes, second_nodes;  // by name
  std::vector<std::string> reads;  // values that are equal in both models
  std::vector<Axiom> axioms;       // of the proof
  std::optional<Counterexample> counterexample;  // of what is read
};

struct Regions {
  int first_nodes = 0, second_nodes = 0;  // operators after import
  int congruent = 0;  // of the second model that are one with some of the first
  std::vector<Region> regions;  // in the order of the second model
};

/// The first region that was not proved, those that are close aside unless
/// there is no other; or null.
const Region* first_difference(const Regions& regions);

}  // namespace rewright::evidence
