// SPDX-License-Identifier: Apache-2.0
#include "onnx/known.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <type_traits>
#include <utility>

namespace rewright::onnx {

namespace {

using evaluate::BFloat16;
using evaluate::Boolean;
using evaluate::Dense;
using evaluate::Half;
using evaluate::Tensor;

template <class E>
constexpr bool is_float =
    std::is_same_v<E, double> || std::is_same_v<E, float> ||
    std::is_same_v<E, Half> || std::is_same_v<E, BFloat16>;

template <class E>
constexpr bool is_integer = std::is_integral_v<E>;

template <class E>
std::optional<ir::ConstantNumber> exact(const E& x) {
  using Kind = ir::ConstantNumber::Kind;
  if constexpr (std::is_same_v<E, Boolean>) {
    return ir::ConstantNumber{.kind = Kind::truth, .truth = x.value};
  } else if constexpr (is_integer<E>) {
    return ir::ConstantNumber{.rational = base::Rational(std::int64_t{x})};
  } else if constexpr (is_float<E>) {
    const auto value = static_cast<double>(x);
    if (std::isnan(value) || (value == 0 && std::signbit(value)))
      return std::nullopt;
    if (std::isinf(value))
      return ir::ConstantNumber{.kind = value > 0 ? Kind::plus_infinity
                                                  : Kind::minus_infinity};
    return ir::ConstantNumber{.rational = base::Rational(value)};
  } else {
    return std::nullopt;
  }
}

template <class E>
bool all_same(const std::vector<E>& data) {
  return std::all_of(data.begin(), data.end(), [&](const E& x) {
    if constexpr (std::is_same_v<E, Boolean>)
      return x == data.front();
    else
      return std::memcmp(&x, &data.front(), sizeof(E)) == 0;
  });
}

template <class E>
std::optional<ir::ConstantNumber> uniform_of(const std::vector<E>& data) {
  if (data.empty()) return exact(E{});
  if (!all_same(data)) return std::nullopt;
  return exact(data.front());
}

template <class E>
std::optional<std::vector<index::Expr>> elements_of(
    const std::vector<E>& data) {
  if (static_cast<std::int64_t>(data.size()) > most_elements)
    return std::nullopt;
  std::vector<index::Expr> elements;
  for (const E& x : data) {
    if constexpr (std::is_same_v<E, Boolean>)
      elements.emplace_back(x.value ? 1 : 0);
    else if constexpr (is_integer<E>)
      elements.emplace_back(std::int64_t{x});
    else
      return std::nullopt;
  }
  return elements;
}

template <class E>
bool fits_in(std::int64_t value) {
  return value >= std::numeric_limits<E>::min() &&
         value <= std::numeric_limits<E>::max();
}

template <class E>
Tensor dense_of(const std::vector<std::int64_t>& sizes,
                const std::vector<std::int64_t>& elements) {
  Dense<E> dense{sizes, {}};
  for (const std::int64_t e : elements) {
    if constexpr (std::is_same_v<E, Boolean>)
      dense.data.push_back(Boolean{e != 0});
    else
      dense.data.push_back(static_cast<E>(e));
  }
  return dense;
}

/// Floats hold integers exactly up to 2^digits.
bool within(std::int64_t value, int digits) {
  const std::int64_t bound = std::int64_t{1} << digits;
  return -bound <= value && value <= bound;
}

ir::ConstantNumber number_of(ir::ElementType type, std::int64_t value) {
  if (type == ir::ElementType::boolean)
    return {.kind = ir::ConstantNumber::Kind::truth, .truth = value != 0};
  return {.rational = base::Rational(value)};
}

}  // namespace

Known known_tensor(Tensor tensor) {
  Known known{.type = element_type_of(tensor),
              .shape = ir::shape_of(tensor.shape())};
  std::visit(
      [&]<class E>(const Dense<E>& dense) {
        known.uniform = uniform_of(dense.data);
        known.elements = elements_of(dense.data);
      },
      tensor.storage);
  known.data = std::make_shared<const Tensor>(std::move(tensor));
  return known;
}

Known known_elements(ir::ElementType type,
                     const std::vector<std::int64_t>& sizes,
                     std::vector<index::Expr> elements) {
  Known known{.type = type, .shape = ir::shape_of(sizes)};
  const bool is_uniform =
      !elements.empty() && elements.front().is_constant() &&
      std::all_of(elements.begin(), elements.end(),
                  [&](const auto& e) { return e == elements.front(); });
  if (is_uniform) known.uniform = number_of(type, elements.front().constant());
  if (elements.empty()) known.uniform = number_of(type, 0);
  known.elements = std::move(elements);
  return known;
}

Known known_uniform(ir::ElementType type, ir::Shape shape,
                    const ir::ConstantNumber& value) {
  return {.type = type, .shape = std::move(shape), .uniform = value};
}

std::optional<std::vector<std::int64_t>> integers(const Known& known) {
  if (!known.elements) return std::nullopt;
  std::vector<std::int64_t> values;
  for (const index::Expr& e : *known.elements) {
    if (!e.is_constant()) return std::nullopt;
    values.push_back(e.constant());
  }
  return values;
}

std::optional<std::vector<double>> reals(const Known& known) {
  if (const auto values = integers(known))
    return std::vector<double>(values->begin(), values->end());
  if (!known.data || known.data->size() > most_elements) return std::nullopt;
  if (known.data->is<double>()) return known.data->as<double>().data;
  if (!known.data->is<float>()) return std::nullopt;
  const auto& floats = known.data->as<float>().data;
  return std::vector<double>(floats.begin(), floats.end());
}

ir::ElementType element_type_of(const Tensor& tensor) {
  // The storage lists the element types in the order of ir::ElementType.
  return static_cast<ir::ElementType>(tensor.storage.index());
}

std::optional<ir::ConstantNumber> exact_element(const Tensor& tensor,
                                                std::int64_t offset) {
  return std::visit(
      [&](const auto& dense) {
        return exact(dense.data.at(static_cast<std::size_t>(offset)));
      },
      tensor.storage);
}

Tensor integer_tensor(ir::ElementType type,
                      const std::vector<std::int64_t>& sizes,
                      const std::vector<std::int64_t>& elements) {
  switch (type) {
    case ir::ElementType::int8:
      return dense_of<std::int8_t>(sizes, elements);
    case ir::ElementType::int16:
      return dense_of<std::int16_t>(sizes, elements);
    case ir::ElementType::int32:
      return dense_of<std::int32_t>(sizes, elements);
    case ir::ElementType::boolean:
      return dense_of<Boolean>(sizes, elements);
    case ir::ElementType::float32:
      return dense_of<float>(sizes, elements);
    case ir::ElementType::float64:
      return dense_of<double>(sizes, elements);
    default:
      return dense_of<std::int64_t>(sizes, elements);
  }
}

bool fits(ir::ElementType type, std::int64_t value) {
  switch (type) {
    case ir::ElementType::int8:
      return fits_in<std::int8_t>(value);
    case ir::ElementType::int16:
      return fits_in<std::int16_t>(value);
    case ir::ElementType::int32:
      return fits_in<std::int32_t>(value);
    case ir::ElementType::boolean:
      return value == 0 || value == 1;
    case ir::ElementType::float32:
      return within(value, 24);
    case ir::ElementType::float64:
      return within(value, 53);
    case ir::ElementType::float16:
      return within(value, 11);
    case ir::ElementType::bfloat16:
      return within(value, 8);
    case ir::ElementType::int64:
      return true;
  }
  return false;
}

}  // namespace rewright::onnx
