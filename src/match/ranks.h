// SPDX-License-Identifier: Apache-2.0
//
// How many axes each group of a rule can have: every shape of the rule that is
// bound to a tensor of known rank is an equation over the groups' ranks.
#pragma once

#include <vector>

#include "match/pattern.h"
#include "match/site.h"

namespace rewright::match {

/// All ranks with which the shapes at the site have the right numbers of axes,
/// small ones first. Groups that no shape of the left side names, and more
/// than a thousand ways, give none.
std::vector<Ranks> possible_ranks(const Pattern& pattern,
                                  const Subject& subject, const Site& site);

}  // namespace rewright::match
