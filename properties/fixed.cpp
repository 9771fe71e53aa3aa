// SPDX-License-Identifier: Apache-2.0
#include "properties/fixed.h"

#include <cmath>

#include "evaluate/arithmetic.h"
#include "evaluate/graph.h"
#include "properties/elements.h"

namespace rewright::properties {
namespace {

using evaluate::NotInWorld;

base::Rational rational(double x) {
  if (!std::isfinite(x)) throw NotInWorld("a constant is no number");
  return base::Rational(x);
}

template <class E>
E exactly(double x) {
  if constexpr (std::is_same_v<E, base::Rational>) {
    return rational(x);
  } else if constexpr (std::is_same_v<E, base::Residue>) {
    return evaluate::Arithmetic<E>::from_rational(rational(x));
  } else {
    const E element = static_cast<E>(x);
    if (static_cast<double>(element) != x && !std::isnan(x))
      throw NotInWorld("a constant is not exact in the smaller format");
    return element;
  }
}

template <class E>
evaluate::Tensor held_as(const evaluate::Tensor& value) {
  return std::visit(
      [&]<class S>(const evaluate::Dense<S>& from) -> evaluate::Tensor {
        if constexpr (is_float<S>) {
          evaluate::Dense<E> to{from.shape, {}};
          to.data.reserve(from.data.size());
          for (const S& x : from.data)
            to.data.push_back(exactly<E>(static_cast<double>(x)));
          return to;
        } else {
          throw NotInWorld("a constant has another element type");
        }
      },
      value.storage);
}

}  // namespace

evaluate::Tensor as_drawn(const evaluate::Tensor& value, ir::ElementType type,
                          Storage storage) {
  const bool is_floating = class_of(type) == ir::ElementClass::floating;
  switch (is_floating ? storage : Storage::machine) {
    case Storage::rational:
      return held_as<base::Rational>(value);
    case Storage::residue:
      return held_as<base::Residue>(value);
    case Storage::float32:
      return held_as<float>(value);
    case Storage::float64:
      return held_as<double>(value);
    case Storage::machine:
      break;
  }
  if (static_cast<int>(value.storage.index()) == evaluate::native_world(type))
    return value;
  switch (type) {
    case ir::ElementType::float64:
      return held_as<double>(value);
    case ir::ElementType::float32:
      return held_as<float>(value);
    case ir::ElementType::float16:
      return held_as<evaluate::Half>(value);
    case ir::ElementType::bfloat16:
      return held_as<evaluate::BFloat16>(value);
    default:
      throw NotInWorld("a constant has another element type");
  }
}

Tensors draw_tensors(const ir::Rule& instance, const Draw& draw,
                     const Palette& palette, const FixedInputs& fixed,
                     Stream& stream) {
  Tensors tensors;
  for (std::size_t k = 0; k < instance.inputs.size(); ++k) {
    const auto found = fixed.find(static_cast<int>(k));
    const auto type = draw.types.at(instance.inputs[k].type.type_class);
    tensors.push_back(found == fixed.end()
                          ? draw_tensor(instance, k, draw, palette, stream)
                          : as_drawn(*found->second, type, palette.storage));
  }
  return tensors;
}

}  // namespace rewright::properties
