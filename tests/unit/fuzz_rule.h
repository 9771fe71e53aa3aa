// SPDX-License-Identifier: Apache-2.0
//
// Rules in the rule language, for the tests of fuzzing.
#pragma once

#include <memory>
#include <string>

#include "ir/resolve.h"
#include "ops/table.h"
#include "properties/fuzz.h"
#include "syntax/parser.h"

namespace rewright::properties {

inline ir::Rule rule_of(const std::string& text) {
  const auto source =
      std::make_shared<base::Source>(base::Source{"test.rule", text});
  return ir::resolve(syntax::parse_rules(source), ops::table()).at(0);
}

inline evidence::FuzzResult fuzzed(const std::string& text,
                                   const FuzzOptions& options = {}) {
  solver::Session session;
  return fuzz(rule_of(text), options, session);
}

inline bool agrees(const evidence::FuzzResult& result) {
  return result.status == evidence::Status::unknown && result.agreed &&
         result.reason == evidence::Reason::none && !result.counterexample;
}

inline bool is_refuted(const evidence::FuzzResult& result) {
  return result.status == evidence::Status::refuted &&
         result.counterexample.has_value();
}

/// The inputs of a counterexample: "x = [2, 1] of int8: 3 4".
inline std::string inputs_of(const evidence::FuzzResult& result) {
  std::string text;
  for (const auto& [name, tensor] : result.counterexample->inputs) {
    if (!text.empty()) text += "; ";
    text += name + " = " + ir::print(ir::shape_of(tensor.shape())) + " of " +
            tensor.element_name() + ":";
    for (std::int64_t k = 0; k < tensor.size(); ++k)
      text += " " + tensor.element_text(k);
  }
  return text;
}

}  // namespace rewright::properties
