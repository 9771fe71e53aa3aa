// SPDX-License-Identifier: Apache-2.0
#include "onnx/arrangement.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <numeric>
#include <type_traits>
#include <unordered_map>

namespace rewright::onnx {

namespace {

using Bits = std::vector<std::uint64_t>;
using Integers = std::vector<std::int64_t>;

/// Whether all elements are the same along `axis`.
bool repeats(const Bits& bits, const Integers& sizes, std::size_t axis) {
  const std::int64_t stride = evaluate::strides(sizes)[axis];
  for (std::size_t at = 0; at < bits.size(); ++at) {
    const auto position = static_cast<std::int64_t>(at);
    const std::int64_t index = position / stride % sizes[axis];
    if (bits[at] != bits[static_cast<std::size_t>(position - index * stride)])
      return false;
  }
  return true;
}

/// The elements at index 0 of `axis`.
evaluate::Tensor first_along(const evaluate::Tensor& tensor, std::size_t axis) {
  Integers sizes = tensor.shape();
  const std::int64_t stride = evaluate::strides(sizes)[axis];
  const std::int64_t size = sizes[axis];
  sizes[axis] = 1;
  return std::visit(
      [&]<class E>(const evaluate::Dense<E>& dense) -> evaluate::Tensor {
        evaluate::Dense<E> result{sizes, {}};
        for (std::size_t at = 0; at < dense.data.size(); ++at)
          if (static_cast<std::int64_t>(at) / stride % size == 0)
            result.data.push_back(dense.data[at]);
        return result;
      },
      tensor.storage);
}

/// Finds base and strides such that tensor[i] = source[base + strides . i].
class Search {
 public:
  Search(const Bits& source, const Bits& bits, const Integers& sizes)
      : source_(source), bits_(bits), sizes_(sizes) {
    for (std::size_t at = 0; at < source.size(); ++at)
      places_[source[at]].push_back(static_cast<std::int64_t>(at));
    const Integers own = evaluate::strides(sizes);
    for (std::size_t k = 0; k < own.size(); ++k)
      if (sizes[k] > 1) axes_.push_back({sizes[k], own[k]});
  }

  std::optional<Arrangement> run() {
    const auto bases = places_.find(bits_.front());
    if (bases == places_.end()) return std::nullopt;
    for (const std::int64_t base : bases->second) {
      base_ = base;
      if (auto found = extend()) return found;
      if (steps_ > most_steps) break;
    }
    return std::nullopt;
  }

 private:
  static constexpr std::int64_t most_steps = std::int64_t{1} << 23;
  struct Axis {
    std::int64_t size, stride;  // in the tensor that is looked for
  };

  /// Chooses a stride for the next axis.
  std::optional<Arrangement> extend() {
    const std::size_t k = strides_.size();
    if (k == axes_.size()) return arranged();
    const auto next = static_cast<std::size_t>(axes_[k].stride);
    const auto places = places_.find(bits_[next]);
    if (places == places_.end()) return std::nullopt;
    for (const std::int64_t place : places->second) {
      if (++steps_ > most_steps) return std::nullopt;
      strides_.push_back(place - base_);
      if (place != base_ && agrees()) {
        if (auto found = extend()) return found;
      }
      strides_.pop_back();
    }
    return std::nullopt;
  }

  /// Whether the elements along the axes that have a stride are right.
  bool agrees() {
    std::int64_t count = 1;
    for (std::size_t k = 0; k < strides_.size(); ++k) count *= axes_[k].size;
    for (std::int64_t n = 0; n < count; ++n) {
      if (++steps_ > most_steps) return false;
      std::int64_t rest = n, from = base_, to = 0;
      for (std::size_t k = strides_.size(); k-- > 0;) {
        const std::int64_t index = rest % axes_[k].size;
        rest /= axes_[k].size;
        from += index * strides_[k];
        to += index * axes_[k].stride;
      }
      if (from < 0 || from >= static_cast<std::int64_t>(source_.size()) ||
          source_[static_cast<std::size_t>(from)] !=
              bits_[static_cast<std::size_t>(to)])
        return false;
    }
    return true;
  }

  /// Axes by falling stride are digits of the position in the source.
  std::optional<Arrangement> arranged() const {
    std::vector<std::size_t> order(axes_.size());
    std::iota(order.begin(), order.end(), 0);
    std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
      return std::abs(strides_[a]) > std::abs(strides_[b]);
    });
    Arrangement result;
    std::int64_t whole = static_cast<std::int64_t>(source_.size());
    for (const std::size_t k : order) {
      const std::int64_t stride = std::abs(strides_[k]);
      if (whole % stride != 0) return std::nullopt;
      const bool is_reversed = strides_[k] < 0;
      const std::int64_t factor = whole / stride;
      const std::int64_t start = base_ / stride % factor;
      const std::int64_t last =
          start + (is_reversed ? 1 - axes_[k].size : axes_[k].size - 1);
      if (last < 0 || last >= factor) return std::nullopt;
      add_digit(result, factor, start, axes_[k].size, is_reversed);
      whole = stride;
    }
    if (whole > 1) add_digit(result, whole, base_ % whole, 1, false);
    result.perm.resize(result.factors.size());
    std::iota(result.perm.begin(), result.perm.end(), 0);
    for (std::size_t digit = 0; digit < order.size(); ++digit)
      result.perm[order[digit]] = static_cast<int>(digit);
    result.core = result.shape = sizes_;
    return result;
  }

  static void add_digit(Arrangement& to, std::int64_t factor,
                        std::int64_t start, std::int64_t count,
                        bool is_reversed) {
    to.factors.push_back(factor);
    to.starts.push_back(start);
    to.counts.push_back(count);
    to.is_reversed.push_back(is_reversed);
  }

  const Bits& source_;
  const Bits& bits_;
  const Integers& sizes_;
  std::unordered_map<std::uint64_t, Integers> places_;
  std::vector<Axis> axes_;
  std::int64_t base_ = 0;
  Integers strides_;
  std::int64_t steps_ = 0;
};

}  // namespace

std::vector<std::uint64_t> bits_of(const evaluate::Tensor& tensor) {
  return std::visit(
      []<class E>(const evaluate::Dense<E>& dense) -> Bits {
        Bits bits;
        if constexpr (std::is_trivially_copyable_v<E> && sizeof(E) <= 8) {
          bits.resize(dense.data.size());
          for (std::size_t k = 0; k < bits.size(); ++k)
            std::memcpy(&bits[k], &dense.data[k], sizeof(E));
        }
        return bits;
      },
      tensor.storage);
}

evaluate::Tensor core_of(const evaluate::Tensor& tensor) {
  evaluate::Tensor core = tensor;
  Bits bits = bits_of(core);
  for (std::size_t axis = 0; axis < tensor.shape().size(); ++axis) {
    if (core.shape()[axis] < 2 || !repeats(bits, core.shape(), axis)) continue;
    core = first_along(core, axis);
    bits = bits_of(core);
  }
  return core;
}

std::optional<Arrangement> find_arrangement(const Bits& source,
                                            const Bits& bits,
                                            const Integers& sizes) {
  if (bits.empty() || bits.size() > source.size()) return std::nullopt;
  return Search(source, bits, sizes).run();
}

}  // namespace rewright::onnx
