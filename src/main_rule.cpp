// SPDX-License-Identifier: Apache-2.0
#include "main_rule.h"

#include <filesystem>
#include <optional>
#include <system_error>

#include "base/error.h"
#include "main_data.h"
#include "pipeline_files.h"
#include "syntax/parser.h"

namespace rewright {
namespace {

NamedRule shipped(const std::string& file, const syntax::Rule& rule) {
  NamedRule found{file, {rule.name.text}};
  for (std::size_t k = 2; k <= rule.rhs.size(); ++k)
    found.names.push_back(rule.name.text + '#' + std::to_string(k));
  return found;
}

/// A file that is malformed matters only when no other file has the rule.
NamedRule find_shipped(const std::string& name, const std::string& data) {
  std::vector<std::string> known;
  std::optional<base::InputError> mistake;
  for (const std::string& file :
       pipeline::find_rule_files({rules_folder(data)}).files) {
    try {
      for (const syntax::Rule& rule :
           syntax::parse_rules(pipeline::read_source(file)).rules) {
        if (rule.name.text == name) return shipped(file, rule);
        known.push_back(rule.name.text);
      }
    } catch (const base::InputError& e) {
      mistake = e;
    }
  }
  if (mistake) throw *mistake;
  throw base::InputError("rewright", "'" + name +
                                         "' is no file and no shipped rule" +
                                         base::suggestion(name, known));
}

}  // namespace

NamedRule find_rule(const std::string& rule, const std::string& data) {
  std::error_code failure;
  if (rule == "-" || std::filesystem::exists(rule, failure)) return {rule, {}};
  return find_shipped(rule, data);
}

}  // namespace rewright
