// SPDX-License-Identifier: Apache-2.0
//
// Constants made of other constants. Who rewrites a model by hand or by an
// exporter transposes, reshapes, slices and repeats its weights as well; to a
// proof the results would be unrelated inputs. Here it is found out, from the
// bits of the elements, that one constant is another one rearranged. Whatever
// is found is true of the constants, so a wrong guess can cost a proof, but
// cannot make one.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "evaluate/tensor.h"

namespace rewright::onnx {

/// The steps from a source to a tensor: reshape to `factors`; of each axis
/// keep `counts` elements from `starts` on, or backwards where `is_reversed`;
/// transpose by `perm`; reshape to `core`; expand to `shape`.
struct Arrangement {
  std::vector<std::int64_t> factors;
  std::vector<std::int64_t> starts, counts;
  std::vector<bool> is_reversed;
  std::vector<int> perm;
  std::vector<std::int64_t> core;
  std::vector<std::int64_t> shape;
};

/// The elements as bit patterns, row-major. Only for element types.
std::vector<std::uint64_t> bits_of(const evaluate::Tensor& tensor);

/// The elements at index 0 of every axis along which all elements are the
/// same; these axes have extent 1 then.
evaluate::Tensor core_of(const evaluate::Tensor& tensor);

/// How a tensor with elements `bits` and extents `sizes` is a part of
/// `source`, a row-major list; no axis of it repeats, and it is `core` and
/// `shape` of the result. Gives up when the values repeat so often that the
/// search would be long.
std::optional<Arrangement> find_arrangement(
    const std::vector<std::uint64_t>& source,
    const std::vector<std::uint64_t>& bits,
    const std::vector<std::int64_t>& sizes);

}  // namespace rewright::onnx
