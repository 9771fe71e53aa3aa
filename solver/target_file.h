// SPDX-License-Identifier: Apache-2.0
//
// One target file by itself: TOML turned into entries, every field checked,
// no other file read and no operator looked up. Words keep their places, so
// that whoever looks them up can point at them.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/error.h"
#include "solver/target.h"
#include "syntax/ast.h"

namespace rewright::solver {

struct LimitEntry {
  Limit limit;  // all but ops and source
  std::vector<syntax::Name> ops;
  std::vector<syntax::Name> sources;  // ids
  bool replaces = false;
};

struct QuantisationEntry {
  Quantisation quantisation;  // all but source
  std::vector<syntax::Name> sources;
};

struct TargetFile {
  std::shared_ptr<const base::Source> source;
  std::string name;
  std::string description;
  syntax::Name extends;  // not given when it stands alone
  std::vector<std::pair<std::string, std::string>> sources;
  std::vector<std::string> unmodelled;
  std::vector<LimitEntry> limits;
  std::optional<QuantisationEntry> quantisation;
};

/// Throws base::InputError.
TargetFile parse_target_file(std::shared_ptr<const base::Source> source);

}  // namespace rewright::solver
