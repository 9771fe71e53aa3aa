// SPDX-License-Identifier: Apache-2.0
//
// ONNX operators that are written as several of ours when a model is
// imported, as the ONNX specification defines them by others or by a formula:
// Softmax is Exp, ReduceSum and Div, DepthToSpace is Reshape and Transpose.
// The nodes keep the name of the one they came from.
//
// What is rewritten here is exact over the reals; only rounding differs.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "ir/onnx_form.h"
#include "onnx/emitter.h"

namespace rewright::onnx {

/// One node of a model while it is taken apart.
class Decomposition {
 public:
  /// `tensor` makes operand k of the node a tensor of the graph, `known` is
  /// what is known of it, or null.
  Decomposition(const ir::OnnxNode& node, Emitter& emitter, std::string name,
                std::function<ir::Ref(std::size_t)> tensor,
                std::function<const Known*(std::size_t)> known)
      : node_(node),
        emitter_(emitter),
        name_(std::move(name)),
        tensor_(std::move(tensor)),
        known_(std::move(known)) {}

  const ir::OnnxNode& node() const { return node_; }
  bool has(std::size_t k) const { return node_.has_operand(k); }
  /// Throws ir::IllFormed when it is missing.
  ir::Ref operand(std::size_t k) const;
  /// Its shape and value; throws ir::IllFormed when it is missing.
  const ir::OnnxOperand& form(std::size_t k) const;
  /// The integers that operand k is; throws ir::IllFormed when it is not
  /// constant.
  const std::vector<std::int64_t>& integers(std::size_t k) const;
  /// The same for floats.
  std::vector<double> reals(std::size_t k) const;

  const ir::Shape& shape(const ir::Ref& x) const { return emitter_.shape(x); }
  int rank(const ir::Ref& x) const { return static_cast<int>(shape(x).size()); }
  ir::ElementType type(const ir::Ref& x) const { return emitter_.type(x); }
  const index::Facts& facts() const { return emitter_.facts(); }
  /// The attribute `name` as an axis of `x`.
  int axis(const std::string& name, std::int64_t fallback,
           const ir::Ref& x) const;

  /// A node of our operator `op`.
  ir::Ref call(const std::string& op, const std::vector<ir::Ref>& operands,
               ir::Attributes attributes = {}) const {
    return emitter_.call(op, operands, std::move(attributes), name_);
  }
  /// A scalar; of truth values 0 is false.
  ir::Ref number(const base::Rational& value, ir::ElementType type) const;
  ir::Ref number(const base::Rational& value, const ir::Ref& like) const {
    return number(value, type(like));
  }
  /// A scalar that is a size.
  ir::Ref size(const index::Expr& value, ir::ElementType type) const {
    return emitter_.constant(type, {}, value, name_);
  }
  /// The index along one axis.
  ir::Ref positions(const ir::Shape& shape, int axis,
                    ir::ElementType type = ir::ElementType::int64) const {
    return emitter_.positions(shape, axis, type, name_);
  }
  /// A real attribute exactly, or the fallback.
  base::Rational real(const std::string& name, double fallback) const;

  ir::Ref reshape(const ir::Ref& x, const ir::Shape& shape) const;
  ir::Ref transpose(const ir::Ref& x, const std::vector<int>& perm) const;
  /// A reduction that keeps the reduced axes with extent 1, or drops them.
  ir::Ref reduce(const std::string& op, const ir::Ref& x,
                 const std::vector<int>& axes, bool keeps = true) const;

 private:
  const ir::OnnxNode& node_;
  Emitter& emitter_;
  std::string name_;
  std::function<ir::Ref(std::size_t)> tensor_;
  std::function<const Known*(std::size_t)> known_;
};

/// Gives the results of a node. Throws ir::IllFormed.
using Decompose = std::function<std::vector<ir::Ref>(const Decomposition&)>;
using Decompositions = std::map<std::string, Decompose>;

/// By op_type, or null.
const Decompose* find_decomposition(const std::string& op_type);
/// All of them, by op_type.
const Decompositions& all_decompositions();

// The families of operators that find_decomposition() knows.
Decompositions activations();
Decompositions reductions();
Decompositions normalizations();
Decompositions movements();
Decompositions resizings();
Decompositions functions();
Decompositions selections();
Decompositions windows();

}  // namespace rewright::onnx
