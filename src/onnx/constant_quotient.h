// SPDX-License-Identifier: Apache-2.0
//
// Constants that are products of others. Who moves a factor through a layer by
// hand multiplies it into weights and biases; to a proof the products would be
// inputs that have nothing to do with their factors. Where a product was not
// rounded, its factors can be found: b * s is known to be that when it is so
// in every element.
#pragma once

#include <optional>

#include "evaluate/tensor.h"

namespace rewright::onnx {

/// The factor q with `product` = `factor` * q in every element, exactly and
/// with the same sign of zero, in the shape of `product` with extent 1 along
/// the axes on which q does not depend; nothing when there is none in the
/// element type, or when zeros leave it open. Both tensors have one number of
/// elements, which meet in row-major order, and one type, of 32 bits or fewer.
std::optional<evaluate::Tensor> exact_quotient(const evaluate::Tensor& product,
                                               const evaluate::Tensor& factor);

}  // namespace rewright::onnx
