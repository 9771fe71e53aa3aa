// SPDX-License-Identifier: Apache-2.0
//
// What a rule is tried with: element types, a number world, a kind of values.
// The list of a rule is fixed by its type classes alone, so the number of a
// draw says which one it is; a world that turns out to lack an operation of
// the rule is skipped by the driver.
#pragma once

#include <vector>

#include "ir/graph.h"

namespace rewright::properties {

enum class World {
  exact,     // rationals, or 256-bit reals where functions need them
  residue,   // the field of residues modulo 2^61 - 1
  rounding,  // each format with its error bound, beside 256-bit reals
  machine,   // the element types themselves
  large,     // float64, or float32, for every floating type: for tensors too
             // large for the exact worlds
};

enum class Values {
  small,    // integers -4 .. 4; sums and products stay exact
  uniform,  // all residues alike
  wide,     // floats of many exponents
  special,  // among others -0, infinities, NaN
  extreme,  // among others subnormals and the largest numbers
  // One kind of special value among small integers, and no other:
  nan,
  infinite,
  negative_zero,
  subnormal,
};

/// Whether NaN and infinities may come of such inputs without any overflow.
bool are_special(Values values);

struct Draw {
  std::vector<ir::ElementType> types;  // one per type class
  World world;
  Values values;

  bool has_floating() const;
  /// Whether a difference is only noted: rules speak of numbers, and machine
  /// floats lose some of what holds of numbers.
  bool only_observes() const {
    return world == World::machine && has_floating();
  }
};

/// Every draw of a rule, two decisive ones to each that only observes.
std::vector<Draw> draws_of(const ir::Rule& rule);
/// Those for instances too large for exact numbers; residues may still do.
std::vector<Draw> large_draws_of(const ir::Rule& rule, bool with_residues);
/// Machine floats of one kind of values.
std::vector<Draw> draws_of(const ir::Rule& rule, Values values);

}  // namespace rewright::properties
