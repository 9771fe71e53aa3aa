// SPDX-License-Identifier: Apache-2.0
//
// Operator attributes in resolved form: axes are entry positions, per-axis
// integers are aligned with the entries of a frame, so an operator never
// sees a name, a negative axis or a missing default.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "ir/element_type.h"
#include "ir/shape.h"
#include "ir/value.h"

namespace rewright::ir {

/// Entry positions (each once, in the order given).
struct Axes {
  std::vector<int> entries;
};
/// One optional integer per entry of the frame; absent = the default.
struct PerAxis {
  std::vector<std::optional<index::Expr>> values;
};
/// A plain list of integers, one per list item.
struct IntList {
  std::vector<index::Expr> values;
};

using Attribute = std::variant<index::Expr,     // integer, flag
                               Axes,            // axes=, perm=, axis=
                               PerAxis,         // starts=, low=, strides=
                               IntList,         // split=
                               Shape,           // shape=
                               std::string,     // equation=, auto_pad=
                               ConstantNumber,  // value=, alpha=
                               ElementType>;
using Attributes = std::map<std::string, Attribute>;

enum class AttributeKind {
  integer,
  flag,
  axes,
  axis,
  per_axis,
  int_list,
  shape,
  text,
  number,
  type
};

/// Whose entries an axes / per_axis attribute counts.
enum class Frame {
  none,
  operand,          // entries of operand 0
  operand_spatial,  // entries of operand 0 from entry 2 on
  result,           // entries of result 0 (Unsqueeze)
};

struct AttributeSpec {
  std::string name;
  AttributeKind kind;
  Frame frame = Frame::none;
  bool required = false;
  /// Filled in when the attribute is absent and not required; an operator
  /// whose default depends on shapes leaves it empty and finds the key absent.
  std::optional<Attribute> fallback = {};
};

}  // namespace rewright::ir
