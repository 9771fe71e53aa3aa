// SPDX-License-Identifier: Apache-2.0
//
// Draws tensors element by element.
#include "properties/tensors.h"

#include <algorithm>
#include <array>
#include <concepts>

#include "evaluate/parallel.h"
#include "properties/elements.h"

namespace rewright::properties {
namespace {

/// Larger tensors are drawn in pieces, each from a stream of its own.
constexpr std::int64_t large_size = 100'000;
constexpr std::int64_t piece_size = 1 << 16;

/// `n` elements from the first `choices` of `values`, four to a random word.
template <class E>
void draw_piece(E* into, std::int64_t n, const std::array<E, 3>& values,
                std::uint64_t choices, Stream stream) {
  const auto value = [&](std::uint64_t bits) {
    return values[((bits & 0xffff) * choices) >> 16];
  };
  std::int64_t k = 0;
  for (; k + 4 <= n; k += 4) {
    const std::uint64_t word = stream.next();
    into[k] = value(word);
    into[k + 1] = value(word >> 16);
    into[k + 2] = value(word >> 32);
    into[k + 3] = value(word >> 48);
  }
  for (; k < n; ++k) into[k] = value(stream.next());
}

/// The same kind of elements as draw_element gives of small values up to 1.
template <class E>
evaluate::Tensor draw_large(evaluate::Dense<E> dense, const Palette& palette,
                            Stream& stream) {
  const std::int64_t size = evaluate::count(dense.shape);
  dense.data.resize(static_cast<std::size_t>(size));
  const std::uint64_t seed = stream.next();
  const std::array<E, 3> values =
      palette.positive ? std::array<E, 3>{1, 2} : std::array<E, 3>{-1, 0, 1};
  const auto pieces = static_cast<std::size_t>((size - 1) / piece_size + 1);
  evaluate::for_each_part(pieces, [&](std::size_t p) {
    const std::int64_t first = static_cast<std::int64_t>(p) * piece_size;
    draw_piece(dense.data.data() + first, std::min(piece_size, size - first),
               values, palette.positive ? 2 : 3, Stream(subseed(seed, p)));
  });
  return dense;
}

template <class E>
evaluate::Tensor draw_dense(const std::vector<std::int64_t>& shape,
                            const Palette& palette, Stream& stream) {
  evaluate::Dense<E> dense{shape, {}};
  const auto size = static_cast<std::size_t>(evaluate::count(shape));
  if constexpr (std::floating_point<E>)
    if (evaluate::count(shape) >= large_size && palette.unit &&
        palette.values == Values::small)
      return draw_large(std::move(dense), palette, stream);
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
