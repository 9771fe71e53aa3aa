// SPDX-License-Identifier: Apache-2.0
//
// Machine integers in a pointwise query: two's complement of every width that
// the rule allows, M = 2H values -H <= v < H, and everything modulo M.
//
// The query computes exactly, in integers that are only congruent modulo M to
// what the machine holds. That is enough for sums and products, and equal
// exact values are equal values of the machine. Whatever looks at the value
// itself (an order, equality inside a rule, a divisor that may be 0, a
// quotient) must be given the representative:
//
//   wrapped(s) = v  with -H <= v < H  and  v = s - M*j where that lies there,
//
// for j in a few small constants, so that all stays linear though H is a
// symbol. Where no such j fits, v is any value: less is known, nothing is
// wrong. H is one constant per type class, for one width at a time.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include <z3++.h>

#include "ir/graph.h"
#include "solver/encode.h"

namespace rewright::solver {

class MachineIntegers {
 public:
  /// A division that truncates, multiple = divisor * quotient. Both are exact:
  /// that of -H by -1 is H.
  struct Division {
    z3::expr dividend, divisor, quotient, multiple;
  };

  MachineIntegers(const ir::Rule& rule, Encoder& encoder);

  /// Whether values of this type class are integers in every instance of the
  /// rule that a proof about integers speaks for. Where two classes may be
  /// integers or floating point independently of each other, they are not.
  bool has(int type_class) const;
  /// The type class of all numbers, where the rule has but one: that of what
  /// mentions no input too.
  std::optional<int> the_class() const;

  /// Asserts -H <= value < H.
  void keep_in_range(const z3::expr& value, int type_class);
  /// The representative of an exact integer; `windows` is the largest |j|.
  z3::expr wrapped(const z3::expr& exact, int windows, int type_class);
  /// Of two representatives; where the divisor is 0 nothing is said.
  Division divided(const z3::expr& dividend, const z3::expr& divisor);

 private:
  z3::expr half(int type_class);
  z3::expr real(const std::string& number);
  void relate(const Division& a, const Division& b);

  struct Wrapped {
    z3::expr exact;
    int type_class;
    z3::expr value;
  };
  const ir::Rule& rule_;
  Encoder& encoder_;
  std::map<int, z3::expr> halves_;
  std::vector<Wrapped> wrapped_;
  std::vector<Division> divisions_;
};

}  // namespace rewright::solver
