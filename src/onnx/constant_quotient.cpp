// SPDX-License-Identifier: Apache-2.0
#include "onnx/constant_quotient.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <vector>

namespace rewright::onnx {

namespace {

using Integers = std::vector<std::int64_t>;

constexpr double open = std::numeric_limits<double>::quiet_NaN();

/// A product of two of these is exact in float64.
template <class E>
constexpr bool is_small_float =
    std::is_same_v<E, float> || std::is_same_v<E, evaluate::Half> ||
    std::is_same_v<E, evaluate::BFloat16>;

/// q with p = f * q, `open` where every q will do, nothing when none does.
template <class E>
std::optional<double> quotient(E product, E factor) {
  const auto p = static_cast<double>(static_cast<float>(product));
  const auto f = static_cast<double>(static_cast<float>(factor));
  if (!std::isfinite(p) || !std::isfinite(f)) return {};
  if (f == 0)
    return p == 0 && std::signbit(p) == std::signbit(f)
               ? std::optional<double>(open)
               : std::nullopt;
  const double q = p / f;
  const auto stored = static_cast<double>(
      static_cast<float>(static_cast<E>(static_cast<float>(q))));
  if (stored != q || !std::isfinite(q) || f * q != p ||
      std::signbit(f * q) != std::signbit(p))
    return {};
  return q;
}

bool agree(double a, double b) {
  return std::isnan(a) || std::isnan(b) || a == b;
}

/// The quotients at index 0 of an axis along which they agree, or nothing.
std::optional<std::vector<double>> without_axis(const std::vector<double>& all,
                                                std::int64_t stride,
                                                std::int64_t size) {
  std::vector<double> first;
  for (std::size_t at = 0; at < all.size(); ++at)
    if (static_cast<std::int64_t>(at) / stride % size == 0) {
      double known = all[at];
      for (std::int64_t k = 1; k < size; ++k) {
        const double other = all[at + static_cast<std::size_t>(k * stride)];
        if (!agree(known, other)) return {};
        if (std::isnan(known)) known = other;
      }
      first.push_back(known);
    }
  return first;
}

/// Zeros of the factor would take zeros of either sign.
bool is_negative(const std::vector<double>& all) {
  return std::any_of(all.begin(), all.end(), [](double q) { return q < 0; });
}

template <class E>
std::optional<evaluate::Tensor> quotients(const evaluate::Dense<E>& product,
                                          const evaluate::Dense<E>& factor) {
  std::vector<double> all;
  all.reserve(product.data.size());
  bool has_zeros = false;
  for (std::size_t k = 0; k < product.data.size(); ++k) {
    const auto q = quotient(product.data[k], factor.data[k]);
    if (!q) return {};
    has_zeros = has_zeros || std::isnan(*q);
    all.push_back(*q);
  }
  Integers sizes = product.shape;
  for (std::size_t axis = 0; axis < sizes.size(); ++axis) {
    if (sizes[axis] < 2) continue;
    auto first = without_axis(all, evaluate::strides(sizes)[axis], sizes[axis]);
    if (!first) continue;
    all = *std::move(first);
    sizes[axis] = 1;
  }
  if (has_zeros && is_negative(all)) return {};
  evaluate::Dense<E> result{sizes, {}};
  for (const double q : all) {
    if (std::isnan(q)) return {};
    result.data.push_back(static_cast<E>(static_cast<float>(q)));
  }
  return evaluate::Tensor(std::move(result));
}

}  // namespace

std::optional<evaluate::Tensor> exact_quotient(const evaluate::Tensor& product,
                                               const evaluate::Tensor& factor) {
  return std::visit(
      [&]<class E>(
          const evaluate::Dense<E>& dense) -> std::optional<evaluate::Tensor> {
        if constexpr (is_small_float<E>) {
          const auto* other = std::get_if<evaluate::Dense<E>>(&factor.storage);
          if (other != nullptr && other->data.size() == dense.data.size())
            return quotients(dense, *other);
        }
        return std::nullopt;
      },
      product.storage);
}

}  // namespace rewright::onnx
