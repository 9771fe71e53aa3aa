// SPDX-License-Identifier: Apache-2.0
//
// Index expressions and formulas at concrete numbers, axis groups included.
// Written for the interpreter; shares nothing with the algebra of src/index.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "index/formula.h"

namespace rewright::evaluate {

/// Ranks of axis groups and numbers of symbols: one number, or for a symbol
/// over a group one per axis.
class IndexValues {
 public:
  void set_rank(const std::string& group, int rank) { ranks_[group] = rank; }
  void set(const index::Symbol& symbol, std::vector<std::int64_t> numbers) {
    numbers_[symbol->id] = std::move(numbers);
  }
  /// Gives a symbol without group a number.
  void set(const index::Symbol& symbol, std::int64_t number) {
    numbers_[symbol->id] = {number};
  }

  int rank(const std::string& group) const { return ranks_.at(group); }

  /// The number an expression stands for; of a component expression, at axis
  /// `axis` of its group. Unknown symbols throw std::out_of_range, a divisor
  /// that is not positive std::domain_error, too large a number
  /// index::Overflow.
  std::int64_t number(const index::Expr& e, int axis = -1) const;
  /// One number per axis of `group`.
  std::vector<std::int64_t> numbers(const index::Expr& component,
                                    const std::string& group) const;
  bool holds(const index::Formula& f, int axis = -1) const;

 private:
  std::int64_t atom(const index::AtomNode& a, int axis) const;
  std::int64_t flat(const index::AtomNode& a) const;
  std::int64_t unflat(const index::AtomNode& a, int axis) const;

  std::map<std::string, int> ranks_;
  std::map<std::uint64_t, std::vector<std::int64_t>> numbers_;
};

}  // namespace rewright::evaluate
