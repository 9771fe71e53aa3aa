// SPDX-License-Identifier: Apache-2.0
//
// The rule that a command is asked about.
#pragma once

#include <string>
#include <vector>

namespace rewright {

/// A file and the names of one rule in it, its alternatives included; no names
/// where all rules of the file are meant.
struct NamedRule {
  std::string file;
  std::vector<std::string> names;
};

/// `rule` as a path or, where there is no such file, as the name of a shipped
/// rule in the folder `data`. Throws base::InputError when it is neither.
NamedRule find_rule(const std::string& rule, const std::string& data);

}  // namespace rewright
