// SPDX-License-Identifier: Apache-2.0
//
// Values: what one element of a tensor *means*, as a scalar expression over
// elements of the inputs. An operator's meaning builds Values, the value
// proof normalises them, and the interpreter evaluates them element by
// element. Values are immutable trees with sharing.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/exact.h"
#include "ir/element_type.h"
#include "ir/shape.h"

namespace rewright::ir {

enum class ValueKind {
  access,    // element `indices` of input `input`
  constant,  // a rational, an infinity, or a truth value
  size,      // an index expression read as a number
  apply,     // function(args)
  select,    // condition (on indices) ? args[0] : args[1]
  reduce,    // monoid over all `bound` that satisfy `condition`, of args[0]
};

/// Scalar functions. Sub, Relu, Greater, ... are built from these. How a type
/// is an argument says conversion.h.
enum class Function {
  add,
  neg,
  mul,
  div,
  min,
  max,
  abs,
  exp,
  log,
  sqrt,
  sigmoid,
  tanh,
  erf,
  sin,
  cos,
  atan,
  equal,
  less,
  less_or_equal,
  logical_not,
  logical_and,
  logical_or,
  where,       // args: condition, then, otherwise
  round,       // to the nearest integer, half to even
  to_integer,  // args: a number, a type; rounded as by `round`, saturated
  to_real,     // args: an integer, its type
};

/// Reduction monoids with their identities: 0, 1, +inf, -inf, true, false.
enum class Monoid { sum, product, min, max, conjunction, disjunction };

struct ConstantNumber {
  enum class Kind { rational, plus_infinity, minus_infinity, truth };
  Kind kind = Kind::rational;
  base::Rational rational = 0;
  bool truth = false;
};

struct BoundVariable {
  index::Symbol symbol;  // of kind variable; over a group when it has one
  index::Expr extent;    // 0 <= symbol < extent
};

struct ValueNode;
using Value = std::shared_ptr<const ValueNode>;

struct ValueNode {
  ValueKind kind;
  int input = -1;                     // access
  Indices indices = {};               // access
  ConstantNumber constant = {};       // constant
  index::Expr size = {};              // size
  Function function = Function::add;  // apply
  index::Formula condition = {};      // select, reduce
  Monoid monoid = Monoid::sum;        // reduce
  std::vector<BoundVariable> bound = {};
  std::vector<Value> args = {};
};

Value access(int input, Indices indices);
Value constant(const base::Rational& value);
Value constant(const ConstantNumber& value);
Value truth(bool value);
Value infinity(bool negative);
Value size_value(const index::Expr& e);
Value apply(Function f, std::vector<Value> args);
Value select(const index::Formula& condition, Value a, Value b);
/// Drops to `body` when nothing is bound and the condition is true.
Value reduce(Monoid m, std::vector<BoundVariable> bound,
             const index::Formula& condition, Value body);

Value operator+(const Value& a, const Value& b);
Value operator-(const Value& a, const Value& b);
Value operator-(const Value& a);
Value operator*(const Value& a, const Value& b);
Value operator/(const Value& a, const Value& b);

std::string_view name(Function f);
std::string_view name(Monoid m);
Value substitute(const Value& v, const index::Substitution& by);
/// Reader-friendly; `input_names[i]` names input i.
std::string print(const Value& v, const std::vector<std::string>& input_names);

}  // namespace rewright::ir
