// SPDX-License-Identifier: Apache-2.0
//
// A checker for the few words of JSON Schema that reports/schema.json uses;
// it refuses words that it does not know.
#pragma once

#include <algorithm>
#include <fstream>
#include <set>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

namespace rewright::tests {

using nlohmann::json;

class Schema {
 public:
  explicit Schema(json root) : root_(std::move(root)) {}
  /// The definition `name` of `root` instead of the root itself.
  Schema(json root, const std::string& name) : root_(std::move(root)) {
    start_ = root_.at("$defs").at(name);
  }

  /// Where and how `value` breaks the schema; empty when it does not.
  std::vector<std::string> violations(const json& value) {
    found_.clear();
    check(start_.is_null() ? root_ : start_, value, "$");
    return found_;
  }

 private:
  void check(const json& schema, const json& value, const std::string& at) {
    static const std::set<std::string> notes = {"$schema", "$comment", "$defs",
                                                "title", "description"};
    static const std::set<std::string> known = {
        "type",  "properties", "required", "additionalProperties",
        "items", "enum",       "const",    "$ref",
        "anyOf"};
    for (const auto& [word, unused] : schema.items())
      if (!notes.contains(word) && !known.contains(word))
        found_.push_back(at + ": the checker does not know " + word);
    if (schema.contains("$ref")) {
      const std::string path = schema["$ref"];
      check(root_.at(json::json_pointer(path.substr(1))), value, at);
    }
    if (schema.contains("enum") && !contains(schema["enum"], value))
      found_.push_back(at + ": " + value.dump() + " is not in the enum");
    if (schema.contains("const") && schema["const"] != value)
      found_.push_back(at + ": is not " + schema["const"].dump());
    if (schema.contains("type") && !has_type(schema["type"], value))
      found_.push_back(at + ": is no " + schema["type"].dump());
    if (schema.contains("anyOf")) check_any(schema["anyOf"], value, at);
    if (value.is_object()) check_object(schema, value, at);
    if (value.is_array() && schema.contains("items"))
      for (std::size_t i = 0; i < value.size(); ++i)
        check(schema["items"], value[i], at + "[" + std::to_string(i) + "]");
  }

  void check_any(const json& options, const json& value,
                 const std::string& at) {
    for (const json& option : options) {
      Schema inner(root_);
      inner.check(option, value, at);
      if (inner.found_.empty()) return;
    }
    found_.push_back(at + ": fits no alternative");
  }

  void check_object(const json& schema, const json& value,
                    const std::string& at) {
    if (schema.contains("required"))
      for (const std::string key : schema["required"])
        if (!value.contains(key)) found_.push_back(at + ": lacks " + key);
    if (schema.contains("additionalProperties") &&
        schema["additionalProperties"].is_object())
      for (const auto& [key, item] : value.items())
        check(schema["additionalProperties"], item, at + "." + key);
    if (!schema.contains("properties")) return;
    for (const auto& [key, item] : value.items()) {
      if (schema["properties"].contains(key))
        check(schema["properties"][key], item, at + "." + key);
      else if (schema.value("additionalProperties", json(true)) == json(false))
        found_.push_back(at + ": has " + key);
    }
  }

  static bool contains(const json& list, const json& value) {
    return std::find(list.begin(), list.end(), value) != list.end();
  }

  static bool has_type(const json& type, const json& value) {
    if (type.is_array()) {
      for (const json& t : type)
        if (has_type(t, value)) return true;
      return false;
    }
    if (type == "integer") return value.is_number_integer();
    if (type == "number") return value.is_number();
    return type == value.type_name();
  }

  json root_, start_;
  std::vector<std::string> found_;
};

inline json schema() {
  std::ifstream file(REWRIGHT_DATA_DIR "/reports/schema.json");
  return json::parse(file);
}

}  // namespace rewright::tests
