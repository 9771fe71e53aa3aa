// SPDX-License-Identifier: Apache-2.0
//
// Collects the unknowns and the constraints of a rule.
#include "properties/constraints.h"

#include <algorithm>
#include <map>
#include <stdexcept>

namespace rewright::properties {
namespace {

using index::Formula;
using Positions = std::map<std::uint64_t, std::vector<int>>;  // of unknowns

int rank_of(const std::string& group, const ir::Assignment& at) {
  return group.empty() ? 1 : at.ranks.at(group);
}

void add_unknown(Problem& problem, Positions& positions,
                 const index::Symbol& symbol, bool is_size,
                 std::int64_t lower) {
  const int rank = rank_of(symbol->group, problem.start);
  problem.symbols.push_back(symbol);
  problem.start.values[symbol->id].assign(rank, lower);
  for (int k = 0; k < rank; ++k) {
    positions[symbol->id].push_back(static_cast<int>(problem.unknowns.size()));
    problem.unknowns.push_back({symbol, k, is_size, lower});
  }
}

Positions add_unknowns(const ir::Rule& rule, Problem& problem) {
  Positions positions;
  for (const auto& size : rule.sizes)
    add_unknown(problem, positions, size.symbol, true, size.lower);
  for (const auto& integer : rule.integers)
    add_unknown(problem, positions, integer, false, 0);
  return positions;
}

/// The unknowns that `formula` depends on when evaluated at `axis`; a negative
/// axis stands for all of them.
std::vector<int> unknowns_of(const Formula& formula, int axis,
                             const Positions& positions) {
  std::map<std::uint64_t, index::Symbol> symbols;
  index::collect_symbols(formula, symbols);
  std::vector<int> result;
  for (const auto& [id, symbol] : symbols) {
    const auto found = positions.find(id);
    if (found == positions.end()) continue;
    const auto& places = found->second;
    if (symbol->group.empty() || axis < 0)
      result.insert(result.end(), places.begin(), places.end());
    else
      result.push_back(places.at(axis));
  }
  return result;
}

bool spans_a_group(const index::Expr& e);

bool spans_a_group(const Formula& f) {
  return f->kind == index::FormulaKind::all ||
         f->kind == index::FormulaKind::not_all || spans_a_group(f->expr) ||
         std::any_of(f->args.begin(), f->args.end(),
                     [](const Formula& arg) { return spans_a_group(arg); });
}

bool spans_a_group(const index::AtomNode& atom) {
  using index::AtomKind;
  return atom.kind == AtomKind::numel || atom.kind == AtomKind::flat ||
         atom.kind == AtomKind::unflat ||
         (atom.condition && spans_a_group(*atom.condition)) ||
         std::any_of(atom.args.begin(), atom.args.end(),
                     [](const index::Expr& e) { return spans_a_group(e); });
}

/// Whether the value at one axis also depends on other axes.
bool spans_a_group(const index::Expr& e) {
  for (const auto& term : e.terms())
    for (const auto& factor : term.monomial)
      if (spans_a_group(*factor.first)) return true;
  return false;
}

void add_constraint(Problem& problem, const Positions& positions,
                    const Formula& formula) {
  const auto add = [&](const Formula& f, int axis) {
    const bool all_axes = axis < 0 || spans_a_group(f);
    problem.constraints.push_back(
        {f, std::max(axis, 0),
         unknowns_of(f, all_axes ? -1 : axis, positions)});
  };
  if (formula->kind != index::FormulaKind::all) return add(formula, -1);
  for (const auto& part : index::conjuncts(formula->args[0]))
    for (int k = 0; k < rank_of(formula->group, problem.start); ++k)
      add(part, k);
}

/// A number of elements with all sizes at their lower bound, or 0.
std::int64_t least(const index::Expr& count,
                   const evaluate::IndexValues& values) {
  try {
    return values.number(count);
  } catch (const std::exception&) {
    return 0;
  }
}

}  // namespace

Formula required(const ir::Rule& rule) {
  return rule.when && rule.well_formed(rule.lhs);
}

std::vector<ir::Shape> all_shapes(const ir::Rule& rule) {
  std::vector<ir::Shape> shapes;
  for (const auto& input : rule.inputs) shapes.push_back(input.type.shape);
  for (const ir::Graph* graph : {&rule.lhs, &rule.rhs})
    for (const auto& node : graph->nodes)
      for (const auto& result : node.results) shapes.push_back(result.shape);
  return shapes;
}

Problem problem_of(const ir::Rule& rule, const ir::Assignment& ranks,
                   std::int64_t largest) {
  Problem problem;
  problem.start.ranks = ranks.ranks;
  const Positions positions = add_unknowns(rule, problem);
  for (const auto& conjunct : index::conjuncts(required(rule)))
    add_constraint(problem, positions, conjunct);
  const auto start = index_values(problem, problem.start);
  for (const auto& shape : all_shapes(rule)) {
    const auto count = ir::elements(shape);
    if (count.is_constant()) continue;
    const auto limit = std::max(largest, 2 * least(count, start));
    add_constraint(problem, positions, index::less_equal(count, limit));
  }
  return problem;
}

evaluate::IndexValues index_values(const Problem& problem,
                                   const ir::Assignment& at) {
  evaluate::IndexValues values;
  for (const auto& [group, rank] : at.ranks) values.set_rank(group, rank);
  for (const auto& symbol : problem.symbols)
    values.set(symbol, at.values.at(symbol->id));
  return values;
}

bool holds(const Constraint& constraint, const evaluate::IndexValues& values) {
  try {
    return values.holds(constraint.formula, constraint.axis);
  } catch (const std::overflow_error&) {
    return false;
  } catch (const std::logic_error&) {
    return false;
  }
}

bool all_hold(const Problem& problem, const ir::Assignment& at) {
  const auto values = index_values(problem, at);
  return std::all_of(problem.constraints.begin(), problem.constraints.end(),
                     [&](const Constraint& c) { return holds(c, values); });
}

}  // namespace rewright::properties
