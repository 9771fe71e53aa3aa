// SPDX-License-Identifier: Apache-2.0
//
// The JSON form of a catalogue: a list of objects
//     {"id", "src_ops", "dst_ops", "mapped_outputs"}
// whose operators are {"op", "inputs": [[op, slot], ..], "params": {..}}.
#include <algorithm>
#include <limits>

#include <nlohmann/json.hpp>

#include "taso/catalogue.h"
#include "taso/vocabulary.h"

namespace rewright::taso {
namespace {

using Json = nlohmann::json;

/// A value of the file with the words that say where it stands.
struct Place {
  const Json& value;
  const std::string& file;
  std::string where;

  [[noreturn]] void refuse(const std::string& message) const {
    throw base::InputError(file, (where.empty() ? "" : where + ": ") + message);
  }
  Place at(const Json& inner, const std::string& what) const {
    return {inner, file, (where.empty() ? "" : where + ", ") + what};
  }
  bool has(const char* key) const {
    return value.is_object() && value.contains(key);
  }
  Place member(const char* key) const {
    if (!value.is_object())
      refuse(std::string("must be an object, not ") + value.type_name());
    if (!value.contains(key)) refuse(std::string("has no '") + key + '\'');
    return at(value.at(key), key);
  }
  const Json& list() const {
    if (!value.is_array())
      refuse(std::string("must be a list, not ") + value.type_name());
    return value;
  }
  std::int64_t integer() const {
    const bool fits =
        value.is_number_integer() &&
        (!value.is_number_unsigned() ||
         value.get<std::uint64_t>() <=
             std::uint64_t{std::numeric_limits<std::int64_t>::max()});
    if (!fits) refuse("must be an integer, not " + value.dump());
    return value.get<std::int64_t>();
  }
  std::string text() const {
    if (!value.is_string())
      refuse(std::string("must be a string, not ") + value.type_name());
    return value.get<std::string>();
  }
};

Edge read_edge(const Place& place) {
  const Json& pair = place.list();
  if (pair.size() != 2) place.refuse("must be [operator, result]");
  return {place.at(pair[0], "operator").integer(),
          place.at(pair[1], "result").integer()};
}

int read_code(const Place& place) {
  const std::string name = place.text();
  if (const auto code = operator_code(name)) return *code;
  place.refuse("unknown operator '" + name + '\'' +
               base::suggestion(name, operator_names()));
}

std::vector<std::pair<int, std::int64_t>> read_parameters(const Place& place) {
  if (!place.value.is_object())
    place.refuse(std::string("must be an object, not ") +
                 place.value.type_name());
  std::vector<std::pair<int, std::int64_t>> parameters;
  for (const auto& [name, value] : place.value.items()) {
    const auto code = parameter_code(name);
    if (!code)
      place.refuse("unknown parameter '" + name + '\'' +
                   base::suggestion(name, parameter_names()));
    parameters.emplace_back(*code, place.at(value, name).integer());
  }
  std::sort(parameters.begin(), parameters.end());
  return parameters;
}

Operator read_operator(const Place& place) {
  Operator op;
  op.code = read_code(place.member("op"));
  const Place inputs = place.member("inputs");
  for (const Json& input : inputs.list())
    op.inputs.push_back(read_edge(
        place.at(input, "input " + std::to_string(op.inputs.size()))));
  if (place.has("params"))
    op.parameters = read_parameters(place.member("params"));
  return op;
}

std::vector<Operator> read_side(const Place& rule, const char* key,
                                const std::string& side) {
  std::vector<Operator> ops;
  for (const Json& op : rule.member(key).list())
    ops.push_back(read_operator(
        rule.at(op, side + " operator " + std::to_string(ops.size()))));
  return ops;
}

std::vector<MappedOutput> read_outputs(const Place& rule) {
  std::vector<MappedOutput> outputs;
  for (const Json& one : rule.member("mapped_outputs").list()) {
    const Place place =
        rule.at(one, "mapped output " + std::to_string(outputs.size()));
    const auto number = [&](const char* key) {
      return place.member(key).integer();
    };
    outputs.push_back({{number("srcOpId"), number("srcTsId")},
                       {number("dstOpId"), number("dstTsId")}});
  }
  return outputs;
}

Substitution read_substitution(const Place& entry, std::int64_t number) {
  Substitution s;
  s.id = number;
  if (entry.has("id")) s.id = entry.member("id").integer();
  if (s.id < 0) entry.refuse("the id must not be negative");
  const Place rule{entry.value, entry.file, "rule " + std::to_string(s.id)};
  s.source = read_side(rule, "src_ops", "source");
  s.target = read_side(rule, "dst_ops", "target");
  s.outputs = read_outputs(rule);
  return s;
}

base::Position position_of(std::string_view text, std::size_t byte) {
  const std::string_view before = text.substr(0, byte > 0 ? byte - 1 : 0);
  const auto line = std::count(before.begin(), before.end(), '\n');
  const std::size_t start = before.rfind('\n') + 1;  // npos + 1 is 0
  return {static_cast<int>(line + 1),
          static_cast<int>(before.size() - start + 1)};
}

/// The package's words without its own name, number and place.
std::string reason(const std::string& message) {
  const std::size_t words = message.find(": ");
  return words == std::string::npos ? message : message.substr(words + 2);
}

Json parse(const std::string& name, std::string_view text) {
  try {
    return Json::parse(text);
  } catch (const Json::parse_error& e) {
    throw base::InputError({name, std::string(text)}, position_of(text, e.byte),
                           "this is not JSON: " + reason(e.what()));
  }
}

}  // namespace

Catalogue read_json(const std::string& name, std::string_view text) {
  const Json whole = parse(name, text);
  const Place place{whole, name, ""};
  if (!whole.is_array())
    place.refuse(std::string("must be a list of rules, not ") +
                 whole.type_name());
  Catalogue catalogue;
  for (std::size_t i = 0; i < whole.size(); ++i) {
    try {
      catalogue.substitutions.push_back(
          read_substitution(place.at(whole[i], "rule " + std::to_string(i)),
                            static_cast<std::int64_t>(i)));
    } catch (const base::InputError& e) {
      catalogue.errors.push_back(e);
    }
  }
  return catalogue;
}

}  // namespace rewright::taso
