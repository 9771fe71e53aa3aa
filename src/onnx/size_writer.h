// SPDX-License-Identifier: Apache-2.0
//
// Sizes that are known only when a model runs, computed by nodes: Shape and
// Gather where a value has an axis of that extent, and arithmetic on int64
// for what is made of such sizes.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "index/facts.h"
#include "ir/shape.h"
#include "onnx/node_writer.h"

namespace rewright::onnx {

class SizeWriter {
 public:
  SizeWriter(NodeWriter& writer, const index::Facts& facts)
      : writer_(writer), facts_(facts) {}

  /// The value `name` is defined, and has this shape.
  void add_value(const std::string& name, const ir::Shape& shape);

  /// The name of an int64 list of these sizes. Throws ir::IllFormed when one
  /// cannot be told from the shapes of the values there are.
  std::string list(const std::vector<index::Expr>& sizes);
  /// The same for a single one without axes.
  std::string scalar(const index::Expr& size);

 private:
  struct Place {
    std::string value;
    std::int64_t axis;
    index::Expr extent;
  };

  /// A list of one element.
  std::string one(const index::Expr& size);
  std::string computed(const index::Expr& size);
  const Place* place_of(const index::Expr& extent) const;
  std::string at(const Place& place);
  std::string shape(const std::string& value);
  std::string sum(const index::Expr& size);
  std::string product(const index::Term& term);
  std::string atom(const index::Atom& atom);
  std::string symbol(const index::Atom& atom);
  std::string quotient(const index::Expr& a, const index::Expr& b);
  std::string extreme(const index::Atom& atom);
  std::string choice(const index::Formula& condition, const index::Expr& a,
                     const index::Expr& b);
  std::string truth(const index::Formula& formula);
  std::string joined(const index::Formula& formula, const std::string& op_type);

  NodeWriter& writer_;
  const index::Facts& facts_;
  std::vector<Place> places_;
  std::map<index::Expr, std::string> made_;
  std::map<std::string, std::string> shapes_;  // Shape nodes by value
};

}  // namespace rewright::onnx
