// SPDX-License-Identifier: Apache-2.0
//
// Random elements: draw_element<E>(palette, stream) for every element type.
#pragma once

#include <cmath>
#include <concepts>
#include <limits>
#include <type_traits>

#include "evaluate/tensor.h"
#include "properties/stream.h"
#include "properties/tensors.h"

namespace rewright::properties {

template <class E>
constexpr bool is_float =
    std::floating_point<E> || std::is_same_v<E, evaluate::Half> ||
    std::is_same_v<E, evaluate::BFloat16>;

inline std::int64_t small_integer(const Palette& palette, Stream& stream) {
  const int largest = palette.unit ? 1 : 4;
  return palette.positive ? stream.between(1, largest + 1)
                          : stream.between(-largest, largest);
}

template <class E>
E special_float(Stream& stream) {
  using Limits = std::numeric_limits<E>;
  switch (stream.below(6)) {
    case 0:
      return E(-0.0f);
    case 1:
      return E(0.0f);
    case 2:
      return Limits::infinity();
    case 3:
      return -Limits::infinity();
    case 4:
      return Limits::quiet_NaN();
    default:
      return E(static_cast<float>(stream.between(-8, 8)) / 2);
  }
}

template <class E>
E extreme_float(Stream& stream) {
  using Limits = std::numeric_limits<E>;
  const auto magnitude = [&]() -> E {
    switch (stream.below(6)) {
      case 0:
        return Limits::denorm_min();
      case 1:
        return Limits::min();
      case 2:
        return Limits::max();
      case 3:
        return Limits::epsilon();
      case 4:
        return E(0.0f);
      default:
        return E(static_cast<float>(Limits::max()) / 2);
    }
  }();
  return stream.chance(1, 2) ? -magnitude : magnitude;
}

/// One value of one special kind, of either sign.
template <class E>
E only_float(Values values, Stream& stream) {
  using Limits = std::numeric_limits<E>;
  if (values == Values::nan) return Limits::quiet_NaN();
  if (values == Values::negative_zero) return E(-0.0f);
  const bool is_negative = stream.chance(1, 2);
  E size = Limits::infinity();
  if (values == Values::subnormal) {
    const auto least = static_cast<double>(Limits::denorm_min());
    const auto normal = static_cast<double>(Limits::min());
    const double any = least * static_cast<double>(1 + stream.below(100));
    size = static_cast<E>(stream.chance(1, 2) ? any : normal - any);
  }
  return is_negative ? -size : size;
}

/// A random significand and an exponent that is wide or moderate.
template <class E>
E wide_float(const Palette& palette, Stream& stream) {
  const bool is_short = std::is_same_v<E, evaluate::Half>;
  const int range = palette.moderate ? 3 : is_short ? 12 : 24;
  const auto exponent = static_cast<int>(stream.between(-range, range));
  if constexpr (std::is_same_v<E, double>) {
    const auto all =
        static_cast<double>((std::uint64_t{1} << 52) + (stream.next() >> 12));
    const double size = std::ldexp(all, exponent - 52);
    return !palette.positive && stream.chance(1, 2) ? -size : size;
  }
  const auto significand = static_cast<float>(
      (std::uint32_t{1} << 23) + stream.below(std::uint32_t{1} << 23));
  const float magnitude = std::ldexp(significand, exponent - 23);
  return E(!palette.positive && stream.chance(1, 2) ? -magnitude : magnitude);
}

template <class E>
E draw_float(const Palette& palette, Stream& stream) {
  const bool ordinary = !stream.chance(1, palette.rarity);
  switch (palette.values) {
    case Values::wide:
      return wide_float<E>(palette, stream);
    case Values::special:
      if (!ordinary) return special_float<E>(stream);
      break;
    case Values::extreme:
      if (!ordinary) return extreme_float<E>(stream);
      break;
    case Values::nan:
    case Values::infinite:
    case Values::negative_zero:
    case Values::subnormal:
      if (!ordinary) return only_float<E>(palette.values, stream);
      break;
    case Values::small:
    case Values::uniform:
      break;
  }
  return E(static_cast<float>(small_integer(palette, stream)));
}

template <class E>
E extreme_integer(Stream& stream) {
  using Limits = std::numeric_limits<E>;
  switch (stream.below(4)) {
    case 0:
      return static_cast<E>(Limits::min() + stream.between(0, 2));
    case 1:
      return static_cast<E>(Limits::max() - stream.between(0, 2));
    case 2:
      return static_cast<E>(std::uint64_t{1} << stream.below(Limits::digits));
    default:
      return static_cast<E>(stream.next());
  }
}

template <class E>
E draw_integer(const Palette& palette, Stream& stream) {
  if (palette.values == Values::small || !stream.chance(1, palette.rarity))
    return static_cast<E>(small_integer(palette, stream));
  const E drawn = extreme_integer<E>(stream);
  return palette.positive && drawn <= 0 ? E{1} : drawn;
}

/// Beyond the codes of int8 and between them, ties of rounding among others.
inline base::Rational extreme_rational(const Palette& palette, Stream& stream) {
  const std::int64_t least = palette.positive ? 1 : -600;
  return base::Rational(stream.between(least, 600), 1 << stream.below(4));
}

template <class E>
E draw_element(const Palette& palette, Stream& stream) {
  if constexpr (std::is_same_v<E, evaluate::Boolean>)
    return {stream.chance(1, 2)};
  else if constexpr (is_float<E>)
    return draw_float<E>(palette, stream);
  else if constexpr (std::signed_integral<E>)
    return draw_integer<E>(palette, stream);
  else if constexpr (std::is_same_v<E, base::Residue>)
    return E(static_cast<std::int64_t>(stream.below(base::Residue::prime)));
  else if constexpr (evaluate::is_bounded<E>)
    return E(draw_float<decltype(E::value)>(palette, stream));
  else if constexpr (std::is_same_v<E, base::Whole>)
    return E{small_integer(palette, stream)};
  else if (palette.values == Values::extreme &&
           stream.chance(1, palette.rarity))
    return E(extreme_rational(palette, stream));
  else
    return E(small_integer(palette, stream));
}

}  // namespace rewright::properties
