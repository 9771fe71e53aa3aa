// SPDX-License-Identifier: Apache-2.0
//
// Lists the draws of a rule: all its type classes run through their members
// side by side, shifted against each other in later rounds.
#include "properties/draws.h"

#include <algorithm>

#include "ir/conversion.h"

namespace rewright::properties {
namespace {

using ir::ElementClass;
using ir::ElementType;
using Types = std::vector<ElementType>;

constexpr std::size_t most_combinations = 24;

std::vector<Types> combinations(const std::vector<ir::TypeSet>& classes) {
  std::size_t longest = 1;
  for (const auto set : classes)
    longest = std::max(longest, ir::members(set).size());
  const std::size_t rounds = classes.size() > 1 ? 2 : 1;
  std::vector<Types> result;
  for (std::size_t i = 0; i < rounds * longest; ++i) {
    Types types;
    for (std::size_t c = 0; c < classes.size(); ++c) {
      const auto members = ir::members(classes[c]);
      if (members.empty()) return {};
      types.push_back(members[(i + (i / longest) * c) % members.size()]);
    }
    if (std::find(result.begin(), result.end(), types) == result.end() &&
        result.size() < most_combinations)
      result.push_back(types);
  }
  return result;
}

bool has_class(const Types& types, ElementClass c) {
  return std::any_of(types.begin(), types.end(),
                     [c](ElementType t) { return class_of(t) == c; });
}

/// All floating types made one. Exact numbers stand for each of them alike:
/// there the one is float32.
Types one_floating(Types types, ElementType one = ElementType::float32) {
  for (auto& type : types)
    if (class_of(type) == ElementClass::floating) type = one;
  return types;
}

ElementType first_floating(const Types& types) {
  return *std::find_if(types.begin(), types.end(), [](ElementType t) {
    return class_of(t) == ElementClass::floating;
  });
}

bool contains(const std::vector<Draw>& draws, const Draw& draw) {
  return std::any_of(draws.begin(), draws.end(), [&](const Draw& other) {
    return other.types == draw.types && other.world == draw.world &&
           other.values == draw.values;
  });
}

void add(std::vector<Draw>& draws, Draw draw) {
  if (!contains(draws, draw)) draws.push_back(std::move(draw));
}

/// Draws that can refute the rule over numbers.
std::vector<Draw> decisive(const std::vector<Types>& combinations,
                           bool converts) {
  std::vector<Draw> draws;
  for (const auto& types : combinations) {
    if (has_class(types, ElementClass::floating)) {
      // Exact numbers and residues see most: they come as often as rounding.
      const Types exact = one_floating(types);
      const Types format = one_floating(types, first_floating(types));
      for (const Values values :
           {Values::wide, Values::extreme, Values::special}) {
        draws.push_back({exact, World::exact, Values::small});
        if (converts) draws.push_back({exact, World::exact, Values::extreme});
        draws.push_back({exact, World::residue, Values::uniform});
        add(draws, {format, World::rounding, values});
      }
    } else {
      add(draws, {types, World::machine, Values::small});
      if (has_class(types, ElementClass::integer))
        add(draws, {types, World::machine, Values::extreme});
    }
  }
  return draws;
}

/// Draws that show what floats lose.
std::vector<Draw> observing(const std::vector<Types>& combinations) {
  std::vector<Draw> draws;
  for (const auto& types : combinations) {
    if (!has_class(types, ElementClass::floating)) continue;
    add(draws, {types, World::machine, Values::special});
    add(draws, {types, World::machine, Values::extreme});
    add(draws, {types, World::machine, Values::wide});
  }
  return draws;
}

}  // namespace

bool are_special(Values values) {
  return values == Values::special || values == Values::nan ||
         values == Values::infinite || values == Values::negative_zero;
}

bool Draw::has_floating() const {
  return has_class(types, ElementClass::floating);
}

std::vector<Draw> draws_of(const ir::Rule& rule) {
  const auto all = combinations(rule.type_classes);
  const auto decide = decisive(all, ir::converts(rule));
  const auto observe = observing(all);
  // Two decisive draws to one that observes.
  std::vector<Draw> draws;
  std::size_t next = 0;
  for (const auto& draw : observe) {
    draws.push_back(decide[next++ % decide.size()]);
    draws.push_back(decide[next++ % decide.size()]);
    draws.push_back(draw);
  }
  while (next < decide.size()) draws.push_back(decide[next++]);
  return draws;
}

std::vector<Draw> draws_of(const ir::Rule& rule, Values values) {
  std::vector<Draw> draws;
  for (const auto& types : combinations(rule.type_classes))
    if (has_class(types, ElementClass::floating))
      add(draws, {types, World::machine, values});
  return draws;
}

std::vector<Draw> large_draws_of(const ir::Rule& rule, bool with_residues) {
  std::vector<Draw> draws;
  for (const auto& types : combinations(rule.type_classes)) {
    if (!has_class(types, ElementClass::floating)) {
      add(draws, {types, World::machine, Values::small});
      continue;
    }
    add(draws, {one_floating(types), World::large, Values::small});
    if (with_residues)
      add(draws, {one_floating(types), World::residue, Values::uniform});
  }
  return draws;
}

}  // namespace rewright::properties
