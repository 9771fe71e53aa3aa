// SPDX-License-Identifier: Apache-2.0
//
// Shapes as text and as numbers. The notation is that of the rule language:
// what is printed here can be written there.
#include "ir/shape.h"

namespace rewright::ir {

bool is_group(const Dim& dim) { return !dim.group.empty(); }

bool has_groups(const Shape& shape) {
  for (const Dim& dim : shape) {
    if (is_group(dim)) return true;
  }
  return false;
}

index::Expr elements(const Dim& dim) {
  return is_group(dim) ? index::numel(dim.group, dim.extent) : dim.extent;
}

index::Expr elements(const Shape& shape) {
  index::Expr product(1);
  for (const Dim& dim : shape) product = product * elements(dim);
  return product;
}

std::vector<std::int64_t> concrete(const Shape& shape) {
  std::vector<std::int64_t> sizes;
  sizes.reserve(shape.size());
  for (const Dim& dim : shape) sizes.push_back(dim.extent.constant());
  return sizes;
}

Shape shape_of(const std::vector<std::int64_t>& sizes) {
  Shape shape;
  shape.reserve(sizes.size());
  for (const std::int64_t size : sizes) shape.push_back({.extent = size});
  return shape;
}

namespace {

std::string print(const Dim& dim) {
  if (!is_group(dim)) return index::print(dim.extent);
  const index::Symbol symbol = dim.extent.symbol();
  const bool is_own = symbol && symbol->kind == index::SymbolKind::size &&
                      symbol->group == dim.group && symbol->name == dim.group;
  if (is_own) return dim.group + "...";
  return dim.group + ": " + index::print(dim.extent);
}

}  // namespace

std::string print(const Shape& shape) {
  std::string text;
  for (const Dim& dim : shape) {
    if (!text.empty()) text += ", ";
    text += print(dim);
  }
  return "[" + text + "]";
}

}  // namespace rewright::ir
