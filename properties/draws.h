// SPDX-License-Identifier: Apache-2.0
//
// What a rule is tried with: element types, a number world, a kind of values.
// The list of a rule is fixed by its type classes alone, so the number of a
// draw says which one it is; a world that turns out to lack an operation of
// the rule is skipped by the driver.
#pragma once

#include <string>
#include <vector>

#include "ir/graph.h"

namespace rewright::properties {

enum class World {
  exact,     // rationals, or 256-bit reals where functions need them
  residue,   // the field of residues modulo 2^61 - 1
  rounding,  // float32 with its error bound, beside 256-bit reals
  machine,   // the element types themselves
};

enum class Values {
  small,    // integers -4 .. 4; sums and products stay exact
  uniform,  // all residues alike
  wide,     // floats of many exponents
  special,  // among others -0, infinities, NaN
  extreme,  // among others subnormals and the largest numbers
};

struct Draw {
  std::vector<ir::ElementType> types;  // one per type class
  World world;
  Values values;

  /// Whether a difference refutes the rule. In floating point machine types
  /// it does not: rules speak of numbers; see evidence::FloatObservations.
  bool refutes() const { return !observes(); }
  bool observes() const {
    return world == World::machine && values != Values::small &&
           has_floating();
  }
  bool has_floating() const;
};

/// Every draw of a rule at least once, the decisive ones several times.
std::vector<Draw> draws_of(const ir::Rule& rule);

/// "rational", "residue", "int8", ... for messages.
std::string name(World world);

}  // namespace rewright::properties
