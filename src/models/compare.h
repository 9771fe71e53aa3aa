// SPDX-License-Identifier: Apache-2.0
//
// Proves two large graphs equal without ever looking at all of both at once:
// a network's normal form would be far too large. The second graph is read in
// order. Nodes that are congruent to nodes of the first need no proof. Where a
// value may be one of the first (hints.h), the region between them and values
// already known to be equal is proved (solver/value_proof.h), and the two are
// one from there on. A region that cannot be proved grows backwards.
//
// What still cannot be proved is assumed for the moment, so that everything
// behind it is compared as well; then every assumption is left out in turn, and
// stays left out when the values behind it are proved without. If assumptions
// remain, the models are not shown to be equal, and the first of them is the
// region where they differ. The method is that of combinational equivalence
// checking by internal equivalences (C. van Eijk, 2000; A. Kuehlmann and
// F. Krohm, 1997), with proofs instead of decision diagrams.
//
// The work is linear in the number of nodes, and in that of regions.
#pragma once

#include <map>
#include <memory>

#include "evaluate/tensor.h"
#include "evidence/regions.h"
#include "ir/graph.h"
#include "models/attempts.h"
#include "models/hints.h"
#include "models/region.h"

namespace rewright::models {

struct Comparison {
  evidence::ValueProof proof;
  evidence::Regions regions;
};

/// The shapes of the outputs must have been proved equal before.
Comparison compare(const ir::Rule& rule, const Names& names,
                   const Constants& constants);

}  // namespace rewright::models
