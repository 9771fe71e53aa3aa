// SPDX-License-Identifier: Apache-2.0
#include "evaluate/compare.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "evaluate/arithmetic.h"

namespace rewright::evaluate {

namespace {

template <class Equal>
std::optional<Difference> first_difference(const Tensor& a, const Tensor& b,
                                           Equal is_equal) {
  if (a.storage.index() != b.storage.index() || a.shape() != b.shape())
    return Difference{};
  return with_element(a, [&]<class E>(Element<E>) -> std::optional<Difference> {
    const auto& x = a.as<E>().data;
    const auto& y = b.as<E>().data;
    for (std::size_t i = 0; i < x.size(); ++i) {
      if (is_equal(x[i], y[i])) continue;
      const auto offset = static_cast<std::int64_t>(i);
      return Difference{offset, index_at(a.shape(), offset)};
    }
    return {};
  });
}

template <class E>
constexpr bool is_ieee = std::is_floating_point_v<E> ||
                         std::is_same_v<E, Half> || std::is_same_v<E, BFloat16>;

struct Equal {
  Tolerance tolerance;

  template <class E>
  bool operator()(const E& a, const E& b) const {
    if constexpr (is_ieee<E>) {
      const auto x = static_cast<double>(a), y = static_cast<double>(b);
      return x == y || (std::isnan(x) && std::isnan(y));
    } else {
      return a == b;
    }
  }
  template <class F>
  bool operator()(const Bounded<F>& a, const Bounded<F>& b) const {
    return (*this)(a.value, b.value);
  }
  bool operator()(const base::Real& a, const base::Real& b) const {
    if (a == b) return true;
    if (isinf(a) || isinf(b)) return false;
    base::Real size = std::max<base::Real>(fabs(a), fabs(b));
    if (size < tolerance.scale) size = tolerance.scale;
    return fabs(a - b) <= size * tolerance.relative;
  }
};

struct SameBits {
  template <class E>
  bool operator()(const E& a, const E& b) const {
    if constexpr (is_ieee<E>) {
      const auto x = static_cast<double>(a), y = static_cast<double>(b);
      if (std::isnan(x) || std::isnan(y)) return std::isnan(x) == std::isnan(y);
      return x == y && std::signbit(x) == std::signbit(y);
    } else {
      return Equal{}(a, b);
    }
  }
};

struct WithinBounds {
  template <class E>
  bool operator()(const E& a, const E& b) const {
    return Equal{}(a, b);
  }
  template <class F>
  bool operator()(const Bounded<F>& a, const Bounded<F>& b) const {
    if (std::isinf(a.error) || std::isinf(b.error)) return true;
    if (Equal{}(a, b)) return true;
    const double distance =
        std::fabs(static_cast<double>(a.value) - static_cast<double>(b.value));
    return distance <= (a.error + b.error) * (1 + 0x1p-50);
  }
};

template <class F>
double ratio(const Bounded<F>& x, const base::Real& exact) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  const auto value = static_cast<double>(x.value);
  if (std::isnan(value)) return 0;
  if (std::isinf(value)) return exact == base::Real(value) ? 0 : infinity;
  // Real itself carries 256 bits.
  const base::Real distance =
      fabs(base::Real(value) - exact) - ldexp(fabs(exact), -230);
  if (distance <= 0) return 0;
  if (x.error == 0) return infinity;
  const double rough = distance.convert_to<double>() / x.error;
  return distance <= base::Real(x.error) ? std::min(rough, 1.0)
                                         : std::max(rough, 1 + 0x1p-52);
}

/// The error of x over its bound, where the exact value is that of `exact`
/// within its bound; nothing where that leaves open whether it exceeds it.
template <class F>
std::optional<double> ratio(const Bounded<F>& x, const Bounded<double>& exact) {
  const auto value = static_cast<double>(x.value);
  if (!std::isfinite(value) || !std::isfinite(exact.error)) return {};
  const double distance = std::fabs(value - exact.value);
  if (distance == 0 && exact.error == 0) return 0;
  // Adding it back gives the value where the difference was not rounded.
  const bool is_known = exact.error == 0 &&
                        exact.value + (value - exact.value) == value &&
                        value - (value - exact.value) == exact.value;
  const double most =
      is_known ? distance : (distance + exact.error) * (1 + 0x1p-50);
  if (most > x.error) return {};
  return distance / x.error;
}

/// `ratio_of(element, offset)` over all that have a bound; nothing where it is
/// nothing.
template <class RatioOf>
std::optional<ErrorOverBound> collected(const Tensor& bounded,
                                        RatioOf ratio_of) {
  ErrorOverBound all;
  const bool is_decided = with_element(bounded, [&]<class E>(Element<E>) {
    if constexpr (is_bounded<E>) {
      const auto& x = bounded.as<E>().data;
      for (std::size_t i = 0; i < x.size(); ++i) {
        if (std::isinf(x[i].error)) {
          ++all.unbounded;
          continue;
        }
        const std::optional<double> ratio = ratio_of(x[i], i);
        if (!ratio) return false;
        ++all.elements;
        all.worst = std::max(all.worst, *ratio);
      }
    }
    return true;
  });
  if (!is_decided) return {};
  return all;
}

}  // namespace

std::vector<std::int64_t> index_at(const std::vector<std::int64_t>& shape,
                                   std::int64_t offset) {
  std::vector<std::int64_t> index(shape.size());
  for (std::size_t k = shape.size(); k-- > 0;) {
    index[k] = offset % shape[k];
    offset /= shape[k];
  }
  return index;
}

std::optional<Difference> differ(const Tensor& a, const Tensor& b,
                                 Tolerance tolerance) {
  return first_difference(a, b, Equal{tolerance});
}

std::optional<Difference> differ_bitwise(const Tensor& a, const Tensor& b) {
  return first_difference(a, b, SameBits());
}

std::optional<Difference> differ_beyond_bounds(const Tensor& a,
                                               const Tensor& b) {
  return first_difference(a, b, WithinBounds());
}

ErrorOverBound error_over_bound(const Tensor& bounded, const Tensor& exact) {
  const auto& y = exact.as<base::Real>().data;
  return *collected(bounded, [&](const auto& x, std::size_t i) {
    return std::optional<double>(ratio(x, y.at(i)));
  });
}

std::optional<ErrorOverBound> error_over_bound_in_double(
    const Tensor& bounded, const Tensor& in_double) {
  const auto& y = in_double.as<Bounded<double>>().data;
  return collected(
      bounded, [&](const auto& x, std::size_t i) { return ratio(x, y.at(i)); });
}

}  // namespace rewright::evaluate
