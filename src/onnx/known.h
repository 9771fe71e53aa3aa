// SPDX-License-Identifier: Apache-2.0
//
// A tensor whose elements are known when a model is imported: an initializer,
// a Constant node, or what a model computes from shapes. Integers are index
// expressions, so a size that stays symbolic is known too.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "evaluate/tensor.h"
#include "ir/element_type.h"
#include "ir/shape.h"
#include "ir/value.h"

namespace rewright::onnx {

/// What computes a shape has fewer elements than this.
constexpr std::int64_t most_elements = 4096;

/// At least one of elements, uniform and data is given.
struct Known {
  ir::ElementType type = ir::ElementType::int64;
  ir::Shape shape;
  /// Row-major, of integers and of truth values (1 and 0), also of floats
  /// that are sizes; only while they are few, and the shape constant.
  std::optional<std::vector<index::Expr>> elements = {};
  /// What every element is, exactly. Never NaN or -0, which are no rationals.
  std::optional<ir::ConstantNumber> uniform = {};
  /// The elements as stored.
  std::shared_ptr<const evaluate::Tensor> data = {};
};

Known known_tensor(evaluate::Tensor tensor);
Known known_elements(ir::ElementType type,
                     const std::vector<std::int64_t>& sizes,
                     std::vector<index::Expr> elements);
Known known_uniform(ir::ElementType type, ir::Shape shape,
                    const ir::ConstantNumber& value);

/// The elements when all of them are numbers.
std::optional<std::vector<std::int64_t>> integers(const Known& known);
/// The elements of a float32 or float64 tensor, while they are few.
std::optional<std::vector<double>> reals(const Known& known);

ir::ElementType element_type_of(const evaluate::Tensor& tensor);
/// Element `offset` exactly; nothing for NaN and -0.
std::optional<ir::ConstantNumber> exact_element(const evaluate::Tensor& tensor,
                                                std::int64_t offset);
/// A tensor of an integer type or of truth values.
evaluate::Tensor integer_tensor(ir::ElementType type,
                                const std::vector<std::int64_t>& sizes,
                                const std::vector<std::int64_t>& elements);
/// Whether `value` is one of the type's values.
bool fits(ir::ElementType type, std::int64_t value);

}  // namespace rewright::onnx
