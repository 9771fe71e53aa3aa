// SPDX-License-Identifier: Apache-2.0
//
// The grammar of suggestions: single conditions on the sizes, integers,
// attributes, elements and types of one rule.
#pragma once

#include <string>
#include <vector>

#include "suggest/sample.h"
#include "suggest/variant.h"

namespace rewright::suggest {

/// How an element compares with 0, or with that of another input.
enum class Relation { not_zero, at_least, above, at_most, equal, is, is_not };

struct Atom {
  enum class Kind {
    index,     // of sizes and integers
    elements,  // of one or two inputs
    types,     // a type variable stands for floating-point types only
  };
  Kind kind = Kind::index;
  /// A formula in the rule language; of types "T : float".
  std::string text{};
  /// Equations are stronger than orders.
  int strength = 0;
  double weight = 1;         // less for what is seldom meant
  index::Formula formula{};  // of kind index
  /// What an order may amount to, and says better then; "" when nothing.
  std::string tight{};
  index::Formula equation{};
  Relation relation{};     // of kind elements
  std::size_t input = 0;   // of kind elements
  int other = -1;          // a second input, or -1 to compare with 0 or 1
  int number = 0;          // what is compared with when there is none
  int type_class = 0;      // of kind types
  std::string variable{};  // of kind types
};

/// All conditions of the grammar over the names of `rule`, which was resolved
/// from `source`; those first that are simplest.
std::vector<Atom> atoms(const Template& source, const ir::Rule& rule);

/// Whether conditions on elements say in a circle that some are 0, or equal to
/// others: that makes many a rule right and is no use.
bool is_equation(const std::vector<const Atom*>& atoms);

/// Whether it holds on a sample. Where only shapes were compared, conditions
/// on elements and types exclude nothing.
bool holds(const Atom& atom, const ir::Rule& rule, const Sample& sample);

}  // namespace rewright::suggest
