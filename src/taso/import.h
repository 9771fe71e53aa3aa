// SPDX-License-Identifier: Apache-2.0
//
// TASO's catalogue of substitutions as rules in the rule language, one a file.
//
// A rule states what the substitution claims, as generally as the system
// applies it: sizes are symbols, elementwise operators take tensors of any
// rank, a convolution has as many groups as its shapes say. Where the target
// can be ill formed although the source is not, the rule gets the weakest
// condition under which it is well formed, and nothing else.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "taso/catalogue.h"

namespace rewright::taso {

struct ImportedRule {
  std::string name;                        // taso_070
  std::string text;                        // of its file, canonical
  std::vector<std::string> preconditions;  // what only the target needs
  /// The rule for convolutions without groups, NAME_group1, where some
  /// convolution may have several; else "".
  std::string ungrouped_name;
  std::string ungrouped_text;
};

struct Import {
  std::vector<ImportedRule> rules;
  std::vector<base::InputError> errors;  // about the rules that are left out
};

/// Reads either form of catalogue. `name` is what errors call the file.
/// Throws base::InputError where the whole file is not a catalogue.
Import import_rules(const std::string& name, std::string_view bytes);

/// One substitution. Throws base::InputError.
ImportedRule import_rule(const std::string& name,
                         const Substitution& substitution);

}  // namespace rewright::taso
