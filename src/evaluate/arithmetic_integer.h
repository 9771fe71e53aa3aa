// SPDX-License-Identifier: Apache-2.0
//
// Machine integers: everything wraps around modulo 2^bits, -lowest / -1
// included; division truncates and division by zero is Undefined. A rational
// constant must be an integer and is taken modulo 2^bits.
#pragma once

#include <concepts>
#include <limits>
#include <type_traits>

#include "evaluate/arithmetic_base.h"

namespace rewright::evaluate {

template <std::signed_integral E>
struct Arithmetic<E> : Lacking<E> {
  static constexpr bool is_exact = true;

  static E from_integer(std::int64_t x) { return static_cast<E>(x); }
  static E from_rational(const base::Rational& x) {
    if (denominator(x) != 1) throw NotInWorld("a fraction is no integer");
    base::Integer low = numerator(x) % (base::Integer(1) << 64);
    if (low < 0) low += base::Integer(1) << 64;
    return static_cast<E>(low.convert_to<std::uint64_t>());
  }
  static E from_constant(const ir::ConstantNumber& c) {
    return number_from<E>(c);
  }
  static E lowest() { return std::numeric_limits<E>::lowest(); }
  static E highest() { return std::numeric_limits<E>::max(); }

  static E add(E a, E b) { return wrapped(bits(a) + bits(b)); }
  static E sub(E a, E b) { return wrapped(bits(a) - bits(b)); }
  static E neg(E a) { return wrapped(0 - bits(a)); }
  static E mul(E a, E b) { return wrapped(bits(a) * bits(b)); }
  static E div(E a, E b) {
    if (b == 0) throw Undefined("an integer is divided by zero");
    return b == -1 ? neg(a) : static_cast<E>(a / b);
  }
  static E min(E a, E b) { return b < a ? b : a; }
  static E max(E a, E b) { return a < b ? b : a; }
  static E abs(E a) { return a < 0 ? neg(a) : a; }
  static bool equal(E a, E b) { return a == b; }
  static bool less(E a, E b) { return a < b; }
  static bool less_or_equal(E a, E b) { return a <= b; }

 private:
  // 64 unsigned bits: narrower products cannot overflow on the way.
  static std::uint64_t bits(E x) { return static_cast<std::uint64_t>(x); }
  static E wrapped(std::uint64_t x) { return static_cast<E>(x); }
};

}  // namespace rewright::evaluate
