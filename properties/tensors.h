// SPDX-License-Identifier: Apache-2.0
//
// Random tensors of every element type and kind of values. Those of the
// rounding world are drawn in their format and then read as exact numbers.
#pragma once

#include <vector>

#include "evaluate/tensor.h"
#include "properties/draws.h"
#include "properties/stream.h"

namespace rewright::properties {

using Tensors = std::vector<evaluate::Tensor>;

/// How tensors of floating type are held.
enum class Storage { rational, residue, float32, float64, machine };

struct Palette {
  Storage storage = Storage::machine;
  Values values = Values::small;
  bool moderate = false;  // exponents small enough for exp
  bool positive = false;  // no zeros, no negative numbers
  bool unit = false;      // nothing beyond 1: deep graphs stay in range
  int rarity = 4;         // one in so many elements is out of the ordinary
};

/// Input `k` of `instance`, whose shapes are concrete.
evaluate::Tensor draw_tensor(const ir::Rule& instance, std::size_t k,
                             const Draw& draw, const Palette& palette,
                             Stream& stream);

/// Another value for the element at `offset`.
void redraw(evaluate::Tensor& tensor, std::int64_t offset,
            const Palette& palette, Stream& stream);

/// Tensors of S, whose elements E has all, as tensors of E; others as they are.
template <class E, class S>
Tensors converted(const Tensors& tensors) {
  Tensors result;
  for (const auto& tensor : tensors) {
    if (!tensor.is<S>()) {
      result.push_back(tensor);
      continue;
    }
    evaluate::Dense<E> to{tensor.shape(), {}};
    to.data.reserve(tensor.as<S>().data.size());
    for (const auto& x : tensor.as<S>().data)
      to.data.push_back(static_cast<E>(x));
    result.emplace_back(std::move(to));
  }
  return result;
}

/// Tensors of floating-point formats as exact leaves of error bounds.
Tensors with_bounds(const Tensors& tensors);
/// The same as 256-bit reals.
Tensors as_reals(const Tensors& tensors);

}  // namespace rewright::properties
