// SPDX-License-Identifier: Apache-2.0
//
// From paths on the command line to texts: folders are searched, everything
// unreadable becomes an InputError that names the file.
#pragma once

#include <cstddef>
#include <fstream>
#include <memory>
#include <string>
#include <vector>

#include "base/error.h"

namespace rewright::pipeline {

constexpr std::size_t largest_file = 1'000'000;  // bytes of a rule file

struct RuleFiles {
  std::vector<std::string> files;  // each once
  std::vector<base::InputError> errors;
};

/// The files that `paths` name: a file stands for itself, a folder for all
/// `*.rule` files below it, sorted; `-` is standard input. A missing path, an
/// unreadable folder and a folder without rules are errors.
RuleFiles find_rule_files(const std::vector<std::string>& paths);

/// A file opened to be read as bytes. Throws base::InputError.
std::ifstream open_file(const std::string& path);

/// The text of a file, or of standard input for `-`. Throws base::InputError
/// when it is missing, unreadable, over a megabyte or not UTF-8 text.
std::shared_ptr<const base::Source> read_source(const std::string& path);

/// The names of the targets in `folders`, sorted: files NAME.toml. A folder
/// that cannot be read has none.
std::vector<std::string> target_names(const std::vector<std::string>& folders);

}  // namespace rewright::pipeline
