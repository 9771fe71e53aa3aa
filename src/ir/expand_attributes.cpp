// SPDX-License-Identifier: Apache-2.0
//
// The attributes of a node when every axis group becomes its single axes:
// whatever counts entries is counted anew.
#include <algorithm>
#include <numeric>

#include "ir/expansion.h"

namespace rewright::ir {

using index::Expr;

namespace {

const AttributeSpec* spec_of(const Operator& op, const std::string& name) {
  const auto& specs = op.signature.attributes;
  const auto found = std::ranges::find(specs, name, &AttributeSpec::name);
  return found == specs.end() ? nullptr : &*found;
}

/// The entries that an attribute counts, in the symbolic graph.
Shape frame_of(const AttributeSpec* spec, const Rule& rule, const Graph& graph,
               const Node& node) {
  const Frame frame = spec != nullptr ? spec->frame : Frame::none;
  if (frame == Frame::result) return node.results.at(0).shape;
  if (node.operands.empty() || !node.operands[0]) return {};
  const Shape& shape = rule.type_of(graph, *node.operands[0]).shape;
  if (frame != Frame::operand_spatial) return shape;
  return shape.size() > 2 ? Shape(shape.begin() + 2, shape.end()) : Shape();
}

}  // namespace

/// For each entry the positions of its axes.
std::vector<std::vector<int>> Expansion::entries(const Shape& shape) const {
  std::vector<std::vector<int>> result;
  int next = 0;
  for (const Dim& dim : shape) {
    auto& axes = result.emplace_back(axes_of(dim));
    std::iota(axes.begin(), axes.end(), next);
    next += static_cast<int>(axes.size());
  }
  return result;
}

Axes Expansion::axes(const Axes& axes, const Shape& frame) const {
  const auto positions = entries(frame);
  Axes result;
  for (const int entry : axes.entries) {
    const auto& of_entry = positions.at(static_cast<std::size_t>(entry));
    result.entries.insert(result.entries.end(), of_entry.begin(),
                          of_entry.end());
  }
  return result;
}

PerAxis Expansion::per_axis(const PerAxis& values, const Shape& frame) const {
  PerAxis result;
  for (std::size_t k = 0; k < values.values.size(); ++k) {
    const auto& value = values.values[k];
    const Dim& dim = frame.at(k);
    if (!value) {
      result.values.resize(result.values.size() + axes_of(dim));
    } else if (is_group(dim)) {
      for (Expr& component : all(*value, dim.group, {})) {
        result.values.emplace_back(std::move(component));
      }
    } else {
      result.values.emplace_back(expr(*value));
    }
  }
  return result;
}

Attribute Expansion::attribute(const Attribute& value,
                               const Shape& frame) const {
  if (const auto* e = std::get_if<Expr>(&value)) return expr(*e);
  if (const auto* list = std::get_if<Axes>(&value)) return axes(*list, frame);
  if (const auto* list = std::get_if<PerAxis>(&value)) {
    return per_axis(*list, frame);
  }
  if (const auto* list = std::get_if<IntList>(&value)) {
    IntList result;
    for (const Expr& e : list->values) result.values.push_back(expr(e));
    return result;
  }
  if (const auto* dims = std::get_if<Shape>(&value)) return shape(*dims);
  return value;
}

// A list of axes that is empty only at rank 0 must not be read as "all axes",
// which is what an empty list means to ONNX's reductions.
Attributes Expansion::attributes(const Rule& rule, const Graph& graph,
                                 const Node& node) const {
  Attributes result;
  bool has_lost_all_axes = false;
  for (const auto& [name, value] : node.attributes) {
    const AttributeSpec* spec = spec_of(*node.op, name);
    const Shape frame = frame_of(spec, rule, graph, node);
    result[name] = attribute(value, frame);
    const auto* before = std::get_if<Axes>(&value);
    has_lost_all_axes =
        has_lost_all_axes || (before != nullptr && !before->entries.empty() &&
                              std::get<Axes>(result[name]).entries.empty());
  }
  const char* const noop = "noop_with_empty_axes";
  if (has_lost_all_axes && spec_of(*node.op, noop)) result[noop] = Expr(1);
  const auto equation = result.find("equation");
  if (equation != result.end()) {
    std::vector<std::vector<int>> axes;
    for (const auto& operand : node.operands) {
      auto& counts = axes.emplace_back();
      if (!operand) continue;
      for (const Dim& dim : rule.type_of(graph, *operand).shape) {
        counts.push_back(static_cast<int>(axes_of(dim)));
      }
    }
    equation->second =
        expand_equation(std::get<std::string>(equation->second), axes);
  }
  return result;
}

namespace {

using Letters = std::map<char, int>;  // letter -> number of axes

bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/// What the letters of one operand's term stand for; an ellipsis stands for
/// the entries that the letters leave over.
void count_letters(const std::string& term, const std::vector<int>& axes,
                   Letters& letters) {
  const auto written =
      static_cast<std::size_t>(std::ranges::count_if(term, is_letter));
  std::size_t entry = 0;
  for (std::size_t k = 0; k < term.size(); ++k) {
    if (term.compare(k, 3, "...") == 0 && axes.size() >= written) {
      entry += axes.size() - written;
    }
    if (!is_letter(term[k]) || entry >= axes.size()) continue;
    letters[term[k]] = axes[entry++];
  }
}

std::vector<std::string> terms_of(const std::string& equation) {
  std::vector<std::string> terms(1);
  for (const char c : equation.substr(0, equation.find("->"))) {
    if (c == ',') {
      terms.emplace_back();
    } else {
      terms.back() += c;
    }
  }
  return terms;
}

}  // namespace

std::string expand_equation(const std::string& equation,
                            const std::vector<std::vector<int>>& axes) {
  Letters letters;
  const std::vector<std::string> terms = terms_of(equation);
  for (std::size_t p = 0; p < std::min(terms.size(), axes.size()); ++p) {
    count_letters(terms[p], axes[p], letters);
  }
  std::map<char, std::string> replaced;
  char next = 'a';
  for (const auto& [letter, count] : letters) {
    if (count == 1) continue;
    std::string& with = replaced[letter];
    while (static_cast<int>(with.size()) < count && next <= 'z') {
      if (letters.count(next) == 0) with += next;
      ++next;
    }
  }
  std::string result;
  for (const char c : equation) {
    const auto found = replaced.find(c);
    result += found == replaced.end() ? std::string(1, c) : found->second;
  }
  return result;
}

}  // namespace rewright::ir
