// SPDX-License-Identifier: Apache-2.0
//
// Conditions on sizes made short: conjuncts that the facts imply go, then
// those that the other conjuncts imply, the most complex first, so that what
// stays is what a reader would have written. `H <= 31 and W <= 31 and
// H*W <= 65535` loses its last part.
#pragma once

#include "index/facts.h"
#include "solver/session.h"

namespace rewright::solver {

/// Whether the facts imply `goal`, by the algebra where it can. A goal on
/// every axis of a group is also tried on one axis, of size s, with the
/// group's numel written s * (the rest): numel(p) <= 9 implies p <= 9.
bool implied(const index::Facts& facts, const index::Formula& goal,
             Session& session);

/// The conjunction of `f`, which must not be contradictory, without what is
/// implied. Equivalent to `f` under the facts.
index::Formula shortest(const index::Facts& facts, const index::Formula& f,
                        Session& session);

}  // namespace rewright::solver
