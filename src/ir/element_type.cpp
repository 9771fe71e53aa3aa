// SPDX-License-Identifier: Apache-2.0
//
// Names of element types and of sets of them. A set prints with the names of
// whole kinds where it has all of one: `float, int8`.
#include "ir/element_type.h"

#include <array>

namespace rewright::ir {

namespace {

constexpr std::array<std::string_view, 9> type_names{
    "float64", "float32", "float16", "bfloat16", "int64",
    "int32",   "int16",   "int8",    "bool"};

/// The sets that have a name of their own, beside single types.
constexpr std::array<std::pair<std::string_view, TypeSet>, 3> set_names{{
    {"float", floating_types},
    {"int", integer_types},
    {"bool", boolean_types},
}};

TypeSet set_of(ElementClass c) {
  switch (c) {
    case ElementClass::floating:
      return floating_types;
    case ElementClass::integer:
      return integer_types;
    case ElementClass::boolean:
      return boolean_types;
  }
  return 0;
}

}  // namespace

ElementClass class_of(ElementType t) {
  if (set_of(t) & floating_types) return ElementClass::floating;
  if (set_of(t) & integer_types) return ElementClass::integer;
  return ElementClass::boolean;
}

TypeSet restrict_to(TypeSet set, ElementClass c) {
  return static_cast<TypeSet>(set & set_of(c));
}

std::vector<ElementType> members(TypeSet set) {
  std::vector<ElementType> result;
  for (std::size_t i = 0; i < type_names.size(); ++i) {
    const auto type = static_cast<ElementType>(i);
    if (set & set_of(type)) result.push_back(type);
  }
  return result;
}

std::string_view name(ElementType t) {
  return type_names.at(static_cast<std::size_t>(t));
}

std::string print(TypeSet set) {
  std::string text;
  const auto add = [&text](std::string_view name) {
    if (!text.empty()) text += ", ";
    text += name;
  };
  for (const auto& [set_name, whole] : set_names) {
    const auto part = static_cast<TypeSet>(set & whole);
    if (part == whole) {
      add(set_name);
    } else {
      for (const ElementType type : members(part)) add(name(type));
    }
  }
  return text.empty() ? "no type" : text;
}

std::optional<TypeSet> parse_type_set(std::string_view text) {
  for (const auto& [set_name, set] : set_names) {
    if (set_name == text) return set;
  }
  for (const ElementType type : members(all_types)) {
    if (name(type) == text) return set_of(type);
  }
  return std::nullopt;
}

}  // namespace rewright::ir
