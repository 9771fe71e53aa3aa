// SPDX-License-Identifier: Apache-2.0
//
// Classifies differences element by element.
#include "properties/observe.h"

#include <algorithm>
#include <cmath>

#include "properties/elements.h"

namespace rewright::properties {
namespace {

using evidence::FloatEffect;

FloatEffect effect_of(double a, double b, bool has_special_inputs) {
  if (std::isnan(a) && std::isnan(b)) return FloatEffect::bit_exact;
  if (a == b) {
    return std::signbit(a) == std::signbit(b) ? FloatEffect::bit_exact
                                              : FloatEffect::sign_of_zero;
  }
  const bool is_finite = std::isfinite(a) && std::isfinite(b);
  return is_finite || !has_special_inputs ? FloatEffect::rounding
                                          : FloatEffect::special;
}

template <class E>
FloatEffect element_effect(const E& a, const E& b, bool has_special_inputs) {
  if constexpr (is_float<E>)
    return effect_of(static_cast<double>(a), static_cast<double>(b),
                     has_special_inputs);
  else if (a == b)
    return FloatEffect::bit_exact;
  else
    return has_special_inputs ? FloatEffect::special : FloatEffect::rounding;
}

template <class E>
FloatEffect worst_effect(const evaluate::Dense<E>& lhs,
                         const evaluate::Dense<E>& rhs, bool has_special_inputs,
                         bool any_order) {
  FloatEffect worst = FloatEffect::bit_exact;
  for (std::size_t k = 0; k < lhs.data.size(); ++k) {
    const auto effect =
        element_effect(lhs.data[k], rhs.data[k], has_special_inputs);
    if (effect == FloatEffect::rounding && any_order) continue;
    worst = std::max(worst, effect);
  }
  return worst;
}

}  // namespace

FloatEffect observed_effect(const evaluate::Tensor& lhs,
                            const evaluate::Tensor& rhs, Values values,
                            bool any_order) {
  return std::visit(
      [&]<class E>(const evaluate::Dense<E>& dense) {
        if constexpr (is_float<E> || std::signed_integral<E> ||
                      std::is_same_v<E, evaluate::Boolean>)
          return worst_effect(dense, rhs.as<E>(), are_special(values),
                              any_order);
        else
          return FloatEffect::bit_exact;
      },
      lhs.storage);
}

}  // namespace rewright::properties
