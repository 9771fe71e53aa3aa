// SPDX-License-Identifier: Apache-2.0
//
// Small conjunctions that part samples: every sample on which the sides differ
// is to break one conjunct at least (a hitting set), and as many as possible
// of the others are to keep all.
#pragma once

#include <cstddef>
#include <vector>

namespace rewright::suggest {

/// A set of samples.
using Bits = std::vector<bool>;

/// On which samples one condition holds.
struct Column {
  Bits failing;       // of those on which the sides differ
  Bits passing;       // of those on which they agree
  int strength;       // the weaker of two that part alike is tried first
  double weight = 1;  // at most 1; less for what is seldom meant
};

struct Conjunction {
  std::vector<std::size_t> columns;  // ascending
  std::size_t kept = 0;              // passing samples
  double score = 0;                  // these, weighed
  int strength = 0;                  // of all
};

/// The best conjunctions of at most `most` columns that no failing sample
/// meets, none with a column too many: those that keep most come first, weighed
/// by their columns and their number, among equals the weaker. At most `limit`
/// of them.
std::vector<Conjunction> separating(const std::vector<Column>& columns,
                                    std::size_t most, std::size_t limit);

/// The passing samples that meet all of these columns.
Bits kept(const std::vector<Column>& columns,
          const std::vector<std::size_t>& which);
bool is_subset(const Bits& a, const Bits& b);

}  // namespace rewright::suggest
