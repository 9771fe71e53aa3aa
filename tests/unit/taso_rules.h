// SPDX-License-Identifier: Apache-2.0
//
// Substitutions made by hand, and the catalogue of the test data.
#pragma once

#include <fstream>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include "taso/import.h"
#include "taso/vocabulary.h"

namespace rewright::tests {

using Parameters = std::vector<std::pair<int, std::int64_t>>;

inline std::string bytes_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

inline taso::Operator op(int code, std::vector<taso::Edge> inputs,
                         Parameters parameters = {}) {
  return {code, std::move(inputs), std::move(parameters)};
}

inline taso::Operator concat_of(std::vector<taso::Edge> inputs, int axis,
                                int rank) {
  return op(taso::code::concat, std::move(inputs),
            {{taso::parameter::axis, axis}, {taso::parameter::numdim, rank}});
}

inline taso::Operator split_of(taso::Edge input, int axis, int results) {
  return op(
      taso::code::split, {input},
      {{taso::parameter::axis, axis}, {taso::parameter::num_outputs, results}});
}

inline taso::Operator conv_of(taso::Edge x, taso::Edge w,
                              Parameters parameters = {}) {
  using namespace taso::parameter;
  parameters.insert(parameters.end(), {{kernel_h, 3}, {kernel_w, 3}});
  return op(taso::code::conv, {x, w}, std::move(parameters));
}

/// Mapped are the first results of the last operators, one by one.
inline taso::Substitution substitution(std::vector<taso::Operator> source,
                                       std::vector<taso::Operator> target,
                                       int outputs = 1) {
  taso::Substitution s;
  s.source = std::move(source);
  s.target = std::move(target);
  for (int k = 0; k < outputs; ++k)
    s.outputs.push_back({{static_cast<std::int64_t>(s.source.size()) - 1, k},
                         {static_cast<std::int64_t>(s.target.size()) - 1, k}});
  return s;
}

/// The text of the rule, without its comment and first line.
inline std::string imported(const taso::Substitution& s) {
  const std::string text = taso::import_rule("t.json", s).text;
  return text.substr(text.find("taso_000\n") + 9);
}

/// What is wrong, without the file's name; "" when nothing is.
inline std::string mistake(const taso::Substitution& s) {
  try {
    taso::import_rule("t.json", s);
    return "";
  } catch (const base::InputError& e) {
    return e.message();
  }
}

}  // namespace rewright::tests
