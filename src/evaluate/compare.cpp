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
  bool operator()(const Bounded& a, const Bounded& b) const {
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
  bool operator()(const Bounded& a, const Bounded& b) const {
    if (std::isinf(a.error) || std::isinf(b.error)) return true;
    if (a.value == b.value) return true;
    const double distance =
        std::fabs(static_cast<double>(a.value) - static_cast<double>(b.value));
    return distance <= (a.error + b.error) * (1 + 0x1p-50);
  }
};

double error_over_bound(const Bounded& x, const base::Real& exact) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  if (std::isinf(x.error)) return 0;
  if (std::isinf(x.value)) return exact == base::Real(x.value) ? 0 : infinity;
  const base::Real distance = fabs(base::Real(x.value) - exact);
  if (x.error == 0) {
    // Exact in float32; Real itself carries 256 bits.
    return distance <= fabs(exact) * base::Real(0x1p-200) ? 0 : infinity;
  }
  return (distance / base::Real(x.error)).convert_to<double>();
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

double worst_error_over_bound(const Tensor& bounded, const Tensor& exact) {
  const auto& x = bounded.as<Bounded>().data;
  const auto& y = exact.as<base::Real>().data;
  double worst = 0;
  for (std::size_t i = 0; i < x.size(); ++i)
    worst = std::max(worst, error_over_bound(x[i], y.at(i)));
  return worst;
}

}  // namespace rewright::evaluate
