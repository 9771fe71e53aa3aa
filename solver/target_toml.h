// SPDX-License-Identifier: Apache-2.0
//
// A TOML table read by field names: the known fields are listed once, what is
// not listed is an error that suggests the nearest one, and a value of the
// wrong kind is an error at that value. Columns count bytes, as in
// base/position.h, where toml++ counts code points.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include <toml++/toml.h>

#include "base/error.h"
#include "syntax/ast.h"

namespace rewright::solver {

class TomlTable {
 public:
  /// `what` completes "unknown field 'x' of ...". Throws base::InputError.
  TomlTable(const base::Source& source, const toml::table& table,
            std::string what, const std::vector<std::string>& fields);

  bool has(const std::string& field) const { return table_.contains(field); }
  /// Where the table begins, and where a field of it is named.
  base::Position position() const;
  base::Position key_position(const std::string& field) const;

  /// A string, with the place of its first character; the empty name when the
  /// field is absent.
  syntax::Name text(const std::string& field) const;
  /// A string or an array of strings; empty when the field is absent.
  std::vector<syntax::Name> words(const std::string& field) const;
  bool flag(const std::string& field, bool fallback) const;
  /// A table `[field]`; null when absent.
  const toml::table* table(const std::string& field) const;
  /// An array of tables `[[field]]`; empty when absent.
  std::vector<const toml::table*> tables(const std::string& field) const;
  /// A table `[field]` of strings, in the order of its keys.
  std::vector<std::pair<std::string, std::string>> strings(
      const std::string& field) const;

  [[noreturn]] void fail(base::Position at, const std::string& message) const;

 private:
  syntax::Name word(const toml::node& node, const std::string& field) const;

  const base::Source& source_;
  const toml::table& table_;
  std::string what_;
};

/// The place toml++ names, in bytes.
base::Position byte_position(const base::Source& source,
                             const toml::source_position& at);

}  // namespace rewright::solver
