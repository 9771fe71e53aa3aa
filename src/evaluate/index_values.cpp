// SPDX-License-Identifier: Apache-2.0
#include "evaluate/index_values.h"

#include <algorithm>
#include <stdexcept>

namespace rewright::evaluate {

using index::AtomKind;
using index::AtomNode;
using index::Expr;
using index::Formula;
using index::FormulaKind;

namespace {

std::int64_t plus(std::int64_t a, std::int64_t b) {
  std::int64_t sum = 0;
  if (__builtin_add_overflow(a, b, &sum)) throw index::Overflow();
  return sum;
}

std::int64_t times(std::int64_t a, std::int64_t b) {
  std::int64_t product = 0;
  if (__builtin_mul_overflow(a, b, &product)) throw index::Overflow();
  return product;
}

std::int64_t floor_div(std::int64_t a, std::int64_t b) {
  if (b <= 0) throw std::domain_error("an index is divided by zero or less");
  return a / b - (a % b < 0 ? 1 : 0);
}

}  // namespace

std::int64_t IndexValues::number(const Expr& e, int axis) const {
  std::int64_t sum = 0;
  for (const index::Term& term : e.terms()) {
    std::int64_t product = term.coefficient;
    for (const auto& [factor, exponent] : term.monomial)
      for (int k = 0; k < exponent; ++k)
        product = times(product, atom(*factor, axis));
    sum = plus(sum, product);
  }
  return sum;
}

std::vector<std::int64_t> IndexValues::numbers(const Expr& component,
                                               const std::string& group) const {
  std::vector<std::int64_t> list;
  for (int axis = 0; axis < rank(group); ++axis)
    list.push_back(number(component, axis));
  return list;
}

std::int64_t IndexValues::atom(const AtomNode& a, int axis) const {
  const auto arg = [&](std::size_t k) { return number(a.args.at(k), axis); };
  switch (a.kind) {
    case AtomKind::symbol: {
      const bool is_scalar = a.symbol->group.empty();
      return numbers_.at(a.symbol->id)
          .at(is_scalar ? 0 : static_cast<std::size_t>(axis));
    }
    case AtomKind::div:
      return floor_div(arg(0), arg(1));
    case AtomKind::mod:
      return arg(0) - arg(1) * floor_div(arg(0), arg(1));
    case AtomKind::min:
      return std::min(arg(0), arg(1));
    case AtomKind::max:
      return std::max(arg(0), arg(1));
    case AtomKind::ite:
      return holds(*a.condition, axis) ? arg(0) : arg(1);
    case AtomKind::numel: {
      std::int64_t product = 1;
      for (const std::int64_t n : numbers(a.args.at(0), a.group))
        product = times(product, n);
      return product;
    }
    case AtomKind::flat:
      return flat(a);
    case AtomKind::unflat:
      return unflat(a, axis);
  }
  throw std::logic_error("unknown kind of index atom");
}

std::int64_t IndexValues::flat(const AtomNode& a) const {
  const auto index = numbers(a.args.at(0), a.group);
  const auto extents = numbers(a.args.at(1), a.group);
  std::int64_t offset = 0;
  for (std::size_t k = 0; k < index.size(); ++k)
    offset = plus(times(offset, extents[k]), index[k]);
  return offset;
}

std::int64_t IndexValues::unflat(const AtomNode& a, int axis) const {
  const auto extents = numbers(a.args.at(1), a.group);
  std::int64_t offset = number(a.args.at(0));
  for (std::size_t k = extents.size() - 1; k > static_cast<std::size_t>(axis);
       --k)
    offset = floor_div(offset, extents[k]);
  const std::int64_t extent = extents.at(static_cast<std::size_t>(axis));
  return offset - extent * floor_div(offset, extent);
}

bool IndexValues::holds(const Formula& f, int axis) const {
  const auto all_axes = [&] {
    for (int k = 0; k < rank(f->group); ++k)
      if (!holds(f->args.at(0), k)) return false;
    return true;
  };
  switch (f->kind) {
    case FormulaKind::truth:
      return true;
    case FormulaKind::falsehood:
      return false;
    case FormulaKind::nonnegative:
      return number(f->expr, axis) >= 0;
    case FormulaKind::zero:
      return number(f->expr, axis) == 0;
    case FormulaKind::nonzero:
      return number(f->expr, axis) != 0;
    case FormulaKind::conjunction:
      return std::ranges::all_of(
          f->args, [&](const Formula& g) { return holds(g, axis); });
    case FormulaKind::disjunction:
      return std::ranges::any_of(
          f->args, [&](const Formula& g) { return holds(g, axis); });
    case FormulaKind::all:
      return all_axes();
    case FormulaKind::not_all:
      return !all_axes();
  }
  throw std::logic_error("unknown kind of formula");
}

}  // namespace rewright::evaluate
