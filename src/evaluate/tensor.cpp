// SPDX-License-Identifier: Apache-2.0
#include "evaluate/tensor.h"

#include <cassert>
#include <type_traits>

#include <fmt/format.h>

namespace rewright::evaluate {
namespace {

std::string text(double x) { return fmt::format("{}", x); }
std::string text(float x) { return fmt::format("{}", x); }
std::string text(Half x) { return text(static_cast<float>(x)); }
std::string text(BFloat16 x) { return text(static_cast<float>(x)); }
std::string text(std::int64_t x) { return std::to_string(x); }
std::string text(std::int32_t x) { return std::to_string(x); }
std::string text(std::int16_t x) { return std::to_string(x); }
std::string text(std::int8_t x) { return std::to_string(x); }
std::string text(Boolean x) { return x.value ? "true" : "false"; }
std::string text(const base::Rational& x) { return base::print(x); }
std::string text(const base::Real& x) { return x.str(30); }
std::string text(base::Whole x) { return std::to_string(x.value); }
std::string text(base::Residue x) { return std::to_string(x.value()); }
template <class F>
std::string text(const Bounded<F>& x) {
  return fmt::format("{} +- {:.3g}", text(x.value), x.error);
}

constexpr const char* names[] = {"float64",
                                 "float32",
                                 "float16",
                                 "bfloat16",
                                 "int64",
                                 "int32",
                                 "int16",
                                 "int8",
                                 "bool",
                                 "rational",
                                 "real",
                                 "residue",
                                 "bounded float64",
                                 "bounded float32",
                                 "bounded float16",
                                 "bounded bfloat16",
                                 "integer"};
static_assert(std::size(names) == std::variant_size_v<Tensor::Storage>);

}  // namespace

const std::vector<std::int64_t>& Tensor::shape() const {
  return std::visit(
      [](const auto& dense) -> const std::vector<std::int64_t>& {
        return dense.shape;
      },
      storage);
}

std::int64_t Tensor::size() const { return count(shape()); }

std::string Tensor::element_name() const { return names[storage.index()]; }

std::string Tensor::element_text(std::int64_t offset) const {
  return std::visit(
      [&](const auto& dense) {
        return text(dense.data.at(static_cast<std::size_t>(offset)));
      },
      storage);
}

std::vector<std::int64_t> strides(const std::vector<std::int64_t>& shape) {
  std::vector<std::int64_t> result(shape.size());
  std::int64_t stride = 1;
  for (std::size_t i = shape.size(); i-- > 0;) {
    result[i] = stride;
    stride *= shape[i];
  }
  return result;
}

std::int64_t count(const std::vector<std::int64_t>& shape) {
  std::int64_t product = 1;
  for (const std::int64_t size : shape) product *= size;
  return product;
}

}  // namespace rewright::evaluate
