// SPDX-License-Identifier: Apache-2.0
//
// Draws tensors element by element.
#include "properties/tensors.h"

#include "properties/elements.h"

namespace rewright::properties {
namespace {

template <class E>
evaluate::Tensor draw_dense(const std::vector<std::int64_t>& shape,
                            const Palette& palette, Stream& stream) {
  evaluate::Dense<E> dense{shape, {}};
  const auto size = static_cast<std::size_t>(evaluate::count(shape));
  dense.data.reserve(size);
  for (std::size_t k = 0; k < size; ++k)
    dense.data.push_back(draw_element<E>(palette, stream));
  return dense;
}

using Drawing = evaluate::Tensor (*)(const std::vector<std::int64_t>&,
                                     const Palette&, Stream&);

Drawing drawing_of(ir::ElementType type) {
  switch (type) {
    case ir::ElementType::float64:
      return draw_dense<double>;
    case ir::ElementType::float32:
      return draw_dense<float>;
    case ir::ElementType::float16:
      return draw_dense<evaluate::Half>;
    case ir::ElementType::bfloat16:
      return draw_dense<evaluate::BFloat16>;
    case ir::ElementType::int64:
      return draw_dense<std::int64_t>;
    case ir::ElementType::int32:
      return draw_dense<std::int32_t>;
    case ir::ElementType::int16:
      return draw_dense<std::int16_t>;
    case ir::ElementType::int8:
      return draw_dense<std::int8_t>;
    case ir::ElementType::boolean:
      return draw_dense<evaluate::Boolean>;
  }
  return draw_dense<float>;
}

Drawing drawing_of(ir::ElementType type, Storage storage) {
  if (class_of(type) != ir::ElementClass::floating) return drawing_of(type);
  switch (storage) {
    case Storage::rational:
      return draw_dense<base::Rational>;
    case Storage::residue:
      return draw_dense<base::Residue>;
    case Storage::float32:
      return draw_dense<float>;
    case Storage::float64:
      return draw_dense<double>;
    case Storage::machine:
      break;
  }
  return drawing_of(type);
}

}  // namespace

evaluate::Tensor draw_tensor(const ir::Rule& instance, std::size_t k,
                             const Draw& draw, const Palette& palette,
                             Stream& stream) {
  const auto& input = instance.inputs.at(k);
  const auto type = draw.types.at(input.type.type_class);
  return drawing_of(type, palette.storage)(ir::concrete(input.type.shape),
                                           palette, stream);
}

Tensors with_bounds(const Tensors& tensors) {
  using evaluate::Bounded;
  return converted<Bounded<double>, double>(converted<Bounded<float>, float>(
      converted<Bounded<evaluate::Half>, evaluate::Half>(
          converted<Bounded<evaluate::BFloat16>, evaluate::BFloat16>(
              tensors))));
}

Tensors as_reals(const Tensors& tensors) {
  return converted<base::Real, double>(
      converted<base::Real, float>(converted<float, evaluate::Half>(
          converted<float, evaluate::BFloat16>(tensors))));
}

void redraw(evaluate::Tensor& tensor, std::int64_t offset,
            const Palette& palette, Stream& stream) {
  std::visit(
      [&]<class E>(evaluate::Dense<E>& dense) {
        dense.data.at(static_cast<std::size_t>(offset)) =
            draw_element<E>(palette, stream);
      },
      tensor.storage);
}

}  // namespace rewright::properties
