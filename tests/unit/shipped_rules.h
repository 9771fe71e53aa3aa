// SPDX-License-Identifier: Apache-2.0
//
// The rules in rewrites/, sorted by file.
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

namespace rewright::tests {

inline std::vector<ir::Rule> shipped_rules() {
  std::vector<std::filesystem::path> paths;
  for (const auto& entry :
       std::filesystem::recursive_directory_iterator("rewrites"))
    if (entry.path().extension() == ".rule") paths.push_back(entry.path());
  std::sort(paths.begin(), paths.end());
  std::vector<ir::Rule> rules;
  for (const auto& path : paths) {
    std::stringstream text;
    text << std::ifstream(path).rdbuf();
    const auto source = std::make_shared<const base::Source>(
        base::Source{path.string(), text.str()});
    for (auto& rule : ir::resolve(syntax::parse_rules(source), ops::table()))
      rules.push_back(std::move(rule));
  }
  return rules;
}

}  // namespace rewright::tests
