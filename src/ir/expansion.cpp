// SPDX-License-Identifier: Apache-2.0
//
// Expressions, formulas and values at an Assignment. A component expression is
// evaluated once for each axis of its group; numel, flat and unflat bind the
// symbols of their group themselves, which is why plain substitution will not
// do.
#include "ir/expansion.h"

#include <cassert>
#include <utility>

namespace rewright::ir {

using index::AtomKind;
using index::Expr;
using index::Formula;
using index::FormulaKind;

Expansion::Expansion(const Rule& rule, const Assignment& at) {
  for (const std::string& group : rule.groups) {
    ranks_[group] = static_cast<std::size_t>(at.ranks.at(group));
  }
  for (const auto& [id, numbers] : at.values) {
    values_[id].assign(numbers.begin(), numbers.end());
  }
}

Expansion::Expansion(const std::map<std::string, int>& ranks,
                     std::map<std::uint64_t, std::vector<Expr>> values)
    : values_(std::move(values)) {
  for (const auto& [group, rank] : ranks)
    ranks_[group] = static_cast<std::size_t>(rank);
}

std::size_t Expansion::rank(const std::string& group) const {
  return ranks_.at(group);
}

std::size_t Expansion::axes_of(const Dim& dim) const {
  return is_group(dim) ? rank(dim.group) : 1;
}

Expr Expansion::at(const Expr& e, const Components& components) const {
  Expr sum;
  for (const index::Term& term : e.terms()) {
    Expr product(term.coefficient);
    for (const auto& [atom, exponent] : term.monomial) {
      product = product * index::power(at(atom, components), exponent);
    }
    sum = sum + product;
  }
  return sum;
}

Expr Expansion::at(const index::Atom& atom,
                   const Components& components) const {
  const auto arg = [&](std::size_t k) { return at(atom->args[k], components); };
  switch (atom->kind) {
    case AtomKind::symbol: {
      const auto found = values_.find(atom->symbol->id);
      if (found == values_.end()) return Expr(atom);
      const std::string& group = atom->symbol->group;
      return found->second.at(group.empty() ? 0 : components.at(group));
    }
    case AtomKind::div:
      return index::div(arg(0), arg(1));
    case AtomKind::mod:
      return index::mod(arg(0), arg(1));
    case AtomKind::min:
      return index::min(arg(0), arg(1));
    case AtomKind::max:
      return index::max(arg(0), arg(1));
    case AtomKind::ite:
      return index::ite(at(*atom->condition, components), arg(0), arg(1));
    case AtomKind::numel: {
      Expr product(1);
      for (const Expr& extent : all(atom->args[0], atom->group, components)) {
        product = product * extent;
      }
      return product;
    }
    case AtomKind::flat:
      return flat(*atom, components);
    case AtomKind::unflat:
      return unflat(*atom, components);
  }
  return Expr(atom);
}

/// The values of a component expression for all axes of its group.
std::vector<Expr> Expansion::all(const Expr& e, const std::string& group,
                                 const Components& components) const {
  Components inner = components;
  std::vector<Expr> result;
  for (std::size_t k = 0; k < rank(group); ++k) {
    inner[group] = k;
    result.push_back(at(e, inner));
  }
  return result;
}

// flat(i, n) = (i[0]*n[1] + i[1])*n[2] + ...
Expr Expansion::flat(const index::AtomNode& atom,
                     const Components& components) const {
  const std::vector<Expr> index = all(atom.args[0], atom.group, components);
  const std::vector<Expr> extent = all(atom.args[1], atom.group, components);
  Expr offset;
  for (std::size_t k = 0; k < index.size(); ++k) {
    offset = offset * extent[k] + index[k];
  }
  return offset;
}

// unflat(o, n)[k] = o div (n[k+1]*n[k+2]*...) mod n[k]
Expr Expansion::unflat(const index::AtomNode& atom,
                       const Components& components) const {
  const std::vector<Expr> extent = all(atom.args[1], atom.group, components);
  const std::size_t component = components.at(atom.group);
  Expr stride(1);
  for (std::size_t k = component + 1; k < extent.size(); ++k) {
    stride = stride * extent[k];
  }
  return index::mod(index::div(at(atom.args[0], components), stride),
                    extent[component]);
}

Formula Expansion::at(const Formula& f, const Components& components) const {
  switch (f->kind) {
    case FormulaKind::truth:
    case FormulaKind::falsehood:
      return f;
    case FormulaKind::nonnegative:
      return index::nonnegative(at(f->expr, components));
    case FormulaKind::zero:
      return index::equal(at(f->expr, components), 0);
    case FormulaKind::nonzero:
      return index::not_equal(at(f->expr, components), 0);
    case FormulaKind::conjunction: {
      Formula result(true);
      for (const Formula& arg : f->args) result = result && at(arg, components);
      return result;
    }
    case FormulaKind::disjunction: {
      Formula result(false);
      for (const Formula& arg : f->args) result = result || at(arg, components);
      return result;
    }
    case FormulaKind::all:
    case FormulaKind::not_all: {
      Formula result(true);
      Components inner = components;
      for (std::size_t k = 0; k < rank(f->group); ++k) {
        inner[f->group] = k;
        result = result && at(f->args[0], inner);
      }
      return f->kind == FormulaKind::all ? result : !result;
    }
  }
  return f;
}

Shape Expansion::shape(const Shape& shape) const {
  Shape result;
  for (const Dim& dim : shape) {
    if (!is_group(dim)) {
      result.push_back({.extent = expr(dim.extent), .label = dim.label});
      continue;
    }
    for (Expr& extent : all(dim.extent, dim.group, {})) {
      result.push_back({.extent = std::move(extent)});
    }
  }
  return result;
}

// An access inside reductions is about single axes only: index expressions of
// its group entries are component expressions, one per axis of the group.
Value Expansion::access(const Rule& rule, const ValueNode& v) const {
  const auto input = static_cast<std::size_t>(v.input);
  const Shape& shape = rule.inputs.at(input).type.shape;
  Indices indices;
  for (std::size_t k = 0; k < v.indices.size(); ++k) {
    if (!is_group(shape[k])) {
      indices.push_back(expr(v.indices[k]));
      continue;
    }
    for (Expr& index : all(v.indices[k], shape[k].group, {})) {
      indices.push_back(std::move(index));
    }
  }
  return ir::access(v.input, std::move(indices));
}

/// A variable over a group becomes one variable per axis.
std::vector<BoundVariable> Expansion::bind(
    const std::vector<BoundVariable>& bound) {
  std::vector<BoundVariable> result;
  for (const BoundVariable& b : bound) {
    if (b.symbol->group.empty()) {
      result.push_back({b.symbol, expr(b.extent)});
      continue;
    }
    std::vector<Expr>& components = values_[b.symbol->id];
    for (const Expr& extent : all(b.extent, b.symbol->group, {})) {
      const index::Symbol symbol = index::make_symbol(
          b.symbol->name + std::to_string(components.size()), b.symbol->kind);
      components.emplace_back(symbol);
      result.push_back({symbol, extent});
    }
  }
  return result;
}

Value Expansion::value(const Rule& rule, const Value& v) {
  switch (v->kind) {
    case ValueKind::constant:
      return v;
    case ValueKind::access:
      return access(rule, *v);
    case ValueKind::size:
      return size_value(expr(v->size));
    case ValueKind::select:
      return select(formula(v->condition), value(rule, v->args[0]),
                    value(rule, v->args[1]));
    case ValueKind::apply: {
      std::vector<Value> args;
      for (const Value& arg : v->args) args.push_back(value(rule, arg));
      return apply(v->function, std::move(args));
    }
    case ValueKind::reduce: {
      std::vector<BoundVariable> bound = bind(v->bound);
      return reduce(v->monoid, std::move(bound), formula(v->condition),
                    value(rule, v->args[0]));
    }
  }
  return v;
}

ElementCondition Expansion::condition(const Rule& rule,
                                      const ElementCondition& condition) {
  ElementCondition result;
  result.bound = bind(condition.bound);
  result.value = value(rule, condition.value);
  result.text = condition.text;
  return result;
}

}  // namespace rewright::ir
