// SPDX-License-Identifier: Apache-2.0
//
// Candidate solutions of index equations: linear ones by elimination,
// mixed-radix ones digit by digit, and groups through flat and unflat. What
// comes out is only a candidate: the bijection is proved afterwards.
#include <algorithm>

#include "solver/match.h"

namespace rewright::solver {

using index::Atom;
using index::AtomKind;
using index::Expr;

namespace {

using Zero = std::pair<Expr, std::string>;  // expression == 0, in a group

struct Linear {
  ir::BoundVariable unknown;
  Expr weight;
};

bool mentions_any(const Expr& e, const std::vector<ir::BoundVariable>& list) {
  std::map<std::uint64_t, index::Symbol> symbols;
  index::collect_symbols(e, symbols);
  return std::any_of(list.begin(), list.end(), [&](const auto& b) {
    return symbols.count(b.symbol->id) != 0;
  });
}

/// e = sum of weight*unknown + known, or false when an unknown occurs
/// otherwise.
bool linear_parts(const Expr& e, const std::vector<ir::BoundVariable>& unknowns,
                  std::vector<Linear>& parts, Expr& known) {
  std::vector<index::Term> rest = e.terms();
  for (const auto& u : unknowns) {
    std::vector<index::Term> weight, others;
    for (index::Term& t : rest) {
      const auto at = std::find_if(t.monomial.begin(), t.monomial.end(),
                                   [&](const auto& f) {
                                     return f.first->kind == AtomKind::symbol &&
                                            f.first->symbol->id == u.symbol->id;
                                   });
      if (at == t.monomial.end()) {
        others.push_back(t);
        continue;
      }
      if (at->second != 1) return false;
      t.monomial.erase(at);
      weight.push_back(t);
    }
    rest = std::move(others);
    if (weight.empty()) continue;
    parts.push_back({u, Expr(std::move(weight))});
    if (mentions_any(parts.back().weight, unknowns)) return false;
  }
  known = Expr(std::move(rest));
  return !mentions_any(known, unknowns);
}

/// w1*u1 + ... = target with w's a mixed radix: the digit of the smallest
/// weight is (target div w) mod extent.
bool digits(std::vector<Linear> parts, Expr target, const index::Facts& facts,
            index::Substitution& solution) {
  while (!parts.empty()) {
    bool progress = false;
    for (std::size_t i = 0; i < parts.size() && !progress; ++i) {
      const Expr& w = parts[i].weight;
      const Expr block = w * parts[i].unknown.extent;
      std::vector<Linear> higher;
      bool smallest = true;
      for (std::size_t j = 0; j < parts.size() && smallest; ++j) {
        Expr ratio;
        if (j == i) continue;
        smallest = index::divide_exactly(parts[j].weight, block, ratio);
        higher.push_back({parts[j].unknown, ratio});
      }
      if (!smallest) continue;
      const Expr quotient = index::div(target, w);
      const Expr digit = parts.size() == 1
                             ? quotient
                             : index::mod(quotient, parts[i].unknown.extent);
      solution[parts[i].unknown.symbol->id] = facts.simplify(digit);
      target = index::div(target, block);
      parts = std::move(higher);
      progress = true;
    }
    if (!progress) return false;
  }
  return true;
}

/// u inside one atom of coefficient 1 or -1, which is undone: a quotient by
/// assuming it exact, flat by unflat and the other way round.
bool undo(const Expr& e, const ir::BoundVariable& u, int depth,
          index::Substitution& solution) {
  std::vector<Linear> parts;
  Expr known, value;
  if (linear_parts(e, {u}, parts, known) && parts.size() == 1) {
    if (!index::divide_exactly(-known, parts[0].weight, value)) return false;
    solution[u.symbol->id] = value;
    return true;
  }
  if (depth >= 4) return false;
  for (const index::Term& t : e.terms()) {
    const bool unit = t.coefficient == 1 || t.coefficient == -1;
    if (!unit || t.monomial.size() != 1 || t.monomial[0].second != 1) continue;
    const Atom a = t.monomial[0].first;
    const Expr rest = e - Expr(std::vector<index::Term>{t});
    if (a->args.empty() || !index::mentions(Expr(a), u.symbol) ||
        index::mentions(rest, u.symbol) ||
        index::mentions(a->args.back(), u.symbol))
      continue;
    const Expr target = t.coefficient == 1 ? -rest : rest;
    const Expr& extent = a->args.back();
    switch (a->kind) {
      case AtomKind::div:
        value = target * extent;
        break;
      case AtomKind::flat:
        value = index::unflat(a->group, target, extent);
        break;
      case AtomKind::unflat:
        value = index::flat(a->group, target, extent);
        break;
      default:
        continue;
    }
    return undo(a->args[0] - value, u, depth + 1, solution);
  }
  return false;
}

bool solve_one(const Zero& zero, const std::vector<ir::BoundVariable>& open,
               const index::Facts& facts, index::Substitution& solution) {
  std::vector<Linear> parts;
  Expr known;
  std::vector<ir::BoundVariable> same;
  for (const auto& u : open)
    if (index::mentions(zero.first, u.symbol)) same.push_back(u);
  if (same.empty()) return false;
  if (same.size() == 1 && undo(zero.first, same[0], 0, solution)) return true;
  if (!linear_parts(zero.first, same, parts, known)) return false;
  for (const Linear& p : parts)
    if (p.unknown.symbol->group != zero.second) return false;
  if (parts.size() == 1) {
    Expr value;
    if (index::divide_exactly(-known, parts[0].weight, value)) {
      solution[parts[0].unknown.symbol->id] = value;
      return true;
    }
  }
  // Signs: all weights positive, or all negative.
  const bool negative = parts[0].weight.terms().front().coefficient < 0;
  for (Linear& p : parts)
    if (negative) p.weight = -p.weight;
  return digits(parts, negative ? known : -known, facts, solution);
}

}  // namespace

bool solve(const std::vector<ir::BoundVariable>& unknowns,
           std::vector<Zero> zeros, const index::Facts& facts,
           index::Substitution& solution) {
  std::vector<ir::BoundVariable> open = unknowns;
  for (bool progress = true; progress && !open.empty();) {
    progress = false;
    // Equations with the fewest unknowns first.
    std::vector<std::pair<int, std::size_t>> order;
    for (std::size_t i = 0; i < zeros.size(); ++i) {
      int count = 0;
      for (const auto& u : open)
        count += index::mentions(zeros[i].first, u.symbol) ? 1 : 0;
      if (count > 0) order.emplace_back(count, i);
    }
    std::sort(order.begin(), order.end());
    for (const auto& [count, i] : order) {
      index::Substitution found;
      if (!solve_one(zeros[i], open, facts, found)) continue;
      for (auto& z : zeros) z.first = index::substitute(z.first, found);
      for (const auto& [id, value] : found) solution[id] = value;
      open.erase(std::remove_if(open.begin(), open.end(),
                                [&](const auto& b) {
                                  return found.count(b.symbol->id) != 0;
                                }),
                 open.end());
      progress = true;
      break;
    }
  }
  return open.empty();
}

}  // namespace rewright::solver
