// SPDX-License-Identifier: Apache-2.0
//
// Shapes. A shape is a list of dims; a dim is one axis, or a whole axis group
// (any number of axes) whose extent is given for the generic component. The
// position of a dim in its shape is called its *entry*.
#pragma once

#include <string>
#include <vector>

#include "index/formula.h"

namespace rewright::ir {

struct Dim {
  index::Expr extent;
  std::string group = {};  // "" for a single axis
  std::string label = {};  // "" when unnamed; never affects meaning
};
using Shape = std::vector<Dim>;

/// One index per entry; that of a group entry is a component expression.
using Indices = std::vector<index::Expr>;

struct TensorType {
  int type_class = 0;  // which of the graph's type classes (see Rule)
  Shape shape;
};

bool is_group(const Dim& dim);
bool has_groups(const Shape& shape);
/// The number of elements of one dim (of all axes when it is a group).
index::Expr elements(const Dim& dim);
index::Expr elements(const Shape& shape);
/// The sizes of a shape without groups whose extents are all constants.
std::vector<std::int64_t> concrete(const Shape& shape);
Shape shape_of(const std::vector<std::int64_t>& sizes);
/// "[n..., B*C, 4]"; a group entry prints as "[r: extent]" unless its extent
/// is the group's own size symbol, unnamed in the rule.
std::string print(const Shape& shape);

}  // namespace rewright::ir
