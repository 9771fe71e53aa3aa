// SPDX-License-Identifier: Apache-2.0
//
// The last step of a class: for all values of the common bound variables and
// of the free symbols, the coefficients of the guards that hold add up to
// zero (or, for idempotent monoids, some guard of the left holds exactly when
// some guard of the right does).
#include <algorithm>

#include "index/cases.h"
#include "solver/context.h"
#include "solver/match.h"

namespace rewright::solver {

using index::Formula;

namespace {

std::vector<Formula> minus(const std::vector<Formula>& a,
                           const std::vector<Formula>& b) {
  std::vector<Formula> r;
  for (const Formula& f : a)
    if (std::none_of(b.begin(), b.end(),
                     [&](const Formula& g) { return f == g; }))
      r.push_back(f);
  return r;
}

Formula conjunction(const std::vector<Formula>& parts) {
  Formula whole = true;
  for (const Formula& part : parts) whole = whole && part;
  return whole;
}

/// The guards without the conjuncts that all of them share, which `known`
/// learns: where those do not hold, no term is there. A single guard is left
/// whole: it has to be shown never to hold.
std::vector<Formula> distinct_guards(const TermClass& c, index::Facts& known) {
  if (c.items.size() == 1) return {c.items[0].second};
  std::vector<Formula> common = index::conjuncts(c.items.at(0).second);
  for (const auto& item : c.items)
    common = minus(common, minus(common, index::conjuncts(item.second)));
  known.assume(conjunction(common));
  std::vector<Formula> guards;
  for (const auto& item : c.items)
    guards.push_back(conjunction(minus(index::conjuncts(item.second), common)));
  return guards;
}

/// Whether the coefficients of each guard cancel, those of one that never
/// holds left aside.
bool add_up_to_zero(const TermClass& c, const std::vector<Formula>& guards) {
  for (std::size_t i = 0; i < guards.size(); ++i) {
    if (guards[i].is_false()) continue;
    base::Rational sum = 0;
    for (std::size_t j = 0; j < guards.size(); ++j)
      if (guards[j] == guards[i]) sum += c.items[j].first;
    if (sum != 0) return false;
  }
  return true;
}

/// Whether each guard of either side is one of the other side too, or some
/// guard of both sides holds.
bool have_one_union(const TermClass& c, const std::vector<Formula>& guards) {
  const auto has = [&](bool is_left, const Formula& wanted) {
    for (std::size_t j = 0; j < guards.size(); ++j)
      if ((c.items[j].first > 0) == is_left && guards[j] == wanted) return true;
    return false;
  };
  if (has(true, true) && has(false, true)) return true;
  for (std::size_t i = 0; i < guards.size(); ++i)
    if (!guards[i].is_false() && !has(c.items[i].first < 0, guards[i]))
      return false;
  return true;
}

}  // namespace

// By algebra: the conjuncts that differ follow from the others, the variables
// whose boxes both guards contain being in range.
bool Comparer::same_guards(const TermClass& c, const Formula& a,
                           const Formula& b, const index::Facts& facts) {
  if (a == b) return true;
  const auto in_a = index::conjuncts(a), in_b = index::conjuncts(b);
  const auto only_a = minus(in_a, in_b), only_b = minus(in_b, in_a);
  const auto common = minus(in_a, only_a);
  index::Facts known = facts;
  for (const auto& v : c.shape.bound) {
    const Formula box = domain({v}, true);
    if (minus(index::conjuncts(box), common).empty())
      known.add_variable(v.symbol, v.extent);
  }
  for (const Formula& f : common) known.assume(f);
  const auto follows = [&](const std::vector<Formula>& goals,
                           const std::vector<Formula>& premises) {
    index::Facts f = known;
    for (const Formula& p : premises) f.assume(p);
    return std::all_of(goals.begin(), goals.end(),
                       [&](const Formula& g) { return f.proves(g); });
  };
  return follows(only_b, only_a) && follows(only_a, only_b);
}

bool Comparer::cancels(const TermClass& c, bool idempotent,
                       const index::Facts& facts) {
  base::Rational total = 0;
  for (const auto& item : c.items) total += item.first;
  if (c.items.size() == 2 && (total == 0 || idempotent) &&
      (c.items[0].first > 0) != (c.items[1].first > 0) &&
      same_guards(c, c.items[0].second, c.items[1].second, facts))
    return true;
  if (!idempotent && total == 0 &&
      std::all_of(c.items.begin(), c.items.end(), [&](const auto& item) {
        return item.second == c.items[0].second;
      }))
    return true;
  index::Facts known = facts;
  const std::vector<Formula> distinct = distinct_guards(c, known);
  if (index::closes_by_cases(known, distinct,
                             [&](const std::vector<Formula>& guards) {
                               return idempotent ? have_one_union(c, guards)
                                                 : add_up_to_zero(c, guards);
                             }))
    return true;
  bool left = false, right = false;
  for (const auto& item : c.items) (item.first > 0 ? left : right) = true;
  if (!left || !right) return false;
  evidence::Obligation obligation;
  obligation.what = idempotent ? "reduction domains have the same union"
                               : "reduction domains cancel";
  const Answer counter = session_.context().satisfiable(
      facts,
      [&](Encoder& e) {
        auto& z3 = e.context();
        if (idempotent) {
          z3::expr l = z3.bool_val(false), r = z3.bool_val(false);
          for (const auto& [coefficient, guard] : c.items) {
            z3::expr& side = coefficient > 0 ? l : r;
            side = side || e.formula(guard);
          }
          e.add(l != r);
          return;
        }
        z3::expr sum = z3.real_val(0);
        for (const auto& [coefficient, guard] : c.items)
          sum = sum + z3::ite(e.formula(guard),
                              z3.real_val(coefficient.str().c_str()),
                              z3.real_val(0));
        e.add(sum != 0);
      },
      nullptr, &obligation);
  log_.push_back(std::move(obligation));
  return counter == Answer::no;
}

}  // namespace rewright::solver
