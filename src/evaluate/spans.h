// SPDX-License-Identifier: Apache-2.0
//
// Where the binary digits of floating-point numbers lie, and how far arithmetic
// moves them: what tells that a computation in floating point rounds nothing.
#pragma once

#include <algorithm>
#include <optional>
#include <vector>

#include "evaluate/loop_nest.h"
#include "evaluate/tensor.h"

namespace rewright::evaluate {

/// Numbers that are multiples of 2^low, of sizes up to and including 2^top, and
/// of at most so many significant binary digits.
struct Span {
  int low = 0;
  int top = 0;
  int digits = 0;

  Span(int lowest, int highest, int most_digits)
      : low(lowest),
        top(std::max(lowest, highest)),
        digits(std::min(most_digits, std::max(top - low, 1))) {}
};

/// Numbers that can be held without rounding.
struct Format {
  int digits;
  int low;  // exponent of the least number
  int top;  // every size up to 2^top
};
constexpr Format float32_format{24, -149, 127};
constexpr Format float64_format{53, -1074, 1023};

inline bool holds(const Format& format, const Span& span) {
  return span.digits <= format.digits && span.low >= format.low &&
         span.top <= format.top;
}

/// Over all elements of a float32 or float64 tensor; nothing when it is of
/// another type or an element is not finite. One pass over the data.
std::optional<Span> span_of(const Tensor& tensor);

/// The same of every tensor; nothing unless all are of one type.
std::optional<std::vector<Span>> spans_of(const std::vector<Tensor>& tensors);

/// The span of the elements of a nest, whose operands have the spans of
/// `inputs`; nothing when `format` would round one of them on the way or a
/// function is none of add, mul, neg, abs, min and max.
std::optional<Span> span_of_elements(const LoopNest& nest,
                                     const std::vector<Span>& inputs,
                                     const Format& format);

/// The span of any sum of at most `terms` of these numbers.
Span span_of_sum(const Span& span, std::int64_t terms);

/// The least k with n <= 2^k, for n >= 1.
int log2_ceiling(std::int64_t n);

}  // namespace rewright::evaluate
