// SPDX-License-Identifier: Apache-2.0
#include "evaluate/spans.h"

#include <bit>
#include <cmath>
#include <limits>

#include "evaluate/parallel.h"

namespace rewright::evaluate {

namespace {

constexpr std::int64_t piece = 1 << 16;

/// The layout of an IEEE 754 format.
template <class Float>
struct Layout;
template <>
struct Layout<float> {
  using Word = std::int32_t;
  static constexpr int fraction = 23, bias = 127;
};
template <>
struct Layout<double> {
  using Word = std::int64_t;
  static constexpr int fraction = 52, bias = 1023;
};

/// The largest size among numbers, as a bit pattern, and the exponent of the
/// lowest binary digit that is set in any of them, biased.
template <class Word>
struct Extremes {
  Word largest = 0;
  Word lowest = std::numeric_limits<Word>::max();
};

/// Integer arithmetic without branches, which compilers vectorise; a 0 is given
/// a lowest digit that counts for nothing.
template <class Float>
void look(const Float* x, std::int64_t n,
          Extremes<typename Layout<Float>::Word>& seen) {
  using L = Layout<Float>;
  using Word = typename L::Word;
  constexpr Word one = 1;
  Word largest = seen.largest, lowest = seen.lowest;
  for (std::int64_t k = 0; k < n; ++k) {
    const Word size =
        std::bit_cast<Word>(x[k]) & std::numeric_limits<Word>::max();
    const Word exponent = size >> L::fraction;
    const Word is_normal = exponent != 0;
    const Word significand =
        (size & ((one << L::fraction) - 1)) | (is_normal << L::fraction);
    const Word last = significand & -significand;  // a power of two
    const Word position =  // its exponent, by conversion
        std::bit_cast<Word>(static_cast<Float>(last)) >> L::fraction;
    const Word is_zero = size == 0;
    const Word low =
        exponent + one - is_normal + position + (is_zero << (L::fraction - 1));
    lowest = low < lowest ? low : lowest;
    largest = size > largest ? size : largest;
  }
  seen = {largest, lowest};
}

template <class Float>
std::optional<Span> span_of(const std::vector<Float>& data) {
  using L = Layout<Float>;
  using Word = typename L::Word;
  const auto size = static_cast<std::int64_t>(data.size());
  std::vector<Extremes<Word>> seen(
      static_cast<std::size_t>((size + piece - 1) / piece));
  for_each_part(seen.size(), [&](std::size_t p) {
    const std::int64_t first = static_cast<std::int64_t>(p) * piece;
    look(data.data() + first, std::min(piece, size - first), seen[p]);
  });
  Extremes<Word> all;
  for (const auto& part : seen) {
    all.largest = std::max(all.largest, part.largest);
    all.lowest = std::min(all.lowest, part.lowest);
  }
  if (all.largest == 0) return Span(0, 0, 1);
  const Word exponent = all.largest >> L::fraction;
  if (exponent > 2 * L::bias) return {};  // infinite or no number
  const int low = static_cast<int>(all.lowest) - 2 * L::bias - L::fraction;
  const bool is_power = (all.largest & ((Word{1} << L::fraction) - 1)) == 0;
  const int top = static_cast<int>(std::max<Word>(exponent, 1)) - L::bias +
                  (is_power ? 0 : 1);
  return Span(low, top, L::fraction + 1);
}

std::optional<Span> span_of(const base::Rational& x) {
  const base::Integer below = denominator(x), above = abs(numerator(x));
  if (above == 0) return Span(0, 0, 1);
  const auto shift = static_cast<int>(msb(below));
  if (below != base::Integer(1) << shift) return {};
  const auto low = static_cast<int>(lsb(above));
  const auto high = static_cast<int>(msb(above));
  return Span(low - shift, high - shift + (high > low ? 1 : 0), high - low + 1);
}

std::optional<Span> applied(ir::Function function, const std::vector<Span>& a) {
  switch (function) {
    case ir::Function::add:
      return Span(std::min(a[0].low, a[1].low),
                  std::max(a[0].top, a[1].top) + 1,
                  std::numeric_limits<int>::max());
    case ir::Function::mul:
      return Span(a[0].low + a[1].low, a[0].top + a[1].top,
                  a[0].digits + a[1].digits);
    case ir::Function::min:
    case ir::Function::max:
      return Span(std::min(a[0].low, a[1].low), std::max(a[0].top, a[1].top),
                  std::max(a[0].digits, a[1].digits));
    case ir::Function::neg:
    case ir::Function::abs:
      return a[0];
    default:
      return {};
  }
}

}  // namespace

std::optional<Span> span_of(const Tensor& tensor) {
  if (tensor.is<float>()) return span_of(tensor.as<float>().data);
  if (tensor.is<double>()) return span_of(tensor.as<double>().data);
  return {};
}

std::optional<std::vector<Span>> spans_of(const std::vector<Tensor>& tensors) {
  std::vector<Span> spans;
  for (const Tensor& x : tensors) {
    if (x.storage.index() != tensors[0].storage.index()) return {};
    const auto span = span_of(x);
    if (!span) return {};
    spans.push_back(*span);
  }
  return spans;
}

std::optional<Span> span_of_elements(const LoopNest& nest,
                                     const std::vector<Span>& inputs,
                                     const Format& format) {
  std::vector<Span> registers;
  for (const Operand& o : nest.operands)
    registers.push_back(inputs.at(static_cast<std::size_t>(o.input)));
  for (const base::Rational& c : nest.constants) {
    const auto span = span_of(c);
    if (!span || !holds(format, *span)) return {};
    registers.push_back(*span);
  }
  for (const Step& step : nest.steps) {
    std::vector<Span> args;
    for (const int r : step.args)
      args.push_back(registers[static_cast<std::size_t>(r)]);
    const auto span = applied(step.function, args);
    if (!span || !holds(format, *span)) return {};
    registers.push_back(*span);
  }
  return registers[static_cast<std::size_t>(nest.result)];
}

int log2_ceiling(std::int64_t n) {
  return std::bit_width(static_cast<std::uint64_t>(n - 1));
}

Span span_of_sum(const Span& span, std::int64_t terms) {
  return Span(span.low, span.top + log2_ceiling(terms),
              std::numeric_limits<int>::max());
}

}  // namespace rewright::evaluate
