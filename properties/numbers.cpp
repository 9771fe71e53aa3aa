// SPDX-License-Identifier: Apache-2.0
//
// Recursion over expressions and formulas in checked 64-bit arithmetic.
#include "properties/numbers.h"

#include <algorithm>
#include <stdexcept>

namespace rewright::properties {
namespace {

using index::AtomKind;
using index::Expr;

std::int64_t sum(std::int64_t a, std::int64_t b) {
  std::int64_t result;
  if (__builtin_add_overflow(a, b, &result)) throw index::Overflow();
  return result;
}

std::int64_t product(std::int64_t a, std::int64_t b) {
  std::int64_t result;
  if (__builtin_mul_overflow(a, b, &result)) throw index::Overflow();
  return result;
}

std::int64_t floor_div(std::int64_t a, std::int64_t b) {
  if (b <= 0) throw std::domain_error("the divisor is not positive");
  return a / b - (a % b < 0 ? 1 : 0);
}

std::int64_t floor_mod(std::int64_t a, std::int64_t b) {
  return a - floor_div(a, b) * b;
}

int rank_of(const std::string& group, const ir::Assignment& at) {
  const auto found = at.ranks.find(group);
  if (found == at.ranks.end()) throw std::domain_error("no such group");
  return found->second;
}

std::int64_t symbol_number(const index::SymbolNode& symbol,
                           const ir::Assignment& at, int axis) {
  const auto found = at.values.find(symbol.id);
  if (found == at.values.end()) throw std::domain_error("no such symbol");
  const std::size_t component =
      symbol.group.empty() ? 0 : static_cast<std::size_t>(axis);
  if (component >= found->second.size())
    throw std::domain_error("no such axis");
  return found->second[component];
}

/// The product over axes first .. rank-1 of a component expression.
std::int64_t span(const std::string& group, int first, const Expr& extent,
                  const ir::Assignment& at) {
  std::int64_t result = 1;
  for (int k = first; k < rank_of(group, at); ++k)
    result = product(result, number(extent, at, k));
  return result;
}

std::int64_t flat_number(const index::AtomNode& atom,
                         const ir::Assignment& at) {
  std::int64_t offset = 0;
  for (int k = 0; k < rank_of(atom.group, at); ++k) {
    offset = sum(product(offset, number(atom.args[1], at, k)),
                 number(atom.args[0], at, k));
  }
  return offset;
}

std::int64_t atom_number(const index::AtomNode& atom, const ir::Assignment& at,
                         int axis) {
  const auto arg = [&](int k) { return number(atom.args[k], at, axis); };
  switch (atom.kind) {
    case AtomKind::symbol:
      return symbol_number(*atom.symbol, at, axis);
    case AtomKind::div:
      return floor_div(arg(0), arg(1));
    case AtomKind::mod:
      return floor_mod(arg(0), arg(1));
    case AtomKind::min:
      return std::min(arg(0), arg(1));
    case AtomKind::max:
      return std::max(arg(0), arg(1));
    case AtomKind::ite:
      return is_true(*atom.condition, at, axis) ? arg(0) : arg(1);
    case AtomKind::numel:
      return span(atom.group, 0, atom.args[0], at);
    case AtomKind::flat:
      return flat_number(atom, at);
    case AtomKind::unflat:
      return floor_mod(
          floor_div(arg(0), span(atom.group, axis + 1, atom.args[1], at)),
          arg(1));
  }
  throw std::domain_error("no such atom");
}

std::int64_t term_number(const index::Term& term, const ir::Assignment& at,
                         int axis) {
  std::int64_t result = term.coefficient;
  for (const auto& [atom, power] : term.monomial) {
    const std::int64_t factor = atom_number(*atom, at, axis);
    for (int k = 0; k < power; ++k) result = product(result, factor);
  }
  return result;
}

bool holds_on_every_axis(const index::Formula::Node& node,
                         const ir::Assignment& at) {
  for (int k = 0; k < rank_of(node.group, at); ++k)
    if (!is_true(node.args[0], at, k)) return false;
  return true;
}

}  // namespace

std::int64_t number(const Expr& e, const ir::Assignment& at, int axis) {
  std::int64_t result = 0;
  for (const auto& term : e.terms())
    result = sum(result, term_number(term, at, axis));
  return result;
}

bool is_true(const index::Formula& f, const ir::Assignment& at, int axis) {
  using index::FormulaKind;
  const auto holds = [&](const index::Formula& g) {
    return is_true(g, at, axis);
  };
  switch (f->kind) {
    case FormulaKind::truth:
      return true;
    case FormulaKind::falsehood:
      return false;
    case FormulaKind::nonnegative:
      return number(f->expr, at, axis) >= 0;
    case FormulaKind::zero:
      return number(f->expr, at, axis) == 0;
    case FormulaKind::nonzero:
      return number(f->expr, at, axis) != 0;
    case FormulaKind::conjunction:
      return std::all_of(f->args.begin(), f->args.end(), holds);
    case FormulaKind::disjunction:
      return std::any_of(f->args.begin(), f->args.end(), holds);
    case FormulaKind::all:
      return holds_on_every_axis(*f, at);
    case FormulaKind::not_all:
      return !holds_on_every_axis(*f, at);
  }
  return false;
}

std::int64_t elements(const ir::Shape& shape, const ir::Assignment& at) {
  std::int64_t result = 1;
  for (const auto& dim : shape) {
    result =
        product(result, dim.group.empty() ? number(dim.extent, at, 0)
                                          : span(dim.group, 0, dim.extent, at));
  }
  return result;
}

}  // namespace rewright::properties
