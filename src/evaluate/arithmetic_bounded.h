// SPDX-License-Identifier: Apache-2.0
//
// Bounded and Accumulated (bounded.h) as number worlds. Each operator's bound:
//
//   + - * / of exact operands   the rounding at hand, computed exactly
//   + - * / otherwise           what the operands' errors cause, plus one
//                               rounding of the largest result they allow
//   sums of n terms             gamma(n - 1) on the sum of their sizes, in any
//                               order; 0 where all partial sums are exact
//   products of n factors       gamma(n - 1) on the product, in any order, and
//                               underflow on the way
//   short formats               sums in float32, rounded once at the end
//   exp log sigmoid tanh erf    4 ulp (of float32 in the short formats, then
//   atan                        rounded), at the ends of the argument's range,
//                               since they increase; sqrt: one rounding
//   sin cos                     4 ulp of 1, and the argument's error
//   min max abs                 the error of what may be chosen
//
// Subnormal results are counted in: sums of them are exact, other operators
// lose at most half of the least number. What may overflow in some evaluation,
// and NaN, leave no bound. A comparison of overlapping ranges throws Uncertain.
// Gamma and the model with underflow: N. J. Higham, Accuracy and Stability of
// Numerical Algorithms, 2nd ed., sections 2.2, 3.1 and 4.2.
#pragma once

#include "evaluate/arithmetic_base.h"
#include "evaluate/bounded.h"

namespace rewright::evaluate {

template <class F>
struct Arithmetic<Bounded<F>> : Lacking<Bounded<F>> {
  using E = Bounded<F>;
  using Sum = Accumulated<F>;
  static Sum widen(const E& x);
  static E narrow(const Sum& x);

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
  static E neg(const E& a) { return E(-a.value, a.error); }
  static E mul(const E& a, const E& b);
  static E div(const E& a, const E& b);
  static E min(const E& a, const E& b);
  static E max(const E& a, const E& b) { return neg(min(neg(a), neg(b))); }
  static E abs(const E& a);
  static bool equal(const E& a, const E& b);
  static bool less(const E& a, const E& b);
  static bool less_or_equal(const E& a, const E& b);
  static E exp(const E& a);
  static E log(const E& a);
  static E sqrt(const E& a);
  static E sigmoid(const E& a);
  static E tanh(const E& a);
  static E erf(const E& a);
  static E sin(const E& a);
  static E cos(const E& a);
  static E atan(const E& a);
};

/// The world of accumulators; what is neither a sum nor a product is computed
/// as an element of the accumulating format.
template <class F>
struct Arithmetic<Accumulated<F>> : Lacking<Accumulated<F>> {
  using E = Accumulated<F>;
  using Element = Arithmetic<Bounded<WideOf<F>>>;

  /// All roundings counted in.
  static Bounded<WideOf<F>> settled(const E& x);
  static E term(const Bounded<WideOf<F>>& x);

  static E from_integer(std::int64_t x) {
    return x == 0 ? nothing() : term(Element::from_integer(x));
  }
  static E from_rational(const base::Rational& x) {
    return x == 0 ? nothing() : term(Element::from_rational(x));
  }
  static E from_constant(const ir::ConstantNumber& c) {
    return number_from<E>(c);
  }
  static E infinity(bool negative) { return term(Element::infinity(negative)); }
  static E lowest() { return infinity(true); }
  static E highest() { return infinity(false); }

  static E add(const E& a, const E& b);
  static E sub(const E& a, const E& b) { return add(a, neg(b)); }
  static E neg(const E& a);
  static E mul(const E& a, const E& b);
  static E div(const E& a, const E& b) {
    return term(Element::div(settled(a), settled(b)));
  }
  static E min(const E& a, const E& b) {
    return term(Element::min(settled(a), settled(b)));
  }
  static E max(const E& a, const E& b) {
    return term(Element::max(settled(a), settled(b)));
  }

 private:
  static E nothing();  // the sum of no terms
};

#define REWRIGHT_BOUNDED(F)                      \
  extern template struct Arithmetic<Bounded<F>>; \
  extern template struct Arithmetic<Accumulated<F>>;
REWRIGHT_BOUNDED(double)
REWRIGHT_BOUNDED(float)
REWRIGHT_BOUNDED(Eigen::half)
REWRIGHT_BOUNDED(Eigen::bfloat16)
#undef REWRIGHT_BOUNDED

}  // namespace rewright::evaluate
