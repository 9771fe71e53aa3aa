// SPDX-License-Identifier: Apache-2.0
//
// What the specialisations of Arithmetic share: the exceptions, and Lacking,
// a base in which every operation is missing, to be hidden by those a world
// has. A world that lacks an operation still compiles with every kernel.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>

#include "base/exact.h"
#include "ir/value.h"

namespace rewright::evaluate {

/// The result is no number: x/0, log of -1, 0 times infinity.
struct Undefined : std::runtime_error {
  using std::runtime_error::runtime_error;
};
/// The world has no such operation or constant.
struct NotInWorld : std::runtime_error {
  using std::runtime_error::runtime_error;
};
/// Rounding errors leave the outcome of a comparison open.
struct Uncertain : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// The arithmetic of one element type; see arithmetic.h.
template <class E>
struct Arithmetic;

template <class E>
struct Lacking {
  /// What sums of E are accumulated in.
  using Sum = E;
  static const E& widen(const E& x) { return x; }
  static const E& narrow(const E& x) { return x; }

  /// Whether equal expressions have equal values, whatever their order.
  static constexpr bool is_exact = false;

  static E from_integer(std::int64_t) { lacks("numbers"); }
  static E from_rational(const base::Rational&) { lacks("numbers"); }
  static E infinity(bool) { lacks("infinity"); }
  static E lowest() { lacks("a lowest value"); }
  static E highest() { lacks("a highest value"); }

  static E add(const E&, const E&) { lacks("addition"); }
  static E sub(const E&, const E&) { lacks("subtraction"); }
  static E neg(const E&) { lacks("negation"); }
  static E mul(const E&, const E&) { lacks("multiplication"); }
  static E div(const E&, const E&) { lacks("division"); }
  static E min(const E&, const E&) { lacks("order"); }
  static E max(const E&, const E&) { lacks("order"); }
  static E abs(const E&) { lacks("order"); }
  static bool equal(const E&, const E&) { lacks("equality"); }
  static bool less(const E&, const E&) { lacks("order"); }
  static bool less_or_equal(const E&, const E&) { lacks("order"); }
  static E exp(const E&) { lacks("exp"); }
  static E log(const E&) { lacks("log"); }
  static E sqrt(const E&) { lacks("sqrt"); }
  static E sigmoid(const E&) { lacks("sigmoid"); }
  static E tanh(const E&) { lacks("tanh"); }
  static E erf(const E&) { lacks("erf"); }
  static E sin(const E&) { lacks("sin"); }
  static E cos(const E&) { lacks("cos"); }
  static E atan(const E&) { lacks("atan"); }

 private:
  [[noreturn]] static void lacks(const char* what) {
    throw NotInWorld(std::string("this number world lacks ") + what);
  }
};

/// from_constant in terms of from_rational and infinity.
template <class E>
E number_from(const ir::ConstantNumber& c) {
  switch (c.kind) {
    case ir::ConstantNumber::Kind::rational:
      return Arithmetic<E>::from_rational(c.rational);
    case ir::ConstantNumber::Kind::plus_infinity:
      return Arithmetic<E>::infinity(false);
    case ir::ConstantNumber::Kind::minus_infinity:
      return Arithmetic<E>::infinity(true);
    case ir::ConstantNumber::Kind::truth:
      break;
  }
  throw NotInWorld("a truth value is no number");
}

}  // namespace rewright::evaluate
