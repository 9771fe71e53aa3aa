// SPDX-License-Identifier: Apache-2.0
#include "solver/target_toml.h"

#include <algorithm>
#include <string_view>
#include <utility>

namespace rewright::solver {
namespace {

bool continues_character(char c) {
  return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U;
}

std::string_view line_from(std::string_view text, int number) {
  for (; number > 1; --number) {
    const auto end = text.find('\n');
    if (end == std::string_view::npos) return {};
    text.remove_prefix(end + 1);
  }
  return text;
}

/// The text from `at` on.
std::string_view text_from(const base::Source& source, base::Position at) {
  std::string_view rest = line_from(source.text, at.line);
  const auto skipped = static_cast<std::size_t>(at.column - 1);
  rest.remove_prefix(std::min(skipped, rest.size()));
  return rest;
}

/// The first character inside the string whose opening quote is at `quote`;
/// TOML drops a line end right behind three quotes.
base::Position inside_quotes(const base::Source& source, base::Position quote) {
  const std::string_view text = text_from(source, quote);
  const bool is_long = text.starts_with("\"\"\"") || text.starts_with("\'\'\'");
  if (!is_long) return {quote.line, quote.column + 1};
  const std::string_view rest = text.substr(3);
  if (rest.starts_with("\n") || rest.starts_with("\r\n")) {
    return {quote.line + 1, 1};
  }
  return {quote.line, quote.column + 3};
}

std::string kind_of(const toml::node& node) {
  switch (node.type()) {
    case toml::node_type::table:
      return "a table";
    case toml::node_type::array:
      return "an array";
    case toml::node_type::string:
      return "a string";
    case toml::node_type::integer:
    case toml::node_type::floating_point:
      return "a number";
    case toml::node_type::boolean:
      return "true or false";
    default:
      return "a date or time";
  }
}

}  // namespace

base::Position byte_position(const base::Source& source,
                             const toml::source_position& at) {
  const std::string_view line =
      line_from(source.text, static_cast<int>(at.line));
  int characters = 0, bytes = 0;
  while (static_cast<std::size_t>(bytes) < line.size()) {
    const char c = line[static_cast<std::size_t>(bytes)];
    if (!continues_character(c)) ++characters;
    if (characters == static_cast<int>(at.column)) break;
    ++bytes;
  }
  const int past_end = static_cast<int>(at.column) - characters;
  return {static_cast<int>(at.line),
          bytes + 1 + (past_end > 0 ? past_end - 1 : 0)};
}

TomlTable::TomlTable(const base::Source& source, const toml::table& table,
                     std::string what, const std::vector<std::string>& fields)
    : source_(source), table_(table), what_(std::move(what)) {
  for (const auto& [key, value] : table_) {
    const std::string name(key.str());
    if (std::ranges::find(fields, name) != fields.end()) continue;
    fail(key_position(name), "unknown field '" + name + "' of " + what_ +
                                 base::suggestion(name, fields));
  }
}

void TomlTable::fail(base::Position at, const std::string& message) const {
  throw base::InputError(source_, at, message);
}

base::Position TomlTable::position() const {
  return byte_position(source_, table_.source().begin);
}

base::Position TomlTable::key_position(const std::string& field) const {
  for (const auto& [key, value] : table_) {
    if (key.str() == field) {
      return byte_position(source_, key.source().begin);
    }
  }
  return position();
}

syntax::Name TomlTable::word(const toml::node& node,
                             const std::string& field) const {
  const base::Position at = byte_position(source_, node.source().begin);
  if (!node.is_string()) {
    fail(at, "'" + field + "' takes a string, not " + kind_of(node));
  }
  std::string text = **node.as_string();
  if (text.empty()) fail(at, "'" + field + "' is empty");
  return {std::move(text), inside_quotes(source_, at)};
}

syntax::Name TomlTable::text(const std::string& field) const {
  const toml::node* node = table_.get(field);
  return node == nullptr ? syntax::Name{} : word(*node, field);
}

std::vector<syntax::Name> TomlTable::words(const std::string& field) const {
  const toml::node* node = table_.get(field);
  if (node == nullptr) return {};
  if (!node->is_array()) return {word(*node, field)};
  std::vector<syntax::Name> result;
  for (const toml::node& item : *node->as_array()) {
    result.push_back(word(item, field));
  }
  if (result.empty()) {
    fail(byte_position(source_, node->source().begin),
         "'" + field + "' is empty");
  }
  return result;
}

bool TomlTable::flag(const std::string& field, bool fallback) const {
  const toml::node* node = table_.get(field);
  if (node == nullptr) return fallback;
  if (!node->is_boolean()) {
    fail(byte_position(source_, node->source().begin),
         "'" + field + "' takes true or false, not " + kind_of(*node));
  }
  return **node->as_boolean();
}

const toml::table* TomlTable::table(const std::string& field) const {
  const toml::node* node = table_.get(field);
  if (node == nullptr) return nullptr;
  if (!node->is_table()) {
    fail(key_position(field),
         "'" + field + "' takes a table, not " + kind_of(*node));
  }
  return node->as_table();
}

std::vector<const toml::table*> TomlTable::tables(
    const std::string& field) const {
  const toml::node* node = table_.get(field);
  if (node == nullptr) return {};
  if (!node->is_array_of_tables()) {
    fail(key_position(field),
         "'" + field + "' is written [[" + field + "]], once for each entry");
  }
  std::vector<const toml::table*> result;
  for (const toml::node& item : *node->as_array()) {
    result.push_back(item.as_table());
  }
  return result;
}

std::vector<std::pair<std::string, std::string>> TomlTable::strings(
    const std::string& field) const {
  const toml::table* named = table(field);
  if (named == nullptr) return {};
  std::vector<std::pair<std::string, std::string>> result;
  for (const auto& [key, value] : *named) {
    const std::string name(key.str());
    result.emplace_back(name, word(value, name).text);
  }
  return result;
}

}  // namespace rewright::solver
