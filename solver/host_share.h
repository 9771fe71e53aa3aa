// SPDX-License-Identifier: Apache-2.0
//
// What runs on the host when some of a model's nodes do: the connected
// regions they form, and the tensors that then cross between host and device.
//
// A value that a node on one side computes and a node on the other reads
// crosses once, however many readers it has there. What the graph takes in
// and gives out is on the host anyway, constants are where they are read, and
// an Identity is no operation on either side.
#pragma once

#include <vector>

#include "evidence/lint.h"
#include "solver/model_graph.h"

namespace rewright::solver {

/// `is_host` says of each of the model's nodes whether it runs on the host;
/// those that leave nothing to compute do not.
evidence::HostShare share_of_host(const ModelGraph& model,
                                  const std::vector<bool>& is_host);

}  // namespace rewright::solver
