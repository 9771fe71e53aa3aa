// SPDX-License-Identifier: Apache-2.0
//
// A pattern with its shapes as one rule in the rule language.
#pragma once

#include <string>
#include <vector>

#include "taso/shapes.h"

namespace rewright::taso {

struct Written {
  std::string text;                        // canonical, one rule
  std::vector<std::string> preconditions;  // what only the target needs
};

/// `comment` says what the rule is, in one line. Preconditions on sizes are
/// the rule's `when`; those on ranks are in the shapes of the inputs.
Written write_rule(const Pattern& pattern, const Shapes& shapes,
                   const std::string& name, const std::string& comment);

/// "Relu, Relu => Concat, Relu, Split"
std::string summary(const Pattern& pattern);

}  // namespace rewright::taso
