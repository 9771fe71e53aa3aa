// SPDX-License-Identifier: Apache-2.0
//
// Float32 with a rigorous bound on the distance from the exact result. The
// residue of a rounded sum, product or quotient is itself computed (exactly,
// for sums and products), so an operation without rounding adds no error and
// underflow needs no case of its own. Elementary functions are monotonic:
// they are evaluated in double at both ends of the argument's interval and
// widened by 4 ulp of double, which covers the libraries in use; the float32
// function may be as bad as it likes. Overflow and NaN make the bound
// infinite. A comparison of overlapping intervals throws Uncertain.
#pragma once

#include "evaluate/arithmetic_base.h"
#include "evaluate/bounded.h"

namespace rewright::evaluate {

template <>
struct Arithmetic<Bounded> : Lacking<Bounded> {
  using E = Bounded;

  static E from_integer(std::int64_t x);
  static E from_rational(const base::Rational& x);
  static E from_constant(const ir::ConstantNumber& c) {
    return number_from<E>(c);
  }
  static E infinity(bool negative);
  static E lowest() { return infinity(true); }
  static E highest() { return infinity(false); }

  static E add(const E& a, const E& b);
  static E sub(const E& a, const E& b) { return add(a, neg(b)); }
  static E neg(const E& a) { return {-a.value, a.error}; }
  static E mul(const E& a, const E& b);
  static E div(const E& a, const E& b);
  static E min(const E& a, const E& b);
  static E max(const E& a, const E& b);
  static E abs(const E& a);
  static bool equal(const E& a, const E& b);
  static bool less(const E& a, const E& b);
  static bool less_or_equal(const E& a, const E& b);
  static E exp(const E& a);
  static E log(const E& a);
  static E sqrt(const E& a);
  static E sigmoid(const E& a);
  static E tanh(const E& a);
};

}  // namespace rewright::evaluate
