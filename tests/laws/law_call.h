// SPDX-License-Identifier: Apache-2.0
//
// One call of an operator under test, and its result by kernel and by
// meaning, element for element.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "evaluate/interpret.h"
#include "evaluate/tensor.h"
#include "ir/operator.h"
#include "laws/calls.h"

namespace rewright::laws {

/// An operator applied to shapes, concrete or symbolic.
struct LawCall {
  const ir::Operator& op;
  ir::Attributes attributes;
  std::vector<ir::Shape> shapes;
  std::vector<bool> given;
  index::Facts facts = {};

  ir::Call call() const;
  /// What is inferred; nothing when the shape rule throws IllFormed.
  std::optional<ir::Inferred> infer() const;
  std::string text() const;
};

/// Missing attributes take their fallbacks, trailing absent operands go.
LawCall concrete_call(const ir::Operator& op, const RandomCall& random);

/// Whether all conditions are true, or true at `values`.
bool holds(const std::vector<ir::Condition>& conditions,
           const evaluate::IndexValues& values = {});

/// A world for every type letter of the signature.
struct Typing {
  std::map<std::string, int> worlds;
  ir::ElementType result_type;

  int world(const ir::Operator& op, std::size_t operand) const;
  int result_world(const ir::Operator& op) const;
};
/// Rationals, int8 and truth values, as far as the operator takes them.
std::vector<Typing> typings(const ir::Operator& op);
/// The same with reals for rationals.
Typing with_reals(const Typing& typing);

/// The indices of one shape, groups included, as index variables.
class Positions {
 public:
  explicit Positions(const ir::Shape& shape);

  ir::Indices indices() const;
  void declare(index::Facts& facts) const;
  /// One size per axis.
  std::vector<std::int64_t> sizes(const evaluate::IndexValues& values) const;
  /// Distributes an index with a number per axis among the variables.
  void set(evaluate::IndexValues& values,
           const std::vector<std::int64_t>& index) const;

 private:
  ir::Shape shape_;
  std::vector<index::Symbol> variables_;
};

/// `value` at every index of `sizes`.
evaluate::Tensor interpreted(const ir::Value& value,
                             const std::vector<evaluate::AccessedInput>& inputs,
                             const Positions& positions,
                             const std::vector<std::int64_t>& sizes,
                             evaluate::IndexValues values, int world);

/// Random elements of a world; tensors without zeros and without negative
/// numbers are as frequent as others.
evaluate::Tensor random_tensor(const ir::Shape& shape, int world,
                               Random& random);

/// Random elements for every operand.
std::vector<evaluate::Tensor> random_operands(const LawCall& concrete,
                                              const Typing& typing,
                                              Random& random);

/// Results, or nothing when an element is undefined.
using Results = std::optional<std::vector<evaluate::Tensor>>;

Results by_kernel(const LawCall& concrete, const Typing& typing,
                  const std::vector<evaluate::Tensor>& operands);

/// `call` may be symbolic: `values` then gives its numbers, `sizes` its
/// result shapes, and its meaning is taken once, at symbolic indices.
Results by_meaning(const LawCall& call, const Typing& typing,
                   const std::vector<evaluate::Tensor>& operands,
                   const std::vector<std::vector<std::int64_t>>& sizes,
                   const evaluate::IndexValues& values = {});

/// Kernel of `concrete` against meaning of `call`; "" when they agree.
std::string disagreement(const LawCall& concrete, const LawCall& call,
                         const evaluate::IndexValues& values, Random& random);

}  // namespace rewright::laws
