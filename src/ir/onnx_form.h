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

using OnnxAttribute =
    std::variant<std::int64_t, float, std::string, std::vector<std::int64_t>,
                 std::vector<float>>;

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

/// An operand of a node that is written: one of the call's operands, integers
/// that become a constant, or none.
struct OnnxOperandMade {
  int operand = -1;  // of the call
  std::optional<std::vector<std::int64_t>> integers = {};
};

/// A node to be written: the reverse of OnnxNode.
struct OnnxMade {
  std::string op_type;
  std::map<std::string, OnnxAttribute> attributes = {};
  std::vector<OnnxOperandMade> operands = {};
};

}  // namespace rewright::ir
