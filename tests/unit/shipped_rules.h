// SPDX-License-Identifier: Apache-2.0
//
// The rules of all files under a folder of the source tree.
#pragma once

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <memory>
#include <sstream>
#include <vector>

#include "ir/resolve.h"
#include "ops/table.h"
#include "syntax/parser.h"

namespace rewright::ir {

inline std::vector<Rule> rules_in(const std::filesystem::path& folder) {
  std::vector<std::filesystem::path> paths;
  for (const auto& entry :
       std::filesystem::recursive_directory_iterator(folder)) {
    if (entry.path().extension() == ".rule") paths.push_back(entry.path());
  }
  std::sort(paths.begin(), paths.end());
  std::vector<Rule> rules;
  for (const auto& path : paths) {
    std::stringstream text;
    text << std::ifstream(path).rdbuf();
    const auto source = std::make_shared<const base::Source>(
        base::Source{path.string(), text.str()});
    for (Rule& rule : resolve(syntax::parse_rules(source), ops::table())) {
      rules.push_back(std::move(rule));
    }
  }
  return rules;
}

}  // namespace rewright::ir
