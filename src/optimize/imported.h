// SPDX-License-Identifier: Apache-2.0
//
// A model as rules are looked for in it: its graph, and the way back from
// values of the graph to names of the model. What the import made of stored
// constants, to share their data, is a leaf: no node of the model is there.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "match/find.h"
#include "onnx/edit.h"
#include "onnx/import.h"
#include "onnx/values.h"
#include "optimize/cost.h"

namespace rewright::optimize {

/// A match as a change of the model.
struct Change {
  match::Instance instance;
  std::vector<int> removed;             // nodes of the model
  std::vector<std::string> inputs;      // names, "" for constants
  std::vector<std::string> outputs;     // names
  std::vector<std::string> node_names;  // of those removed
  std::vector<bool> is_constant;        // by input of the instance
  /// What is written: the instance, constants without a name put into it.
  ir::Rule written;
  std::map<int, std::shared_ptr<const evaluate::Tensor>> constants;
};

class Imported {
 public:
  explicit Imported(const onnx::Model& model);

  const match::Subject& subject() const { return *subject_; }
  const onnx::Import& import() const { return import_; }
  const Cost& cost() const { return cost_; }

  /// What keeps a match from being a change of the model.
  struct Obstacle {
    evidence::RefusalReason reason;
    std::string detail;
  };
  /// Nothing, or what is in the way.
  std::optional<Obstacle> change(match::Match match, Change& into) const;

  std::vector<std::string> names(const std::vector<int>& nodes) const;

 private:
  void find_leaves();
  bool is_made_by(const ir::Ref& value, int origin) const;
  const std::string& name_of(const ir::Ref& value) const;
  std::optional<Obstacle> take_nodes(const match::Match& match,
                                     Change& into) const;
  std::optional<Obstacle> name_inputs(Change& into) const;
  std::optional<Obstacle> name_outputs(Change& into) const;
  std::optional<Obstacle> check_readers(const Change& change) const;
  std::string stored_name(int input) const;

  onnx::Import import_;
  onnx::Values values_;
  std::vector<bool> is_constant_input_, is_constant_node_, is_leaf_;
  std::vector<std::vector<int>> by_origin_;  // nodes that a rule must take
  std::unique_ptr<const match::Subject> subject_;
  Cost cost_;
};

}  // namespace rewright::optimize
