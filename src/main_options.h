// SPDX-License-Identifier: Apache-2.0
//
// The command line as data. Only main_options*.cpp know the package that
// parses it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace rewright {

enum class Command {
  check,
  equiv,
  export_rule,
  fmt,
  explain,
  import,
  lint,
  list,
  optimize
};

struct Arguments {
  Command command = Command::check;
  std::vector<std::string> paths;  // or the two models, the rule, the list
  std::vector<std::string> targets;
  std::string min_confidence = "inferred";
  std::int64_t fuzz = 200;
  std::uint64_t seed = 1;
  std::optional<std::uint64_t> replay;
  std::vector<std::string> formats;  // element types
  std::vector<std::string> rules;
  int jobs = 1;
  std::string json;      // a file, `-` or ""
  std::string markdown;  // a file or ""
  std::string require = "proved";
  bool require_legal = false;
  std::vector<std::string> assumed;  // formulas
  std::string inputs;                // a folder of input_0.pb, ...
  std::string save_counterexample;   // a folder
  bool allow_close = false;          // models equal but for constants
  bool expect = false;
  bool suggest = false;            // look for missing and needless conditions
  std::string data;                // "" = where the program was installed
  std::string output;              // the folder that is written to
  std::vector<std::string> sizes;  // "N=3", "n=2x3" of the axes of a group
  std::vector<std::string> ranks;  // "r=2"
  int opset = 17;
  bool repair = false;                  // try refuted imports without groups
  std::vector<std::string> rule_files;  // that `optimize` applies
  std::vector<std::string> only, disabled;
  std::string cost = "operators";
  std::string measure;        // the user's estimator, a command
  std::string measure_field;  // of the JSON that it prints
  int budget = 30;            // its runs
  int most = -1;              // applications
  bool dry_run = false;       // write no model
  bool fmt_check = false;     // say what is not formatted, change nothing
};

/// Throws base::InputError when reports would overwrite each other, or the
/// one in Markdown is to go to standard output.
void require_distinct_outputs(const Arguments& arguments);

/// What to do; or the exit code, when everything is said already: help and
/// version went to standard output, a mistake in one line to standard error.
/// Throws base::InputError for options that contradict each other.
std::variant<Arguments, int> parse_arguments(int argc, char** argv);

}  // namespace rewright
