// SPDX-License-Identifier: Apache-2.0
//
// Targets: what is known of one device's limits, read from a TOML file
// (format: targets/README.md). A file may extend another; what it states
// comes after what it inherits and may replace parts of that.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "ir/element_type.h"
#include "solver/quantisation.h"
#include "syntax/ast.h"

namespace rewright::solver {

/// From the most to the least trustworthy.
enum class Confidence {
  published,
  vendor,
  article,
  inferred,
  neighbour,
  assumed
};
std::string_view name(Confidence c);
/// The inverse of name(); nothing when it is no such name.
std::optional<Confidence> parse_confidence(std::string_view name);
/// All names, the most trustworthy first.
std::vector<std::string> confidence_names();

struct Limit {
  std::vector<std::string> ops;  // operator names; "any" for all, "model"
  std::string formula_text;      // "" when no formula is given
  std::shared_ptr<const syntax::Expr> formula;  // null when none is given
  /// Where the limit matters; null when everywhere.
  std::shared_ptr<const syntax::Expr> applies;
  ir::TypeSet types = 0;  // of the quantised computation; 0 when not stated
  std::vector<std::string> covers;  // the aspects it speaks about
  bool known = true;
  Confidence confidence = Confidence::assumed;
  std::string source;
  std::string note;
  std::string file;  // where it was stated (extends)
  /// That file's text; the positions in the formulas count in it.
  std::shared_ptr<const base::Source> text;
  base::Position position;
};

struct Target {
  std::string name;
  std::string description;
  std::map<std::string, std::string> sources;  // id -> text
  /// Operators of the device that Rewright has no file for.
  std::vector<std::string> unmodelled;
  std::vector<Limit> limits;                 // of the file and all it extends
  std::optional<Quantisation> quantisation;  // its own, or what it extends
};

/// `name_or_path`: a file, or a name looked up as <dir>/<name>.toml in
/// `directories`. `operators` are the names a limit may be about. Throws
/// base::InputError.
Target read_target(const std::string& name_or_path,
                   const std::vector<std::string>& directories,
                   const std::vector<std::string>& operators);
/// The same for the operators of src/ops.
Target read_target(const std::string& name_or_path,
                   const std::vector<std::string>& directories);

}  // namespace rewright::solver
