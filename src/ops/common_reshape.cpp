// SPDX-License-Identifier: Apache-2.0
//
// reshape_indices of common_movement.h.
#include <algorithm>

#include "ops/common_movement.h"

namespace rewright::ops {

using index::Expr;
using index::Facts;
using ir::Dim;
using ir::Indices;
using ir::Shape;

namespace {

bool is_one(const Dim& dim, const Facts& facts) {
  return !ir::is_group(dim) && facts.simplify(dim.extent).is(1);
}

bool is_same(const Dim& a, const Dim& b, const Facts& facts) {
  return a.group == b.group && facts.simplify(a.extent - b.extent).is_zero();
}

/// The entries of a shape that carry an index.
std::vector<std::size_t> significant(const Shape& shape, const Facts& facts) {
  std::vector<std::size_t> entries;
  for (std::size_t k = 0; k < shape.size(); ++k)
    if (!is_one(shape[k], facts)) entries.push_back(k);
  return entries;
}

class Reshaping {
 public:
  Reshaping(const Shape& from, const Shape& to, const Indices& at,
            const Facts& facts)
      : from_(from), to_(to), at_(at), facts_(facts), result_(from.size(), 0) {}

  Indices run() {
    Side from = side(from_), to = side(to_);
    while (!from.is_empty() && !to.is_empty() &&
           same(from.entries[from.first], to.entries[to.first]))
      pass(from.entries[from.first++], to.entries[to.first++]);
    while (!from.is_empty() && !to.is_empty() &&
           same(from.entries[from.last - 1], to.entries[to.last - 1]))
      pass(from.entries[--from.last], to.entries[--to.last]);
    while (!from.is_empty()) segment(from, to);
    return result_;
  }

 private:
  /// Entries [first, last) are still to be matched.
  struct Side {
    std::vector<std::size_t> entries;
    std::size_t first, last;
    bool is_empty() const { return first == last; }
  };

  Side side(const Shape& shape) const {
    std::vector<std::size_t> entries = significant(shape, facts_);
    const std::size_t last = entries.size();
    return {std::move(entries), 0, last};
  }

  bool same(std::size_t k, std::size_t j) const {
    return is_same(from_[k], to_[j], facts_);
  }
  void pass(std::size_t k, std::size_t j) { result_[k] = at_[j]; }

  /// Translates the smallest leading segment and drops it from both sides.
  void segment(Side& from, Side& to) {
    std::size_t i = from.last, j = to.last;
    find_end(from, to, i, j);
    if (i == from.first + 1 && j == to.first + 1 &&
        same(from.entries[from.first], to.entries[to.first]))
      pass(from.entries[from.first], to.entries[to.first]);
    else
      linearise(from, i, to, j);
    from.first = i;
    to.first = j;
  }

  void find_end(const Side& from, const Side& to, std::size_t& i,
                std::size_t& j) const {
    Expr source = 1;
    for (std::size_t a = from.first; a < from.last; ++a) {
      source = source * ir::elements(from_[from.entries[a]]);
      Expr target = 1;
      for (std::size_t b = to.first; b < to.last; ++b) {
        target = target * ir::elements(to_[to.entries[b]]);
        if (!facts_.simplify(source - target).is_zero()) continue;
        i = a + 1;
        j = b + 1;
        return;
      }
    }
  }

  void linearise(const Side& from, std::size_t i, const Side& to,
                 std::size_t j) {
    Expr offset = 0, stride = 1;
    for (std::size_t b = j; b-- > to.first;) {
      const Dim& dim = to_[to.entries[b]];
      offset = offset + position(dim, at_[to.entries[b]]) * stride;
      stride = stride * ir::elements(dim);
    }
    stride = 1;
    for (std::size_t a = i; a-- > from.first;) {
      const std::size_t entry = from.entries[a];
      const Dim& dim = from_[entry];
      const Expr extent = ir::elements(dim);
      Expr digit = facts_.simplify(div(offset, stride));
      if (a > from.first) digit = facts_.simplify(mod(digit, extent));
      result_[entry] =
          ir::is_group(dim)
              ? facts_.simplify(index::unflat(dim.group, digit, dim.extent))
              : digit;
      stride = stride * extent;
    }
  }

  static Expr position(const Dim& dim, const Expr& at) {
    return ir::is_group(dim) ? index::flat(dim.group, at, dim.extent) : at;
  }

  const Shape& from_;
  const Shape& to_;
  const Indices& at_;
  const Facts& facts_;
  Indices result_;
};

}  // namespace

Indices reshape_indices(const Shape& from, const Shape& to, const Indices& at,
                        const Facts& facts) {
  return Reshaping(from, to, at, facts).run();
}

}  // namespace rewright::ops
