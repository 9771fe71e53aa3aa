// SPDX-License-Identifier: Apache-2.0
#include "properties/fixed_point.h"

#include <algorithm>
#include <cmath>

namespace rewright::properties {

namespace {

__extension__ using Wide = __int128;

constexpr int factor_bits = 31;
constexpr int most_shift = 120;  // beyond it nothing is left of 94 bits
constexpr std::int64_t most = std::int64_t{1} << 40;

std::int64_t clamped(Wide x) {
  return static_cast<std::int64_t>(std::clamp<Wide>(x, -most, most));
}

Wide shifted_left(Wide x, int shift) {
  for (; shift > 0 && x > -most && x < most; --shift) x *= 2;
  return x;
}

}  // namespace

Multiplier multiplier_of(double x) {
  int exponent = 0;
  const double fraction = std::frexp(x, &exponent);
  Multiplier m{std::llrint(std::ldexp(fraction, factor_bits)),
               factor_bits - exponent};
  if (m.factor == std::int64_t{1} << factor_bits) {
    m.factor /= 2;
    --m.shift;
  }
  return m;
}

std::int64_t factor_of(double x, int shift) {
  return std::llrint(std::ldexp(x, shift));
}

std::int64_t requantised(std::int64_t x, const Multiplier& m) {
  const Wide product = static_cast<Wide>(x) * m.factor;
  if (m.shift <= 0) return clamped(shifted_left(product, -m.shift));
  if (m.shift > most_shift) return 0;
  const Wide unit = static_cast<Wide>(1) << m.shift;
  Wide below = product >> m.shift;
  const Wide rest = product - below * unit;
  if (rest > unit / 2 || (rest == unit / 2 && below % 2 != 0)) ++below;
  return clamped(below);
}

std::int64_t largest_code(int bits) {
  return (std::int64_t{1} << (bits - 1)) - 1;
}

std::int64_t saturated(std::int64_t code, int bits) {
  const std::int64_t largest = largest_code(bits);
  return std::clamp(code, -largest - 1, largest);
}

}  // namespace rewright::properties
