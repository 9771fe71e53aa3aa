// SPDX-License-Identifier: Apache-2.0
//
// See crop.h.
#include "properties/crop.h"

#include <algorithm>

#include "evaluate/compare.h"

namespace rewright::properties {
namespace {

using Sizes = std::vector<std::int64_t>;

/// Where, within `have`, the index `at` within `want` is taken from.
std::int64_t source(std::int64_t at, std::int64_t want, std::int64_t have,
                    bool last) {
  const std::int64_t shift = last ? have - want : 0;
  return std::clamp<std::int64_t>(at + shift, 0, have - 1);
}

std::int64_t source_offset(const Sizes& have, const Sizes& want,
                           std::int64_t offset, bool last) {
  if (have.size() != want.size())
    return source(offset, evaluate::count(want), evaluate::count(have), last);
  const Sizes at = evaluate::index_at(want, offset);
  std::int64_t result = 0;
  for (std::size_t k = 0; k < have.size(); ++k)
    result = result * have[k] + source(at[k], want[k], have[k], last);
  return result;
}

}  // namespace

evaluate::Tensor cropped(const evaluate::Tensor& tensor, const Sizes& shape,
                         bool last) {
  return std::visit(
      [&]<class E>(const evaluate::Dense<E>& dense) -> evaluate::Tensor {
        evaluate::Dense<E> result{shape, {}};
        const bool is_empty = dense.data.empty();
        const std::int64_t size = evaluate::count(shape);
        for (std::int64_t k = 0; k < size; ++k)
          result.data.push_back(
              is_empty ? E{}
                       : dense.data[static_cast<std::size_t>(
                             source_offset(dense.shape, shape, k, last))]);
        return result;
      },
      tensor.storage);
}

Tensors cropped(const ir::Rule& instance, const Tensors& inputs, bool last) {
  Tensors result;
  for (std::size_t k = 0; k < inputs.size(); ++k)
    result.push_back(cropped(
        inputs[k], ir::concrete(instance.inputs.at(k).type.shape), last));
  return result;
}

}  // namespace rewright::properties
