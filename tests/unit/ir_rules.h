// SPDX-License-Identifier: Apache-2.0
//
// Rules from text, for tests of src/ir.
#pragma once

#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "base/error.h"
#include "ir/resolve.h"
#include "ops/table.h"
#include "syntax/parser.h"

namespace rewright::ir {

inline std::vector<Rule> resolve_text(const std::string& text) {
  const auto source =
      std::make_shared<const base::Source>(base::Source{"test.rule", text});
  return resolve(syntax::parse_rules(source), ops::table());
}

/// The one rule of a text.
inline Rule rule_of(const std::string& text) {
  return resolve_text(text).at(0);
}

/// What resolving the text complains about, without the line and caret.
inline std::string error_of(const std::string& text) {
  try {
    resolve_text(text);
  } catch (const base::InputError& error) {
    return std::to_string(error.position().line) + ":" +
           std::to_string(error.position().column) + ": " + error.message();
  }
  return "no error";
}

/// The symbol that a rule declares under this name.
inline index::Symbol symbol_of(const Rule& rule, const std::string& name) {
  for (const SizeDecl& size : rule.sizes) {
    if (size.symbol->name == name) return size.symbol;
  }
  for (const index::Symbol& integer : rule.integers) {
    if (integer->name == name) return integer;
  }
  throw std::out_of_range(name);
}

using Numbers = std::map<std::string, std::vector<std::int64_t>>;

/// An assignment by names, with the first type of every class.
inline Assignment assign(const Rule& rule, std::map<std::string, int> ranks,
                         const Numbers& numbers) {
  Assignment at;
  at.ranks = std::move(ranks);
  for (const auto& [name, values] : numbers) {
    at.values[symbol_of(rule, name)->id] = values;
  }
  for (const TypeSet types : rule.type_classes) {
    at.types.push_back(members(types).at(0));
  }
  return at;
}

/// "Transpose [M, N]" for every node of a graph.
inline std::vector<std::string> nodes_of(const Graph& graph) {
  std::vector<std::string> result;
  for (const Node& node : graph.nodes) {
    std::string text = node.op->name;
    for (const TensorType& type : node.results) text += " " + print(type.shape);
    result.push_back(text);
  }
  return result;
}

}  // namespace rewright::ir
