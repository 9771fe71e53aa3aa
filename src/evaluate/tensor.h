// SPDX-License-Identifier: Apache-2.0
//
// Dense tensors at concrete sizes, in one of several number worlds: the
// element types of ONNX, exact rationals and integers, 256-bit reals, residues
// modulo a prime, and every floating-point format with an error bound.
#pragma once

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include <Eigen/Core>

#include "base/exact.h"
#include "evaluate/bounded.h"
#include "ir/element_type.h"
#include "ir/shape.h"

namespace rewright::evaluate {

using Half = Eigen::half;
using BFloat16 = Eigen::bfloat16;

/// A truth value as an element (std::vector<bool> has no references).
struct Boolean {
  bool value = false;
  friend bool operator==(Boolean, Boolean) = default;
};

/// Row-major; data.size() is the product of shape.
template <class E>
struct Dense {
  std::vector<std::int64_t> shape;
  std::vector<E> data;
};

/// A tensor of any world. Truth values are Boolean in every world.
class Tensor {
 public:
  using Storage =
      std::variant<Dense<double>, Dense<float>, Dense<Half>, Dense<BFloat16>,
                   Dense<std::int64_t>, Dense<std::int32_t>,
                   Dense<std::int16_t>, Dense<std::int8_t>, Dense<Boolean>,
                   Dense<base::Rational>, Dense<base::Real>,
                   Dense<base::Residue>, Dense<Bounded<double>>,
                   Dense<Bounded<float>>, Dense<Bounded<Half>>,
                   Dense<Bounded<BFloat16>>, Dense<base::Whole>>;

  Tensor() = default;
  template <class E>
  Tensor(Dense<E> dense) : storage(std::move(dense)) {}  // NOLINT

  const std::vector<std::int64_t>& shape() const;
  std::int64_t size() const;  // number of elements
  template <class E>
  const Dense<E>& as() const {
    return std::get<Dense<E>>(storage);
  }
  template <class E>
  Dense<E>& as() {
    return std::get<Dense<E>>(storage);
  }
  template <class E>
  bool is() const {
    return std::holds_alternative<Dense<E>>(storage);
  }
  std::string element_name() const;  // "float32", "rational", ...
  std::string element_text(std::int64_t offset) const;

  Storage storage;
};

/// Worlds by their index in Tensor::Storage.
constexpr int boolean_world = 8;
constexpr int rational_world = 9;
constexpr int real_world = 10;
constexpr int residue_world = 11;
constexpr int bounded_world = 12;  // the first of four, by ir::ElementType
constexpr int whole_world = 16;

/// Strides of a row-major shape.
std::vector<std::int64_t> strides(const std::vector<std::int64_t>& shape);
std::int64_t count(const std::vector<std::int64_t>& shape);

}  // namespace rewright::evaluate
