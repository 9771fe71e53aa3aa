// SPDX-License-Identifier: Apache-2.0
//
// From symbols to numbers: what an Assignment makes of index expressions,
// formulas, shapes, attributes and values. An axis group of rank k becomes k
// single axes; numel, flat and unflat become row-major arithmetic on them.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "ir/graph.h"

namespace rewright::ir {

class Expansion {
 public:
  Expansion(const Rule& rule, const Assignment& at);
  /// Values that need not be numbers: one per symbol, one per axis for those
  /// of a group. Every group has a rank.
  Expansion(const std::map<std::string, int>& ranks,
            std::map<std::uint64_t, std::vector<index::Expr>> values);

  /// An expression about the whole; constant when it has no variables.
  index::Expr expr(const index::Expr& e) const { return at(e, {}); }
  index::Formula formula(const index::Formula& f) const { return at(f, {}); }
  /// The single axes of a shape.
  Shape shape(const Shape& shape) const;
  /// The attributes of a node, whose frames are those of the symbolic graph.
  Attributes attributes(const Rule& rule, const Graph& graph,
                        const Node& node) const;
  ElementCondition condition(const Rule& rule,
                             const ElementCondition& condition);

 private:
  /// Which component of each group an expression is about.
  using Components = std::map<std::string, std::size_t>;

  std::size_t rank(const std::string& group) const;
  std::size_t axes_of(const Dim& dim) const;
  index::Expr at(const index::Expr& e, const Components& components) const;
  index::Expr at(const index::Atom& atom, const Components& components) const;
  index::Formula at(const index::Formula& f,
                    const Components& components) const;
  std::vector<index::Expr> all(const index::Expr& e, const std::string& group,
                               const Components& components) const;
  index::Expr flat(const index::AtomNode& atom,
                   const Components& components) const;
  index::Expr unflat(const index::AtomNode& atom,
                     const Components& components) const;
  std::vector<std::vector<int>> entries(const Shape& shape) const;
  Axes axes(const Axes& axes, const Shape& frame) const;
  PerAxis per_axis(const PerAxis& values, const Shape& frame) const;
  Attribute attribute(const Attribute& value, const Shape& frame) const;
  std::vector<BoundVariable> bind(const std::vector<BoundVariable>& bound);
  Value value(const Rule& rule, const Value& v);
  Value access(const Rule& rule, const ValueNode& v) const;

  std::map<std::string, std::size_t> ranks_;
  std::map<std::uint64_t, std::vector<index::Expr>> values_;  // by symbol
};

/// Einsum's equation when the entries of its operands become several axes
/// each: a letter of an entry becomes as many letters.
std::string expand_equation(const std::string& equation,
                            const std::vector<std::vector<int>>& axes);

}  // namespace rewright::ir
