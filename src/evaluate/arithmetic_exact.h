// SPDX-License-Identifier: Apache-2.0
//
// The exact worlds. Rational: an ordered field. Whole: some of its integers.
// Residue: a finite field, with neither order nor elementary functions. Real:
// 256 bits, which is exact for the purpose of judging 24; a comparison of Reals
// closer than 2^-200 of their size is Uncertain, as is anything that leaves its
// range.
#pragma once

#include "evaluate/arithmetic_base.h"

namespace rewright::evaluate {

template <>
struct Arithmetic<base::Rational> : Lacking<base::Rational> {
  using E = base::Rational;
  static constexpr bool is_exact = true;

  static E from_integer(std::int64_t x) { return E(x); }
  static E from_rational(const E& x) { return x; }
  static E from_constant(const ir::ConstantNumber& c) {
    return number_from<E>(c);
  }
  static E add(const E& a, const E& b) { return a + b; }
  static E sub(const E& a, const E& b) { return a - b; }
  static E neg(const E& a) { return -a; }
  static E mul(const E& a, const E& b) { return a * b; }
  static E div(const E& a, const E& b) {
    if (b == 0) throw Undefined("a number is divided by zero");
    return a / b;
  }
  static E min(const E& a, const E& b) { return b < a ? b : a; }
  static E max(const E& a, const E& b) { return a < b ? b : a; }
  static E abs(const E& a) { return a < 0 ? E(-a) : a; }
  static bool equal(const E& a, const E& b) { return a == b; }
  static bool less(const E& a, const E& b) { return a < b; }
  static bool less_or_equal(const E& a, const E& b) { return a <= b; }
};

/// Exact as rationals are, and much faster, where all values are small
/// integers. Anything else is NotInWorld, to be tried again with rationals.
template <>
struct Arithmetic<base::Whole> : Lacking<base::Whole> {
  using E = base::Whole;
  static constexpr bool is_exact = true;

  static E from_integer(std::int64_t x) { return {x}; }
  static E from_rational(const base::Rational& x) {
    constexpr auto most = std::numeric_limits<std::int64_t>::max();
    const base::Integer whole = numerator(x);
    if (denominator(x) != 1 || whole > most || whole < -most) left();
    return {whole.convert_to<std::int64_t>()};
  }
  static E from_constant(const ir::ConstantNumber& c) {
    return number_from<E>(c);
  }
  static E add(E a, E b) {
    E sum;
    if (__builtin_add_overflow(a.value, b.value, &sum.value)) left();
    return sum;
  }
  static E sub(E a, E b) {
    E difference;
    if (__builtin_sub_overflow(a.value, b.value, &difference.value)) left();
    return difference;
  }
  static E neg(E a) { return sub({0}, a); }
  static E mul(E a, E b) {
    E product;
    if (__builtin_mul_overflow(a.value, b.value, &product.value)) left();
    return product;
  }
  static E div(E a, E b) {
    if (b.value == 0) throw Undefined("a number is divided by zero");
    if (b.value == -1) return neg(a);
    if (a.value % b.value != 0) left();
    return {a.value / b.value};
  }
  static E min(E a, E b) { return b.value < a.value ? b : a; }
  static E max(E a, E b) { return a.value < b.value ? b : a; }
  static E abs(E a) { return a.value < 0 ? neg(a) : a; }
  static bool equal(E a, E b) { return a == b; }
  static bool less(E a, E b) { return a.value < b.value; }
  static bool less_or_equal(E a, E b) { return a.value <= b.value; }

 private:
  [[noreturn]] static void left() {
    throw NotInWorld("a number is no small integer");
  }
};

template <>
struct Arithmetic<base::Residue> : Lacking<base::Residue> {
  using E = base::Residue;
  static constexpr bool is_exact = true;

  static E from_integer(std::int64_t x) { return E(x); }
  static E from_rational(const base::Rational& x) {
    return div(from_whole(numerator(x)), from_whole(denominator(x)));
  }
  static E from_constant(const ir::ConstantNumber& c) {
    return number_from<E>(c);
  }
  static E add(E a, E b) { return a + b; }
  static E sub(E a, E b) { return a - b; }
  static E neg(E a) { return -a; }
  static E mul(E a, E b) { return a * b; }
  static E div(E a, E b) {
    if (b.is_zero()) throw Undefined("a residue is divided by zero");
    return a * b.inverse();
  }
  static bool equal(E a, E b) { return a == b; }

 private:
  static E from_whole(const base::Integer& x) {
    const base::Integer low = x % base::Integer(E::prime);
    return E(low.convert_to<std::int64_t>());
  }
};

template <>
struct Arithmetic<base::Real> : Lacking<base::Real> {
  using E = base::Real;

  static E from_integer(std::int64_t x) { return E(x); }
  static E from_rational(const base::Rational& x) {
    return E(numerator(x)) / E(denominator(x));
  }
  static E from_constant(const ir::ConstantNumber& c) {
    return number_from<E>(c);
  }
  static E infinity(bool negative) {
    const E inf = std::numeric_limits<E>::infinity();
    return negative ? E(-inf) : inf;
  }
  static E lowest() { return infinity(true); }
  static E highest() { return infinity(false); }

  static E add(const E& a, const E& b) { return defined(a + b); }
  static E sub(const E& a, const E& b) { return defined(a - b); }
  static E neg(const E& a) { return -a; }
  static E mul(const E& a, const E& b) { return defined(a * b); }
  static E div(const E& a, const E& b) {
    if (b == 0) throw Undefined("a number is divided by zero");
    return defined(a / b);
  }
  static E min(const E& a, const E& b) { return b < a ? b : a; }
  static E max(const E& a, const E& b) { return a < b ? b : a; }
  static E abs(const E& a) { return a < 0 ? E(-a) : a; }
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

 private:
  static E defined(const E& x);  // throws Undefined for NaN
};

}  // namespace rewright::evaluate
