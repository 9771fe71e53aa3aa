// SPDX-License-Identifier: Apache-2.0
//
// Numbers that satisfy what is known, every axis group of rank 1. What fails
// at such numbers does not follow, so that nobody need look for a proof.
#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "index/formula.h"

namespace rewright::index {

/// A number for each of some symbols.
class Sample {
 public:
  void set(const Symbol& symbol, std::int64_t number);
  bool has(const Symbol& symbol) const;
  /// The value at these numbers; nothing where a symbol has none, a divisor is
  /// not positive, or a value leaves 64 bits.
  std::optional<std::int64_t> number(const Expr& e) const;
  std::optional<bool> holds(const Formula& f) const;

 private:
  const std::int64_t* find(std::uint64_t id) const;
  bool atom(const AtomNode& a, std::int64_t& value) const;

  std::vector<std::pair<std::uint64_t, std::int64_t>> numbers_;  // by id
};

/// What samples have to satisfy.
struct Wanted {
  std::vector<Symbol> symbols;  // in the order in which they are drawn
  Substitution solved;          // symbols whose values follow from the others
  std::vector<Expr> nonnegative;
  std::vector<Formula> formulas;  // these too, but nothing is mended for them
};

bool satisfies(const Sample& sample, const Wanted& wanted);

/// At most `count` samples, none when none was found: numbers are drawn, or
/// taken from `starts`, and mended symbol by symbol for the inequalities that
/// fail, in the manner of local search for satisfiability (Selman, Kautz and
/// Cohen, 1993). The same for the same arguments.
std::vector<Sample> find_samples(const Wanted& wanted,
                                 const std::vector<Sample>& starts, int count);

}  // namespace rewright::index
