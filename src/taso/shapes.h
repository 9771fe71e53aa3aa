// SPDX-License-Identifier: Apache-2.0
//
// Shapes of a pattern: symbolic sizes for its inputs, as general as the source
// allows, the attributes that the system infers from shapes (how many groups a
// convolution has, where a Split cuts), and what the target demands beyond.
#pragma once

#include <string>
#include <vector>

#include "index/expr.h"
#include "taso/equations.h"
#include "taso/pattern.h"
#include "taso/ranks.h"

namespace rewright::taso {

struct Shapes {
  Ranks ranks;
  std::vector<std::vector<index::Expr>> inputs;  // sizes, per input with a rank
  std::vector<index::Expr> groups;               // per step; 1 elsewhere
  std::vector<std::vector<index::Expr>> splits;  // per step; empty elsewhere
  std::vector<Condition> conditions;             // the target's
  bool may_be_grouped = false;                   // some source convolution
};

/// `ungrouped`: only the case in which no convolution of the source has more
/// than one group. Throws base::InputError, about the file `name`, where sizes
/// never fit or an attribute cannot be inferred. A symbol of the result is
/// named by the letter that fits its role, "" for none; names are not unique.
Shapes read_shapes(const Pattern& pattern, const std::string& name,
                   bool ungrouped);

}  // namespace rewright::taso
