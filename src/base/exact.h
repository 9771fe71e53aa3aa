// SPDX-License-Identifier: Apache-2.0
//
// Exact numbers; the one place that names Boost.Multiprecision. Integer and
// Rational are unbounded, Whole is a small Integer, Real carries 256 bits,
// Residue is the field of integers modulo the Mersenne prime 2^61 - 1.
#pragma once

#include <cstdint>
#include <string>

#include <boost/multiprecision/cpp_bin_float.hpp>
#include <boost/multiprecision/cpp_int.hpp>

namespace rewright::base {

using Integer = boost::multiprecision::cpp_int;
using Rational = boost::multiprecision::cpp_rational;
using Real = boost::multiprecision::number<
    boost::multiprecision::cpp_bin_float<
        256, boost::multiprecision::digit_base_2, void, std::int32_t>,
    boost::multiprecision::et_off>;

/// An integer of 64 bits whose arithmetic refuses to overflow.
struct Whole {
  std::int64_t value = 0;
  friend bool operator==(Whole, Whole) = default;
};

/// An element of the field of integers modulo 2^61 - 1.
class Residue {
 public:
  static constexpr std::uint64_t prime = (std::uint64_t{1} << 61) - 1;

  Residue() = default;
  /// The class of `value`, which may be negative.
  Residue(std::int64_t value)  // NOLINT: numbers convert
      : value_(value >= 0
                   ? static_cast<std::uint64_t>(value) % prime
                   : prime - 1 -
                         (static_cast<std::uint64_t>(-(value + 1)) % prime)) {}

  std::uint64_t value() const { return value_; }
  bool is_zero() const { return value_ == 0; }
  /// The multiplicative inverse; the caller excludes zero.
  Residue inverse() const;

  friend Residue operator+(Residue a, Residue b) {
    const std::uint64_t sum = a.value_ + b.value_;
    return raw(sum >= prime ? sum - prime : sum);
  }
  friend Residue operator-(Residue a, Residue b) {
    return raw(a.value_ >= b.value_ ? a.value_ - b.value_
                                    : a.value_ + prime - b.value_);
  }
  friend Residue operator-(Residue a) { return Residue() - a; }
  friend Residue operator*(Residue a, Residue b) {
    const Wide wide = static_cast<Wide>(a.value_) * b.value_;
    const auto low = static_cast<std::uint64_t>(wide) & prime;
    const auto high = static_cast<std::uint64_t>(wide >> 61);
    const std::uint64_t sum = low + high;
    return raw(sum >= prime ? sum - prime : sum);
  }
  friend bool operator==(Residue a, Residue b) { return a.value_ == b.value_; }
  friend bool operator!=(Residue a, Residue b) { return !(a == b); }

 private:
  __extension__ using Wide = unsigned __int128;
  static Residue raw(std::uint64_t value) {
    Residue r;
    r.value_ = value;
    return r;
  }
  std::uint64_t value_ = 0;
};

inline Residue Residue::inverse() const {  // Fermat: a^(p-2)
  Residue result(1), square = *this;
  for (std::uint64_t e = prime - 2; e != 0; e >>= 1) {
    if (e & 1) result = result * square;
    square = square * square;
  }
  return result;
}

inline std::string print(const Rational& value) { return value.str(); }

}  // namespace rewright::base
