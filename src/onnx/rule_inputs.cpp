// SPDX-License-Identifier: Apache-2.0
#include "onnx/rule_inputs.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>
#include <string>

#include <onnx/onnx_pb.h>

#include "base/error.h"
#include "ir/unify.h"

namespace rewright::onnx {

namespace {

/// Declares the sizes that dims are.
class Sizes {
 public:
  explicit Sizes(ir::Rule& rule) : rule_(rule) {}

  /// The names that models use are theirs; others must differ from them.
  void reserve(const GraphInput& input) {
    for (const InputDim& dim : input.dims)
      if (!dim.name.empty()) taken_.insert(dim.name);
  }

  index::Expr extent(const GraphInput& input, std::size_t axis) {
    const InputDim& dim = input.dims[axis];
    if (dim.is_fixed()) return dim.size;
    if (dim.name.empty())
      return declare(fresh(input.name + "_" + std::to_string(axis)));
    const auto known = named_.find(dim.name);
    if (known != named_.end()) return known->second;
    return named_[dim.name] = declare(dim.name);
  }

 private:
  std::string fresh(std::string name) {
    while (!taken_.insert(name).second) name += "_";
    return name;
  }

  index::Expr declare(const std::string& name) {
    const auto symbol = index::make_symbol(name, index::SymbolKind::size);
    rule_.sizes.push_back({symbol, 1});
    return index::Expr(symbol);
  }

  ir::Rule& rule_;
  std::set<std::string> taken_;
  std::map<std::string, index::Expr> named_;
};

std::vector<std::string> names(const std::vector<GraphInput>& inputs) {
  std::vector<std::string> result;
  for (const GraphInput& input : inputs) result.push_back(input.name);
  return result;
}

bool is_same_set(std::vector<std::string> a, std::vector<std::string> b) {
  std::sort(a.begin(), a.end());
  std::sort(b.begin(), b.end());
  return a == b;
}

/// For each of `theirs` its position in `ours`.
std::vector<int> match_names(const std::vector<std::string>& ours,
                             const std::vector<std::string>& theirs) {
  std::vector<int> positions(theirs.size());
  std::iota(positions.begin(), positions.end(), 0);
  if (!is_same_set(ours, theirs)) return positions;
  for (std::size_t k = 0; k < theirs.size(); ++k)
    positions[k] = static_cast<int>(
        std::find(ours.begin(), ours.end(), theirs[k]) - ours.begin());
  return positions;
}

/// Holds the inputs of two models against each other.
class Binding {
 public:
  Binding(const Model& a, const Model& b)
      : a_(a), b_(b), ours_(graph_inputs(a)), theirs_(graph_inputs(b)) {}

  std::vector<int> bind() {
    if (ours_.size() != theirs_.size())
      fail("takes " + std::to_string(theirs_.size()) + " inputs, but " +
           a_.path + " takes " + std::to_string(ours_.size()));
    const auto positions = match_names(names(ours_), names(theirs_));
    for (std::size_t k = 0; k < positions.size(); ++k) {
      require_place(k, positions[k]);
      bind(ours_[static_cast<std::size_t>(positions[k])], theirs_[k]);
    }
    return positions;
  }

 private:
  [[noreturn]] void fail(const std::string& message) const {
    throw base::InputError(b_.path, message);
  }

  /// A name that both models use must not end up on different inputs.
  void require_place(std::size_t theirs, int ours) const {
    const std::string& name = theirs_[theirs].name;
    for (std::size_t k = 0; k < ours_.size(); ++k)
      if (ours_[k].name == name && static_cast<int>(k) != ours)
        fail("input '" + name + "' is at place " + std::to_string(theirs + 1) +
             ", but at place " + std::to_string(k + 1) + " in " + a_.path +
             "; inputs are bound by name only when all names agree");
  }

  void bind(const GraphInput& ours, const GraphInput& theirs) {
    bool is_same =
        ours.type == theirs.type && ours.dims.size() == theirs.dims.size();
    for (std::size_t k = 0; is_same && k < ours.dims.size(); ++k)
      is_same = bind(ours.name + " " + std::to_string(k), ours.dims[k],
                     theirs.name + " " + std::to_string(k), theirs.dims[k]);
    if (!is_same)
      fail("input '" + theirs.name + "' is " + print(theirs) + ", but '" +
           ours.name + "' of " + a_.path + " is " + print(ours) +
           renamings(theirs));
  }

  /// Equal numbers, or names that always stand for each other. `our_place`
  /// and `their_place` stand in for names that are not given.
  bool bind(const std::string& our_place, const InputDim& ours,
            const std::string& their_place, const InputDim& theirs) {
    if (ours.is_fixed() || theirs.is_fixed()) return ours.size == theirs.size;
    const std::string& our_name = ours.name.empty() ? our_place : ours.name;
    const std::string& their_name =
        theirs.name.empty() ? their_place : theirs.name;
    return to_ours_.emplace(their_name, our_name).first->second == our_name &&
           to_theirs_.emplace(our_name, their_name).first->second == their_name;
  }

  /// " (where N is M)" for the names bound so far that `theirs` uses.
  std::string renamings(const GraphInput& theirs) const {
    std::string text;
    std::set<std::string> told;
    for (const InputDim& dim : theirs.dims) {
      const auto bound = to_ours_.find(dim.name);
      if (bound == to_ours_.end() || !told.insert(dim.name).second) continue;
      if (bound->second == dim.name) continue;
      text += text.empty() ? " (where " : ", ";
      text += dim.name + " is " + bound->second;
    }
    return text.empty() ? text : text + ")";
  }

  const Model& a_;
  const Model& b_;
  std::vector<GraphInput> ours_, theirs_;
  std::map<std::string, std::string> to_ours_, to_theirs_;
};

}  // namespace

void declare_inputs(const std::vector<GraphInput>& inputs, ir::Rule& rule) {
  Sizes sizes(rule);
  for (const GraphInput& input : inputs) sizes.reserve(input);
  for (const GraphInput& input : inputs) {
    ir::Shape shape;
    for (std::size_t k = 0; k < input.dims.size(); ++k)
      shape.push_back({sizes.extent(input, k)});
    const int type = ir::class_with(rule, ir::set_of(input.type));
    rule.inputs.push_back(
        {.name = input.name, .type = {type, shape}, .position = {}});
  }
}

std::vector<int> bind_inputs(const Model& a, const Model& b) {
  return Binding(a, b).bind();
}

std::vector<std::string> output_names(const Model& model) {
  std::vector<std::string> result;
  for (const auto& output : model.proto->graph().output())
    result.push_back(output.name());
  return result;
}

std::vector<std::string> bind_outputs(const Model& a, const Model& b) {
  const auto ours = output_names(a), theirs = output_names(b);
  if (ours.size() != theirs.size())
    throw base::InputError(b.path, "gives " + std::to_string(theirs.size()) +
                                       " outputs, but " + a.path + " gives " +
                                       std::to_string(ours.size()));
  return is_same_set(ours, theirs) ? ours : theirs;
}

}  // namespace rewright::onnx
