// SPDX-License-Identifier: Apache-2.0
#include "taso/import.h"

#include <set>

#include <fmt/format.h>

#include "index/expr.h"
#include "taso/pattern.h"
#include "taso/shapes.h"
#include "taso/write.h"

namespace rewright::taso {
namespace {

std::string comment(const Pattern& pattern, const char* what) {
  return fmt::format("TASO substitution {}{}: {}.", pattern.id, what,
                     summary(pattern));
}

/// The ungrouped form may be impossible, as when a parameter names a group.
void add_ungrouped(const Pattern& pattern, const std::string& name,
                   ImportedRule& rule) {
  try {
    const Shapes shapes = read_shapes(pattern, name, true);
    rule.ungrouped_name = rule.name + "_group1";
    rule.ungrouped_text =
        write_rule(pattern, shapes, rule.ungrouped_name,
                   comment(pattern, ", convolutions without groups"))
            .text;
  } catch (const base::InputError&) {
    rule.ungrouped_name.clear();
  }
}

}  // namespace

ImportedRule import_rule(const std::string& name,
                         const Substitution& substitution) {
  const Pattern pattern = read_pattern(substitution, name);
  const Shapes shapes = read_shapes(pattern, name, false);
  ImportedRule rule;
  rule.name = fmt::format("taso_{:03}", pattern.id);
  Written written =
      write_rule(pattern, shapes, rule.name, comment(pattern, ""));
  rule.text = std::move(written.text);
  rule.preconditions = std::move(written.preconditions);
  if (shapes.may_be_grouped) add_ungrouped(pattern, name, rule);
  return rule;
}

Import import_rules(const std::string& name, std::string_view bytes) {
  Catalogue catalogue = read_catalogue(name, bytes);
  Import import;
  import.errors = std::move(catalogue.errors);
  std::set<std::int64_t> ids;
  for (const Substitution& s : catalogue.substitutions) {
    const std::string rule = fmt::format("rule {}", s.id);
    try {
      if (!ids.insert(s.id).second)
        throw base::InputError(name, rule + ": second rule of this id");
      import.rules.push_back(import_rule(name, s));
    } catch (const base::InputError& e) {
      import.errors.push_back(e);
    } catch (const index::Overflow& e) {
      import.errors.emplace_back(name, rule + ": " + e.what());
    }
  }
  return import;
}

}  // namespace rewright::taso
