// SPDX-License-Identifier: Apache-2.0
//
// The random numbers of a case: a counter through a mixing function (G. L.
// Steele, D. Lea, C. H. Flood, Fast splittable pseudorandom number generators,
// OOPSLA 2014), so a stream is one word, is cheap to make, and gives the same
// numbers everywhere. The distributions of <random> would not: the standard
// leaves their algorithms open.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace rewright::properties {

/// A bijection of 64-bit words without visible structure.
constexpr std::uint64_t mix(std::uint64_t x) {
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
  return x ^ (x >> 31);
}

/// The seed of part `which` of the thing that `seed` seeds.
constexpr std::uint64_t subseed(std::uint64_t seed, std::uint64_t which) {
  return mix(mix(seed + 0x9e3779b97f4a7c15u) ^
             (which * 0xd1342543de82ef95u + 0x2545f4914f6cdd1du));
}

class Stream {
 public:
  explicit Stream(std::uint64_t seed) : state_(seed) {}

  std::uint64_t next() { return mix(state_ += 0x9e3779b97f4a7c15u); }

  /// In [0, n), n >= 1. Numbers below 2^32 are biased by less than 2^-32
  /// each; 2^64 is 8 modulo 2^61 - 1, so residues are as good as uniform.
  std::uint64_t below(std::uint64_t n) {
    if (n >> 32 != 0) return next() % n;
    return ((next() >> 32) * n) >> 32;
  }

  /// In [first, last].
  std::int64_t between(std::int64_t first, std::int64_t last) {
    return first + static_cast<std::int64_t>(
                       below(static_cast<std::uint64_t>(last - first) + 1));
  }

  /// True in `part` of `whole` cases.
  bool chance(std::uint64_t part, std::uint64_t whole) {
    return below(whole) < part;
  }

  template <class T>
  const T& pick(const std::vector<T>& from) {
    return from[below(from.size())];
  }

  template <class T>
  void shuffle(std::vector<T>& items) {
    for (std::size_t i = items.size(); i > 1; --i) {
      std::swap(items[i - 1], items[below(i)]);
    }
  }

 private:
  std::uint64_t state_;
};

}  // namespace rewright::properties
