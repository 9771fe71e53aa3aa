// SPDX-License-Identifier: Apache-2.0
//
// Random tensors of every element type and kind of values. Those of the
// rounding world are drawn as float32 and then read as exact numbers.
#pragma once

#include <vector>

#include "evaluate/tensor.h"
#include "properties/draws.h"
#include "properties/stream.h"

namespace rewright::properties {

using Tensors = std::vector<evaluate::Tensor>;

/// The element type of a world as tensors hold it.
enum class Storage { rational, real, residue, float32, machine };

struct Palette {
  Storage storage = Storage::machine;  // of floating inputs
  Values values = Values::small;
  bool moderate = false;  // exponents small enough for exp
  bool positive = false;  // no zeros, no negative numbers
  int rarity = 4;         // one in so many elements is out of the ordinary
};

/// One tensor per input of `instance`, whose shapes are concrete.
Tensors draw_tensors(const ir::Rule& instance, const Draw& draw,
                     const Palette& palette, Stream& stream);

/// Another value for the element at `offset`.
void redraw(evaluate::Tensor& tensor, std::int64_t offset,
            const Palette& palette, Stream& stream);

/// Float tensors, all finite, as tensors of E; the others as they are.
template <class E>
Tensors lifted(const Tensors& tensors) {
  Tensors result = tensors;
  for (auto& tensor : result) {
    if (!tensor.is<float>()) continue;
    const auto& from = tensor.as<float>();
    evaluate::Dense<E> to{from.shape, {}};
    to.data.reserve(from.data.size());
    for (const float x : from.data) to.data.push_back(E(x));
    tensor = std::move(to);
  }
  return result;
}

}  // namespace rewright::properties
