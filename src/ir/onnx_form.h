// SPDX-License-Identifier: Apache-2.0
//
// An ONNX node as an operator file sees it, free of protobuf: attributes by
// name, operand shapes, and the values of operands that are constants.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "ir/attribute.h"
#include "ir/operator.h"
#include "ir/shape.h"

namespace rewright::ir {

struct OnnxOperand {
  bool given = true;
  Shape shape = {};
  /// Of constant tensors of integers, scalars included.
  std::optional<std::vector<std::int64_t>> integers = {};
  /// The same where some are sizes that stay symbolic; set with `integers`.
  std::optional<std::vector<index::Expr>> sizes = {};
  /// Of constant tensors of one element.
  std::optional<ConstantNumber> scalar = {};
};

/// A number that becomes a constant of one element: of `type`, or where that is
/// not given of the element type of the call's first operand, or of its result
/// when it has none.
struct OnnxScalar {
  ConstantNumber value = {};
  std::optional<ElementType> type = {};
};

/// The last two are only written: the number of an element type, and a tensor
/// of one element.
using OnnxAttribute =
    std::variant<std::int64_t, float, std::string, std::vector<std::int64_t>,
                 std::vector<float>, ElementType, OnnxScalar>;

struct OnnxNode {
  std::string op_type;
  int opset = 0;
  std::map<std::string, OnnxAttribute> attributes;
  std::vector<OnnxOperand> operands;
  int results = 1;

  std::int64_t integer(const std::string& name, std::int64_t fallback) const;
  float real(const std::string& name, float fallback) const;
  /// A real attribute exactly, infinities included; nothing when absent.
  /// Throws IllFormed for NaN.
  std::optional<ConstantNumber> number(const std::string& name) const;
  std::string text(const std::string& name, const std::string& fallback) const;
  std::optional<std::vector<std::int64_t>> integers(
      const std::string& name) const;
  bool has(const std::string& name) const { return attributes.count(name); }
  bool has_operand(std::size_t k) const {
    return k < operands.size() && operands[k].given;
  }
  /// Attribute `name` before the opset that made it operand k, else the
  /// operand's constant value; nothing when absent. Throws IllFormed when the
  /// operand is not a constant.
  std::optional<std::vector<std::int64_t>> attribute_or_operand(
      const std::string& name, std::size_t k) const;
  /// The same for operands that may depend on symbolic sizes.
  std::optional<std::vector<index::Expr>> sizes(const std::string& name,
                                                std::size_t k) const;
  /// Negative axes counted from the end; throws IllFormed when out of range.
  static std::vector<int> normalised(const std::vector<std::int64_t>& axes,
                                     std::size_t rank);
};

/// What an operator file makes of a node: which of the node's operands stay
/// tensor operands (in our order, -1 = absent), and our attributes.
struct OnnxCall {
  std::vector<int> operands;
  Attributes attributes;
};

/// An operand of a node that is written. At most one field is set; when none
/// is, the operand is absent.
struct OnnxOperandMade {
  std::optional<int> operand = {};  // of the call
  std::optional<int> node = {};     // an earlier node of the same form
  /// int64: a list, or a scalar. What is no number is computed from shapes.
  std::optional<std::vector<index::Expr>> integers = {};
  std::optional<index::Expr> integer = {};
  std::optional<OnnxScalar> scalar = {};
};

OnnxOperandMade of_operand(int operand);
OnnxOperandMade of_node(int node);
OnnxOperandMade of_integers(std::vector<index::Expr> list);
OnnxOperandMade of_integers(const std::vector<int>& list);

/// A node to be written.
struct OnnxNodeMade {
  std::string op_type;  // "" when the operator's own name is meant
  std::map<std::string, OnnxAttribute> attributes = {};
  std::vector<OnnxOperandMade> operands = {};
};

/// The nodes that an operator is written as: the reverse of OnnxCall. The last
/// has the results of the call; the others have one result each. Without any
/// the result is the call's first operand.
struct OnnxMade {
  std::vector<OnnxNodeMade> nodes;
};

/// The integer that `e` is. Throws IllFormed, naming `what`, when it depends
/// on a size: attributes of ONNX are numbers.
std::int64_t number_of(const index::Expr& e, const std::string& what);
/// The element type that all of a call's operands or results have. Throws
/// IllFormed when it may be one of several.
ElementType only_type(const TypeClass& types);
/// Positions as attributes say them.
std::vector<std::int64_t> integers_of(const std::vector<int>& positions);
/// The float that says `number` of a tensor of element type `type`: the same
/// number, or for float32 the nearest, which is what its elements could say.
/// Throws IllFormed, naming `what`, when there is none.
float float_of(const ConstantNumber& number, const TypeClass& type,
               const std::string& what);
/// Throws IllFormed when `opset` is older than `first`.
void require_opset(int opset, int first, const std::string& what);

}  // namespace rewright::ir
