// SPDX-License-Identifier: Apache-2.0
#include "solver/target_file.h"

#include <algorithm>
#include <optional>
#include <sstream>
#include <string>
#include <utility>

#include "solver/target_toml.h"
#include "syntax/parser.h"

namespace rewright::solver {
namespace {

using Formula = std::shared_ptr<const syntax::Expr>;

/// Parses a formula that stands in the target file. A mistake is shown with
/// the file's own line.
Formula parse_formula(const base::Source& file, const syntax::Name& text) {
  const auto excerpt =
      std::make_shared<base::Source>(base::Source{file.name, text.text});
  try {
    return std::make_shared<syntax::Expr>(
        syntax::parse_formula(excerpt, text.position));
  } catch (const base::InputError& error) {
    throw base::InputError(file, error.position(), error.message());
  }
}

/// The text with every run of blanks and line ends as one blank.
std::string on_one_line(const std::string& text) {
  std::istringstream words(text);
  std::string result;
  for (std::string word; words >> word;) {
    result += (result.empty() ? "" : " ") + word;
  }
  return result;
}

Formula formula_of(const base::Source& file, const TomlTable& table,
                   const std::string& field) {
  const syntax::Name text = table.text(field);
  return text.is_given() ? parse_formula(file, text) : nullptr;
}

ir::TypeSet types_of(const TomlTable& table) {
  ir::TypeSet result = 0;
  for (const syntax::Name& type : table.words("types")) {
    const auto set = ir::parse_type_set(type.text);
    if (!set) {
      std::vector<std::string> known{"float", "int"};
      for (const auto t : ir::members(ir::all_types)) {
        known.emplace_back(ir::name(t));
      }
      table.fail(type.position, "unknown element type '" + type.text + "'" +
                                    base::suggestion(type.text, known));
    }
    result = static_cast<ir::TypeSet>(result | *set);
  }
  return result;
}

Confidence confidence_of(const TomlTable& table) {
  const syntax::Name word = table.text("confidence");
  const auto confidence = parse_confidence(word.text);
  if (!confidence) {
    table.fail(word.position,
               "unknown confidence '" + word.text + "'" +
                   base::suggestion(word.text, confidence_names()));
  }
  return *confidence;
}

void require_field(const TomlTable& table, const std::string& field,
                   const std::string& why) {
  if (table.has(field)) return;
  table.fail(table.position(), "the limit has no '" + field + "': " + why);
}

void forbid_field(const TomlTable& table, const std::string& field,
                  const std::string& why) {
  if (!table.has(field)) return;
  table.fail(table.key_position(field), "'" + field + "' " + why);
}

/// The fields that a limit must and must not have.
void check_fields(const TomlTable& table, bool is_known) {
  require_field(table, "ops", "say which operators it is about");
  if (is_known) {
    require_field(table, "confidence", "say how well it is known");
    require_field(table, "source", "say where it is from");
    if (table.has("require") || table.has("types")) return;
    require_field(table, "note",
                  "without 'require' and 'types' only a note says anything");
    return;
  }
  const std::string why = "states what the limit is, but 'known' is false";
  forbid_field(table, "require", why);
  forbid_field(table, "types", why);
  if (!table.has("covers")) {
    require_field(table, "note", "say what is not known");
  }
}

LimitEntry parse_limit(const std::shared_ptr<const base::Source>& source,
                       const toml::table& toml, bool extends) {
  const TomlTable table(*source, toml, "a limit",
                        {"ops", "require", "applies", "types", "covers",
                         "known", "confidence", "source", "note", "replaces"});
  LimitEntry entry;
  Limit& limit = entry.limit;
  limit.known = table.flag("known", true);
  check_fields(table, limit.known);
  if (!extends) {
    forbid_field(table, "replaces",
                 "is for inherited limits, but the file extends no other");
  }
  entry.ops = table.words("ops");
  entry.sources = table.words("source");
  entry.replaces = table.flag("replaces", false);
  limit.formula_text = on_one_line(table.text("require").text);
  limit.formula = formula_of(*source, table, "require");
  limit.applies = formula_of(*source, table, "applies");
  limit.types = types_of(table);
  for (const auto& aspect : table.words("covers")) {
    limit.covers.push_back(aspect.text);
  }
  if (table.has("confidence")) limit.confidence = confidence_of(table);
  limit.note = table.text("note").text;
  limit.file = source->name;
  limit.text = source;
  limit.position = table.position();
  return entry;
}

/// A word of the table that has to be one of `known`.
std::string one_of(const TomlTable& table, const std::string& field,
                   const std::vector<std::string>& known) {
  const syntax::Name word = table.text(field);
  if (!word.is_given()) {
    table.fail(table.position(), "the quantisation has no '" + field + "'");
  }
  if (std::ranges::find(known, word.text) == known.end()) {
    table.fail(word.position, "'" + field + "' cannot be '" + word.text + "'" +
                                  base::suggestion(word.text, known));
  }
  return word.text;
}

std::vector<int> code_bits_of(const TomlTable& table) {
  std::vector<int> bits;
  for (const syntax::Name& type : table.words("codes")) {
    if (type.text != "int8" && type.text != "int16") {
      table.fail(type.position,
                 "codes are int8 or int16, not '" + type.text + "'");
    }
    bits.push_back(type.text == "int8" ? 8 : 16);
  }
  if (bits.empty()) {
    table.fail(table.position(), "the quantisation has no 'codes'");
  }
  return bits;
}

QuantisationEntry parse_quantisation(const base::Source& source,
                                     const toml::table& toml) {
  const TomlTable table(source, toml, "the quantisation",
                        {"codes", "activations", "weights", "accumulator",
                         "rounding", "confidence", "source", "note"});
  QuantisationEntry entry;
  Quantisation& quantisation = entry.quantisation;
  quantisation.code_bits = code_bits_of(table);
  one_of(table, "activations", {"per_tensor"});
  quantisation.per_channel_weights =
      one_of(table, "weights", {"per_channel", "per_tensor"}) == "per_channel";
  quantisation.accumulator_bits =
      one_of(table, "accumulator", {"int32", "int64"}) == "int32" ? 32 : 64;
  one_of(table, "rounding", {"half_to_even"});
  one_of(table, "confidence", confidence_names());
  quantisation.confidence = name(confidence_of(table));
  quantisation.note = table.text("note").text;
  entry.sources = table.words("source");
  if (entry.sources.empty()) {
    table.fail(table.position(),
               "the quantisation has no 'source': say where it is from");
  }
  return entry;
}

toml::table parse_toml(const base::Source& source) {
  try {
    return toml::parse(source.text, source.name);
  } catch (const toml::parse_error& error) {
    throw base::InputError(source, byte_position(source, error.source().begin),
                           "not TOML: " + std::string(error.description()));
  }
}

}  // namespace

TargetFile parse_target_file(std::shared_ptr<const base::Source> source) {
  const toml::table toml = parse_toml(*source);
  const TomlTable table(*source, toml, "a target",
                        {"name", "description", "extends", "sources",
                         "unmodelled", "limit", "quantisation"});
  TargetFile file;
  file.source = source;
  file.name = table.text("name").text;
  if (file.name.empty()) {
    throw base::InputError(source->name, "the target has no 'name'");
  }
  file.description = table.text("description").text;
  file.extends = table.text("extends");
  file.sources = table.strings("sources");
  for (const auto& op : table.words("unmodelled")) {
    file.unmodelled.push_back(op.text);
  }
  for (const toml::table* limit : table.tables("limit")) {
    file.limits.push_back(parse_limit(source, *limit, file.extends.is_given()));
  }
  if (const toml::table* quantisation = table.table("quantisation")) {
    file.quantisation = parse_quantisation(*source, *quantisation);
  }
  return file;
}

}  // namespace rewright::solver
