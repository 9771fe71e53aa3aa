// SPDX-License-Identifier: Apache-2.0
//
// How many axes each group of a rule can have: every shape of the rule that is
// bound to a tensor of known rank is an equation over the groups' ranks.
#pragma once

#include <string>
#include <vector>

#include "match/pattern.h"
#include "match/site.h"

namespace rewright::match {

/// All ranks with which the shapes at the site have the right numbers of axes,
/// small ones first. Groups that no shape of the left side names, and more
/// than a thousand ways, give none.
std::vector<Ranks> possible_ranks(const Pattern& pattern,
                                  const Subject& subject, const Site& site);

/// Which value has a number of axes that the rule does not allow for it,
/// "'a' has 7 axes instead of 4"; "" when each alone is possible.
std::string rank_conflict(const Pattern& pattern, const Subject& subject,
                          const Site& site);

}  // namespace rewright::match
