// SPDX-License-Identifier: Apache-2.0
//
// Element types and sets of them. A rule's element type is usually a set: it
// must hold for every member.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rewright::ir {

enum class ElementType : std::uint8_t {
  float64,
  float32,
  float16,
  bfloat16,
  int64,
  int32,
  int16,
  int8,
  boolean,
};

/// The kinds of arithmetic a proof distinguishes.
enum class ElementClass { floating, integer, boolean };

using TypeSet = std::uint16_t;  // bit i is ElementType(i)

constexpr TypeSet set_of(ElementType t) {
  return static_cast<TypeSet>(1u << static_cast<unsigned>(t));
}
constexpr TypeSet floating_types = 0x00f;
constexpr TypeSet integer_types = 0x0f0;
constexpr TypeSet boolean_types = 0x100;
constexpr TypeSet numeric_types = floating_types | integer_types;
constexpr TypeSet all_types = numeric_types | boolean_types;

ElementClass class_of(ElementType t);
/// The members of `set` of one class; 0 when there are none.
TypeSet restrict_to(TypeSet set, ElementClass c);
std::vector<ElementType> members(TypeSet set);
/// "float32", "int8", "bool", ...
std::string_view name(ElementType t);
std::string print(TypeSet set);
/// The set that a type name of the rule language stands for: `float`, `int`,
/// `bool` or a single type; nothing when it is no such name.
std::optional<TypeSet> parse_type_set(std::string_view name);

}  // namespace rewright::ir
