// SPDX-License-Identifier: Apache-2.0
//
// Sizes, integers and element types of a rule at a site. Every extent and
// attribute of the pattern equals one of the graph: equations over the
// rule's unknowns, solved one unknown at a time, each linear when the others
// are known. What is then not an identity is no match.
#pragma once

#include <optional>
#include <variant>
#include <vector>

#include "match/site.h"

namespace rewright::match {

struct Binding {
  const Expanded* at = nullptr;  // ranks, and the unknowns
  index::Substitution values;    // of every unknown, by its id
  std::vector<std::optional<ir::ElementType>> types;  // by type class
  friend bool operator==(const Binding& a, const Binding& b) {
    return a.at == b.at && a.values == b.values;
  }
};

/// Why a site is no match.
enum class Obstacle {
  shapes,   // no ranks and sizes fit
  unbound,  // the equations leave an unknown open
  types,    // element types differ from the rule's
  when,     // the condition on sizes is not met
};

/// The first way to bind that meets all equations and `when`; else the
/// obstacle that came nearest to one.
std::variant<Binding, Obstacle> bind(const Pattern& pattern,
                                     const Subject& subject, const Site& site);

/// The values of the rule's own symbols, for an Expansion.
std::map<std::uint64_t, std::vector<index::Expr>> values_of(
    const Binding& binding);

}  // namespace rewright::match
