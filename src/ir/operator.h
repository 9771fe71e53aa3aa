// SPDX-License-Identifier: Apache-2.0
//
// What an operator file states, once: signature, shape rule, meaning, kernel,
// rounding, dims that target files may name, ONNX form. Every operator is one
// constant of this type, defined in the one file of src/ops that carries its
// name.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "index/facts.h"
#include "ir/attribute.h"
#include "ir/shape.h"
#include "ir/value.h"

namespace rewright::evaluate {
class Tensor;
}

namespace rewright::ir {

/// Thrown by a shape rule when no sizes can make the call well formed (wrong
/// rank, groups that do not line up); the caller adds the place.
struct IllFormed : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Types of one operand or result: a letter is a variable of the call.
struct Signature {
  std::vector<std::string> operands;  // type letter per operand: {"T", "T"}
  int required = -1;                  // operands that must be given; -1 = all
  bool variadic = false;              // the last operand repeats (Concat)
  std::vector<std::string> results;   // type letter per result
  bool variadic_results = false;      // the last result repeats (Split)
  std::map<std::string, TypeSet> types;  // letter -> allowed element types
  std::vector<AttributeSpec> attributes = {};  // in positional order
  /// Names of operands for named arguments, as in Clip(x, hi=6); may be empty.
  std::vector<std::string> operand_names = {};
};

/// A type class of the rule at hand and the element types it may be.
struct TypeClass {
  int number = -1;
  TypeSet types = 0;
};

/// One application of an operator, symbolic or concrete.
struct Call {
  const Attributes& attributes;
  std::vector<Shape> operands;  // absent optional operands are not listed...
  std::vector<bool> given;      // ...unless a later one is: then an empty
                                // Shape with given[k] == false
  const index::Facts& facts;

  // For kernels, where no operand tells (Const, Iota): the element type of
  // result 0, and the world that carries it, an index into
  // evaluate::Tensor::Storage. Set by evaluate().
  ElementType result_type = ElementType::float32;
  int world = 1;

  /// Of each operand and of result 0, for meanings that depend on the type;
  /// set by call_of() once the types of the node are inferred.
  std::vector<TypeClass> operand_types = {};
  TypeClass result_types = {};

  bool has(int operand) const;
  const Shape& shape(int operand) const { return operands.at(operand); }
  int rank(int operand) const;  // number of entries
  bool has(const std::string& attribute) const;
  const index::Expr& integer(const std::string& attribute) const;
  bool flag(const std::string& attribute) const;  // a 0/1 integer
  const std::vector<int>& axes(const std::string& attribute) const;
  int axis(const std::string& attribute) const;  // its single entry
  /// Entry k of a per-axis attribute, `fallback` where it was not given (or
  /// the attribute is absent altogether).
  index::Expr per_axis(const std::string& attribute, std::size_t entry,
                       const index::Expr& fallback) const;
  const std::vector<index::Expr>& int_list(const std::string& attribute) const;
  const Shape& target_shape(const std::string& attribute) const;
  const std::string& text(const std::string& attribute) const;
  const ConstantNumber& number(const std::string& attribute) const;
};

/// A condition under which the call is well formed; `text` completes the
/// sentence "... must ..." for messages.
struct Condition {
  index::Formula formula;
  std::string text;
};

struct Inferred {
  std::vector<Shape> results;
  std::vector<Condition> conditions = {};
};

/// Reads the element of an operand at given indices.
using Reader = std::function<Value(const Indices&)>;

/// How the result of an operator in floating point relates to the exact one.
enum class Rounding {
  exact,       // moves or selects elements, or compares them
  rounded,     // one correctly rounded operation per element
  reduction,   // a sum or product of terms, in any order
  elementary,  // a library function, faithful to a few ulp
};

/// Dims and attributes a target file may name, for one call: a list holds one
/// expression per axis (a limit on the name must hold for each).
struct NamedDim {
  std::string name;
  std::vector<Dim> values;  // group set where the value is per component
};

struct OnnxNode;  // ir/onnx_form.h
struct OnnxCall;
struct OnnxMade;

struct Operator {
  std::string name;  // the ONNX operator name where there is one
  Signature signature;
  /// Result shapes and conditions. Throws IllFormed.
  Inferred (*infer)(const Call& call) = nullptr;
  /// Result `result` at `at` (one index per entry of that result's shape).
  Value (*meaning)(const Call& call, const std::vector<Reader>& operands,
                   int result, const Indices& at) = nullptr;
  /// Bulk evaluation; shapes are concrete and well formed. `results` are the
  /// inferred shapes. Absent operands are null.
  std::vector<evaluate::Tensor> (*kernel)(
      const Call& call, const std::vector<const evaluate::Tensor*>& operands,
      const std::vector<Shape>& results) = nullptr;
  Rounding rounding = Rounding::exact;
  /// Operator-specific names for target files; may be null.
  std::vector<NamedDim> (*named_dims)(const Call& call,
                                      const Inferred& inferred) = nullptr;
  /// From an ONNX node; null when the operator has no ONNX form.
  OnnxCall (*from_onnx)(const OnnxNode& node) = nullptr;
  std::vector<std::string> onnx_names = {};  // op_types it imports
  /// To an ONNX node of `opset`, of a call whose numbers are known; null when
  /// the operator is written otherwise. Throws IllFormed for what that opset
  /// cannot say.
  OnnxMade (*to_onnx)(const Call& call, int opset) = nullptr;
  std::string note = {};  // where ONNX is silent or narrower types are taken
};

/// Finds an operator by name, or null; and all of them, sorted by name.
struct OperatorTable {
  std::function<const Operator*(const std::string&)> find;
  std::function<std::vector<const Operator*>()> list;
};

}  // namespace rewright::ir
